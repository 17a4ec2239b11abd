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

export interface SearchOptions {
  /** Edits that may be tried. */
  readonly budget: number;
  /** Batches that are still tried once an acceptable edit is found. */
  readonly patience: number;
  readonly batch: number;
}

export interface SearchResult {
  /** Edits with which the reproduction and the visible tests pass. */
  readonly accepted: readonly DrawnEdit[];
  /** Edits with which the complaint is gone and the visible tests pass. */
  readonly partial: readonly DrawnEdit[];
  readonly tried: number;
}

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

export async function search(
  bench: Workbench,
  order: readonly DrawnEdit[],
  options: SearchOptions,
): Promise<SearchResult> {
  const accepted: DrawnEdit[] = [];
  const partial: DrawnEdit[] = [];
  const limit = Math.min(options.budget, order.length);
  let tried = 0;
  let patience = options.patience;
  while (tried < limit && (accepted.length === 0 || patience-- > 0)) {
    const batch = order.slice(tried, Math.min(limit, tried + options.batch));
    tried += batch.length;
    const verdicts = await bench.tryEdits(numbersOf(batch), "reproduction");
    const inState = (state: string): DrawnEdit[] =>
      batch.filter(({ edit }) => verdicts.some((v) => v.edit === edit && v.state === state));
    partial.push(...inState("partial"));
    const passing = inState("passes");
    if (passing.length > 0) accepted.push(...(await keepingTests(bench, passing)));
  }
  const fallback = accepted.length === 0 && partial.length > 0 ? partial.slice(0, 4) : [];
  return {
    accepted,
    partial: fallback.length > 0 ? await keepingTests(bench, fallback) : [],
    tried,
  };
}

/** Those edits with which all visible tests that passed still pass. */
export async function keepingTests(
  bench: Workbench,
  edits: readonly DrawnEdit[],
): Promise<DrawnEdit[]> {
  const verdicts = await bench.tryEdits(numbersOf(edits), "tests");
  return edits.filter(({ edit }) => verdicts.some((v) => v.edit === edit && v.state === "passes"));
}

function numbersOf(edits: readonly DrawnEdit[]): number[] {
  return edits.map(({ edit }) => edit);
}
