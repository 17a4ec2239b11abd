// The outcome of a run by the current rule, from its last attempt and the grades of it.
import { outcomeOf } from "../../core/outcome.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Attempt, Grade } from "../../core/run.ts";

/** Computed, never stored as truth: a better rule needs no new run. */
export function runOutcome(attempt: Attempt, grades: readonly Grade[]): Outcome {
  return outcomeOf({
    ending: attempt.ending,
    patchIsEmpty: attempt.patch.length === 0,
    grades,
  });
}
