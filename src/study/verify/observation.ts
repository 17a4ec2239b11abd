// What one batch of tests did, and what two of them tell about each other. A batch that crashes, runs
// out of time or ends otherwise than before is an outcome like that of a test.
import { z } from "zod";
import { testStatusSchema, type TestStatus } from "../../core/run.ts";

export const observationSchema = z.object({
  statuses: z.record(z.string(), testStatusSchema),
  /** `exit 1`, `timeout`, `signal SIGSEGV`. */
  ending: z.string(),
  durationMs: z.number(),
});
export type Observation = z.infer<typeof observationSchema>;

/** What the untouched project does, whenever it is asked. */
export interface Baseline {
  readonly stable: ReadonlyMap<string, string>;
  /** Outcomes that differed between untouched runs. */
  readonly flaky: ReadonlySet<string>;
}

export interface ChangedOutcome {
  readonly test: string;
  readonly before: string;
  readonly after: string;
}

/** Under this name the ending of a whole batch is compared. */
export function endingName(batch: string): string {
  return `(end of ${batch})`;
}

/** What repeated untouched runs of a batch agree on. */
export function baselineOf(batch: string, runs: readonly Observation[]): Baseline {
  const stable = new Map<string, string>();
  const flaky = new Set<string>();
  const outcomes = runs.map((run) => outcomesOf(batch, run));
  for (const test of new Set(outcomes.flatMap((seen) => [...seen.keys()]))) {
    const values = new Set(outcomes.map((seen) => seen.get(test) ?? "MISSING"));
    const [value = "MISSING"] = values;
    if (values.size > 1) flaky.add(test);
    else stable.set(test, value);
  }
  // A batch ends as its tests do: with a flaky one, its end is flaky.
  if (flaky.size > 0 && stable.delete(endingName(batch))) flaky.add(endingName(batch));
  return { stable, flaky };
}

/** Stable outcomes that a run does not show. */
export function changedOutcomes(
  batch: string,
  { stable, flaky }: Baseline,
  run: Observation,
): ChangedOutcome[] {
  const seen = outcomesOf(batch, run);
  return [...new Set([...stable.keys(), ...seen.keys()])].flatMap((test): ChangedOutcome[] => {
    const before = stable.get(test) ?? "MISSING";
    const after = seen.get(test) ?? "MISSING";
    return before === after || flaky.has(test) ? [] : [{ test, before, after }];
  });
}

/** Whether an outcome is one of a test and not of a whole batch. */
export function isTest(name: string): boolean {
  return !name.startsWith("(end of ");
}

/** Tests that pass in both: with the project broken, those that need none of it. */
export function passedInBoth({ stable }: Baseline, run: Observation): number {
  const passed: TestStatus = "PASSED";
  return Object.entries(run.statuses).filter(
    ([test, status]) => status === passed && stable.get(test) === passed,
  ).length;
}

function outcomesOf(batch: string, { statuses, ending }: Observation): Map<string, string> {
  return new Map([...Object.entries(statuses), [endingName(batch), ending]]);
}
