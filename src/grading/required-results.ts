// What a run of the tests says of those that an instance names.
import type { Instance } from "../core/instance.ts";
import type { TestResult, TestStatus } from "../core/run.ts";
import { worseStatus } from "./parsers/worse-status.ts";

export interface RequiredResults {
  readonly failToPass: TestResult[];
  readonly passToPass: TestResult[];
}

/**
 * The status of each required test; MISSING where the log does not name it. With `expandsParameters`
 * an id without parameters stands for all variants of its test: the worst of them counts. An id that
 * is listed twice has one result.
 */
export function requiredResults(
  { FAIL_TO_PASS, PASS_TO_PASS }: Pick<Instance, "FAIL_TO_PASS" | "PASS_TO_PASS">,
  statuses: ReadonlyMap<string, TestStatus>,
  expandsParameters: boolean,
): RequiredResults {
  const variants = expandsParameters ? worstOfVariants(statuses) : new Map<string, TestStatus>();
  const look = (tests: readonly string[]): TestResult[] =>
    [...new Set(tests)].map((test) => {
      const status = statuses.get(test) ?? variants.get(test) ?? "MISSING";
      return { test, status };
    });
  return { failToPass: look(FAIL_TO_PASS), passToPass: look(PASS_TO_PASS) };
}

/** By id without parameters (`path::test[a]` → `path::test`), the worst status of its variants. */
function worstOfVariants(statuses: ReadonlyMap<string, TestStatus>): Map<string, TestStatus> {
  const worst = new Map<string, TestStatus>();
  for (const [id, status] of statuses) {
    // The first bracket: parameters may hold more of them.
    const at = id.indexOf("[");
    if (at === -1 || !id.endsWith("]")) continue;
    const base = id.slice(0, at);
    worst.set(base, worseStatus(worst.get(base), status));
  }
  return worst;
}
