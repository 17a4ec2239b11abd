// What a runner says about one test, and the two rules that all parsers share: a test named twice
// has the worse status, and no more tests are believed to have passed than the runner counted.
import type { TestStatus } from "../../core/run.ts";
import { worseStatus } from "./worse-status.ts";

export interface TestLine {
  readonly id: string;
  readonly status: TestStatus;
}

/** One status a test. */
export function worstStatuses(lines: Iterable<TestLine>): Map<string, TestStatus> {
  const statuses = new Map<string, TestStatus>();
  for (const { id, status } of lines) statuses.set(id, worseStatus(statuses.get(id), status));
  return statuses;
}

/**
 * The lines, without those that say PASSED where there are more of them than the runner's own
 * closing line counts (a printed line looks like a result), or where that line is missing (null:
 * the run broke off, and nothing tells results from output).
 */
export function believed<Line extends TestLine>(
  lines: readonly Line[],
  passed: number | null,
): readonly Line[] {
  const named = lines.filter(({ status }) => status === "PASSED").length;
  if (passed !== null && named <= passed) return lines;
  return lines.filter(({ status }) => status !== "PASSED");
}

/** The sum of what a pattern's first group counts over all lines; null where no line matches. */
export function countedBy(lines: readonly string[], pattern: RegExp): number | null {
  const matches = lines.map((line) => pattern.exec(line)).filter((match) => match !== null);
  return matches.length === 0
    ? null
    : matches.reduce((sum, match) => sum + Number(match[1] ?? 0), 0);
}

/**
 * How many tests passed by the last line that matches: its first group counts all that ran, the
 * others what of them did not pass. Null where no line does.
 */
export function passedOf(lines: readonly string[], closing: RegExp): number | null {
  const found = closing.exec(lines.findLast((line) => closing.test(line)) ?? "");
  if (found === null) return null;
  const [run = 0, ...others] = found.slice(1).map(Number);
  return others.reduce((rest, count) => rest - count, run);
}
