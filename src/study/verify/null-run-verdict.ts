// What the null runs of a state say of it. A state is rejected only for tests that are not what they
// must be in every one of its K null runs; one clean null run accepts it. So a flaky test changes no
// plan, and the further runs are spent only on states that look bad.
import type { Grade, TestResult } from "../../core/run.ts";
import { unmetTests } from "../conditions/condition.ts";
import type { Expectation } from "../conditions/condition.ts";

export type NullRunVerdict =
  | { readonly kind: "accepted" }
  | { readonly kind: "rejected"; readonly failing: readonly TestResult[] }
  /** One more null run must say. */
  | { readonly kind: "open" };

export type ObservedTests = Pick<Grade, "observation" | "failToPass" | "passToPass">;

/** The verdict of the null runs so far; those that the environment failed are left out. */
export function nullRunVerdict(
  expectation: Expectation,
  observed: readonly ObservedTests[],
  repeats: number,
): NullRunVerdict {
  const seen = observed.filter(({ observation }) => observation.kind !== "infra");
  if (seen.length === 0) return { kind: "open" };
  const failing = unmetInAll(seen.map((one) => unmetIn(expectation, one)));
  if (failing.length === 0) return { kind: "accepted" };
  return seen.length < repeats ? { kind: "open" } : { kind: "rejected", failing };
}

/** Stands for the tests of a run that did not come to an end. */
const TIMED_OUT: TestResult = { test: "(the tests timed out)", status: "ERROR" };

/** What is not as it must be in one run of the tests. */
export function unmetIn(expectation: Expectation, observed: ObservedTests): TestResult[] {
  const unmet = unmetTests(expectation, observed);
  return observed.observation.kind === "timeout" ? [TIMED_OUT, ...unmet] : unmet;
}

/** The tests that are in every list, as the last list has them. */
export function unmetInAll(lists: readonly (readonly TestResult[])[]): TestResult[] {
  const names = lists.map((list) => new Set(list.map(({ test }) => test)));
  return (lists.at(-1) ?? []).filter(({ test }) => names.every((known) => known.has(test)));
}
