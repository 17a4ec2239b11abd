// Which of two statuses of the same test counts.
import type { TestStatus } from "../../core/run.ts";

const FROM_BEST: readonly TestStatus[] = [
  "PASSED",
  "XFAIL",
  "SKIPPED",
  "FAILED",
  "ERROR",
  "MISSING",
];

/** The worse one; the other where there is only one. */
export function worseStatus(a: TestStatus | undefined, b: TestStatus): TestStatus {
  return a === undefined || FROM_BEST.indexOf(b) > FROM_BEST.indexOf(a) ? b : a;
}
