// How edits and runs of tests follow each other: failed, edited, run again.
import type { TestRun } from "./actions/test-run.ts";
import type { StepActions } from "./step-actions.ts";

export interface RecordedRun extends TestRun {
  readonly step: number;
  readonly command: string;
}

/** Every run of tests, and of scripts that the agent wrote, in order. */
export function testRuns(steps: readonly StepActions[]): RecordedRun[] {
  return steps.flatMap(({ step, calls }) =>
    calls.flatMap(({ event, actions }) =>
      actions.flatMap(({ test, program }) =>
        test === null ? [] : [{ ...test, step, command: event.command ?? program }],
      ),
    ),
  );
}

export interface FixCycle {
  readonly failedAt: number;
  /** Steps between that edit the work. */
  readonly editedAt: readonly number[];
  readonly retestedAt: number;
  readonly result: TestRun["result"];
}

export interface WorkSteps {
  /** Steps that edit files that are work. */
  readonly edits: readonly number[];
  readonly runs: readonly RecordedRun[];
}

/** Cycles of a step with a failed run, edits of the work, and the next step with a run. */
export function fixCycles({ edits, runs }: WorkSteps): FixCycle[] {
  const results = new Map<number, TestRun["result"]>();
  for (const { step, result } of runs) {
    if (results.get(step) !== "failed") results.set(step, result);
  }
  const steps = [...results.keys()];
  return steps.flatMap((failedAt, index) => {
    const retestedAt = steps[index + 1];
    if (results.get(failedAt) !== "failed" || retestedAt === undefined) return [];
    const editedAt = edits.filter((step) => step >= failedAt && step <= retestedAt);
    if (editedAt.length === 0) return [];
    return [{ failedAt, editedAt, retestedAt, result: results.get(retestedAt) ?? "unknown" }];
  });
}

/** How often the work was taken up: groups of edits with a run of tests or scripts between them. */
export function patchIterations({ edits, runs }: WorkSteps): number {
  let iterations = 0;
  let last: number | null = null;
  for (const step of edits) {
    const previous = last;
    const isNew = previous === null || runs.some((run) => run.step >= previous && run.step < step);
    if (isNew) iterations += 1;
    last = step;
  }
  return iterations;
}
