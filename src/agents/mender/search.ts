// The search: draws edits by suspicion and prior, tries them in batches, keeps what passes.
import type { RandomStream } from "../../core/random-stream.ts";
import { operatorPriors } from "./operator-priors.ts";
import type { Suspect } from "./suspicion.ts";
import { weightedOrder } from "./weighted-order.ts";
import type { EditGroup, Workbench } from "./workbench.ts";

export interface DrawnEdit {
  readonly edit: number;
  readonly weight: number;
}

export interface SearchResult {
  /** An edit with which the reproduction and the visible tests pass. */
  readonly accepted: DrawnEdit | null;
  /** Where there is none: one with which the complaint is gone and the visible tests pass. */
  readonly partial: DrawnEdit | null;
  readonly tried: number;
}

/** Edits tried by one command. A repair that is found makes the rest of its batch needless. */
const batchSize = 16;
const mostPartialTested = 4;

/** All proposed edits in the order in which they are to be tried. */
export function drawOrder(
  groups: readonly EditGroup[],
  suspects: readonly Suspect[],
  random: RandomStream,
): DrawnEdit[] {
  const weightAt = new Map(suspects.map((s) => [`${s.file}:${s.line}`, s.weight]));
  const edits = groups.flatMap(({ file, line, kind, numbers }) => {
    const suspicion = weightAt.get(`${file}:${line}`) ?? 0;
    // The edits of one kind at one line share what that kind deserves there.
    const weight = (suspicion ** 1.5 * (operatorPriors[kind] ?? 1)) / numbers.length;
    return numbers.map((edit) => ({ edit, weight }));
  });
  return weightedOrder(edits, (edit) => edit.weight, random);
}

/** Tries edits in order until one is accepted or `budget` of them are tried. */
export async function search(
  bench: Workbench,
  order: readonly DrawnEdit[],
  budget: number,
  random: RandomStream,
): Promise<SearchResult> {
  const partial: DrawnEdit[] = [];
  const candidates = order.slice(0, budget);
  for (let start = 0; start < candidates.length; start += batchSize) {
    const batch = candidates.slice(start, start + batchSize);
    const verdicts = await bench.tryEdits(numbersOf(batch), "reproduction");
    const inState = (state: string): DrawnEdit[] =>
      batch.filter(({ edit }) => verdicts.some((v) => v.edit === edit && v.state === state));
    partial.push(...inState("partial"));
    const passing = weightedOrder(inState("passes"), (edit) => edit.weight, random);
    const accepted = await firstKeepingTests(bench, passing);
    if (accepted !== null) return { accepted, partial: null, tried: start + batch.length };
  }
  const half = await firstKeepingTests(bench, partial.slice(0, mostPartialTested));
  return { accepted: null, partial: half, tried: candidates.length };
}

/** The first edit with which all visible tests that passed still pass. */
export async function firstKeepingTests(
  bench: Workbench,
  edits: readonly DrawnEdit[],
): Promise<DrawnEdit | null> {
  if (edits.length === 0) return null;
  const verdicts = await bench.tryEdits(numbersOf(edits), "tests");
  const kept = verdicts.find(({ state }) => state === "passes");
  return edits.find(({ edit }) => edit === kept?.edit) ?? null;
}

function numbersOf(edits: readonly DrawnEdit[]): number[] {
  return edits.map(({ edit }) => edit);
}
