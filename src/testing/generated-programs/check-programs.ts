// The property: whatever is rewritten in a generated program, it prints the same and ends the same.
import { randomStream } from "../../core/random-stream.ts";
import { TRANSFORMATIONS, type Transformation } from "../../code/spt/index.ts";
import { gate } from "../../code/syntax/python/gate.ts";
import { parsePython } from "../../code/syntax/python/parse.ts";
import type { Behaviour } from "../python-behaviour.ts";
import { generateProgram } from "./generate-program.ts";
import { programText, smallerPrograms, type Program } from "./program.ts";
import { prepared, type ProgramUnderTest, type Rewritten } from "./rewrite-program.ts";
import { runVariants } from "./run-programs.ts";

/** Transformations that are applied one after the other, each at all sites that it accepts. */
export type Plan = readonly Transformation[];

export interface Difference {
  readonly program: Program;
  readonly plan: Plan;
  /** What the program does before and after, as text. */
  readonly before: string;
  readonly after: string;
}

export interface Checked {
  readonly differences: readonly Difference[];
  /** By transformation, how often it was applied in the plans of a single one. */
  readonly sites: ReadonlyMap<string, number>;
}

/** Programs that one process runs. */
const BATCH = 50;

/** Each transformation alone, and all of them in an order of the program's own. */
export function allPlans({ program }: ProgramUnderTest): readonly Plan[] {
  const alone = TRANSFORMATIONS.map((transformation) => [transformation]);
  return [...alone, randomStream(program.name, "order").shuffle(TRANSFORMATIONS)];
}

/** Programs number `first` and following of a seed, ready to be rewritten. */
export function generated(seed: string | number, first: number, count: number): ProgramUnderTest[] {
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  return prepared(numbers.map((number) => generateProgram(seed, number)));
}

/** Rewrites programs by all plans and compares what they do before and after. */
export function checkPrograms(
  subjects: readonly ProgramUnderTest[],
  plansOf: (subject: ProgramUnderTest) => readonly Plan[],
): Checked {
  const sites = new Map<string, number>();
  const differences: Difference[] = [];
  for (let start = 0; start < subjects.length; start += BATCH) {
    const attempts = subjects
      .slice(start, start + BATCH)
      .map((subject) => attemptsAt(subject, plansOf(subject)));
    for (const { plan, result } of attempts.flat()) {
      const [only, second] = plan;
      if (only === undefined || second !== undefined) continue;
      sites.set(only.id, (sites.get(only.id) ?? 0) + (result.sites[0] ?? 0));
    }
    differences.push(...differencesIn(attempts));
  }
  return { differences, sites };
}

/** The numbers of programs that don't do the same each time, which no comparison can bear. */
export function unsteady(subjects: readonly ProgramUnderTest[]): readonly string[] {
  const texts = subjects.map(({ text }) => [text]);
  const [first, second] = [runVariants(texts, 0), runVariants(texts, 1)];
  return subjects
    .filter((_, index) => described(first[index]?.[0]) !== described(second[index]?.[0]))
    .map(({ program }) => program.name);
}

interface Attempt {
  readonly subject: ProgramUnderTest;
  readonly plan: Plan;
  readonly result: Rewritten;
}

function attemptsAt(subject: ProgramUnderTest, plans: readonly Plan[]): readonly Attempt[] {
  return plans.map((plan) => ({ subject, plan, result: subject.rewritten(plan) }));
}

function differencesIn(attempts: readonly (readonly Attempt[])[]): readonly Difference[] {
  const changed = attempts.map((list) =>
    list.filter(({ result, subject }) => result.fault === null && result.text !== subject.text),
  );
  const suspects = compared(changed).flatMap(({ attempt, isSame }) => (isSame ? [] : [attempt]));
  // Again, each in a process of its own, so that no variant pays for what another one left behind.
  const again = compared(suspects.map((attempt) => [attempt]));
  const broken = attempts.flat().filter(({ result }) => result.fault !== null);
  return [
    ...broken.map(({ subject: { program }, plan, result }) => ({
      ...{ program, plan, before: "valid syntax", after: result.fault ?? "" },
    })),
    ...again.flatMap(({ attempt, isSame, before, after }) =>
      isSame ? [] : [{ program: attempt.subject.program, plan: attempt.plan, before, after }],
    ),
  ];
}

interface Compared {
  readonly attempt: Attempt;
  readonly isSame: boolean;
  readonly before: string;
  readonly after: string;
}

/** Runs the attempts at each program together with the program as it was. */
function compared(attempts: readonly (readonly Attempt[])[]): readonly Compared[] {
  const lists = attempts.filter((list) => list.length > 0);
  if (lists.length === 0) return [];
  const texts = lists.map((list) => [
    list[0]?.subject.text ?? "",
    ...list.map(({ result }) => result.text),
  ]);
  const runs = runVariants(texts, 0);
  return lists.flatMap((list, index) => {
    const [original, ...others] = (runs[index] ?? []).map(described);
    const before = original ?? "";
    return list.map((attempt, at) => {
      const after = others[at] ?? "";
      return { attempt, isSame: before === after, before, after };
    });
  });
}

function described(behaviour: Behaviour | null | undefined): string {
  if (behaviour === null || behaviour === undefined) return "does not end";
  // Where an object lies in memory is no behaviour.
  const printed = behaviour.stdout.replaceAll(/ at 0x[0-9a-f]+>/g, " at …>");
  return `${printed}${behaviour.error ?? "ends"}\n`;
}

/** Candidates that are looked at together. */
const TOGETHER = 40;

/** The smallest program with the difference that cutting things out one by one leads to. */
export function reduced(difference: Difference): Difference {
  let best = difference;
  for (const plan of difference.plan.map((item) => [item])) {
    const [found] = differencesOf([best.program], plan);
    if (found !== undefined) best = found;
  }
  for (let smaller: Difference | undefined = best; smaller !== undefined;) {
    best = smaller;
    smaller = firstSmaller(best);
  }
  return best;
}

function firstSmaller({ program, plan }: Difference): Difference | undefined {
  const candidates = [...smallerPrograms(program)];
  for (let start = 0; start < candidates.length; start += TOGETHER) {
    const [found] = differencesOf(candidates.slice(start, start + TOGETHER), plan);
    if (found !== undefined) return found;
  }
  return undefined;
}

function differencesOf(programs: readonly Program[], plan: Plan): readonly Difference[] {
  // Each of the two readers of Python takes some of what the other one refuses.
  const valid = programs.filter((program) => {
    const text = programText(program);
    return gate(text) === null && parsePython(text).ok;
  });
  const { differences } = checkPrograms(prepared(valid), () => [plan]);
  return differences.filter(
    ({ program, before }) =>
      !before.includes("SyntaxError") &&
      before !== "does not end" &&
      unsteady(prepared([program])).length === 0,
  );
}

/** A difference with all that is needed to look into it. */
export function report({ program, plan, before, after }: Difference): string {
  const [subject] = prepared([program]);
  return [
    `Program ${program.name} by ${plan.map(({ id }) => id).join(", ")}:`,
    ...[programText(program), "-- rewritten:", subject?.rewritten(plan).text ?? ""],
    ...[`-- before:`, before, "-- after:", after],
  ].join("\n");
}
