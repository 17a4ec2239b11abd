// The outcome of a run if some tests had not been asked for. What was observed is the same; only the
// lists that decide are shorter.
import { outcomeOf } from "../core/outcome.ts";
import type { Outcome, OutcomeEvidence } from "../core/outcome.ts";
import type { Grade, TestResult } from "../core/run.ts";
import type { InstanceExclusions } from "./exclusion-rule.ts";

/** The outcome without excluded tests; null where the instance is left out. */
export function reducedOutcome(
  evidence: OutcomeEvidence,
  { tests, isLeftOut }: InstanceExclusions,
): Outcome | null {
  if (isLeftOut) return null;
  const excludedOf = (list: string) =>
    new Set(tests.filter((test) => test.list === list).map(({ test }) => test));
  const [failToPass, passToPass] = [excludedOf("FAIL_TO_PASS"), excludedOf("PASS_TO_PASS")];
  const kept = (results: readonly TestResult[], excluded: ReadonlySet<string>) =>
    results.filter(({ test }) => !excluded.has(test));
  const grades = evidence.grades.map((grade): Grade => {
    return {
      ...grade,
      failToPass: kept(grade.failToPass, failToPass),
      passToPass: kept(grade.passToPass, passToPass),
    };
  });
  return outcomeOf({ ...evidence, grades });
}
