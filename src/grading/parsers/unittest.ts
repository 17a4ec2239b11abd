// Reads `python3 -m unittest -v`. The code under test writes into the same log, so a line alone
// proves nothing. A test is PASSED only where
//   – it was announced and the lines up to the next announcement hold `ok` and nothing worse;
//   – no failure detailed at the end is its own, or one of its subtests';
//   – the log ends in a summary, and every summary in it can be true: no more tests announced than
//     ran, and at least as many failures, errors, skips and unexpected results seen as it counts.
// So a forged `ok` cannot hide a failure, a run that broke off passes nothing, and a test that is
// announced but never ran makes the log unbelievable. What is left out is MISSING to the grader.
// Limit: a program that writes a whole believable log and ends the process cannot be told from a
// real one by its output.
import type { TestStatus } from "../../core/run.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { Announcement, Summary, UnittestLog } from "./unittest-log.ts";
import { readUnittestLog } from "./unittest-log.ts";
import { worseStatus } from "./worse-status.ts";

const STATUSES: Readonly<Record<string, TestStatus>> = {
  ok: "PASSED",
  FAIL: "FAILED",
  ERROR: "ERROR",
  skipped: "SKIPPED",
  "expected failure": "XFAIL",
  "unexpected success": "FAILED",
};
const REASON = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`;
const STATUS = String.raw`(ok|FAIL|ERROR|expected failure|unexpected success|skipped(?= ${REASON}$))(?: ${REASON})?$`;
/** A line that is a status, or ends in one after a docstring or a subtest. */
const CLEAN_STATUS = new RegExp(String.raw`^(?:.* \.\.\. )?${STATUS}`);
/** A status right after output that did not end in a newline. */
const GLUED_STATUS = new RegExp(STATUS);

export const unittest = defineTestLogParser({
  id: "unittest",
  summary: "Output of python -m unittest -v, Python 3.8 to 3.13.",
  parse: (output) => unittestStatuses(readUnittestLog(output)),
});

/**
 * What of such a log is believed, by dotted name: `tests.test_a.T.test_x`. Some runners say at the
 * start how many tests they found: no more can be announced.
 */
export function unittestStatuses(log: UnittestLog, found = Infinity): Map<string, TestStatus> {
  const statuses = new Map<string, TestStatus>();
  const add = (id: string, status: TestStatus) =>
    statuses.set(id, worseStatus(statuses.get(id), status));

  for (const { id, kind } of log.details) add(id, kind === "ERROR" ? "ERROR" : "FAILED");
  const isComplete = log.summaries.length > 0;
  for (const announcement of log.announcements) {
    for (const word of statusWords(announcement)) {
      // `FAIL` and `ERROR` may be a test's own output, or (to 3.10) the next class's set-up. A
      // complete log details the real ones.
      const isFailure = word === "FAIL" || word === "ERROR";
      if (!isFailure || !isComplete) add(announcement.id, STATUSES[word] ?? "ERROR");
    }
  }
  const tests = log.announcements.filter(({ isFixture }) => !isFixture);
  if (tests.length > found || !isBelievable(log, statuses)) {
    for (const [id, status] of statuses) if (status === "PASSED") statuses.delete(id);
  }
  return statuses;
}

function statusWords({ lines }: Announcement): string[] {
  const shown = lines.filter((line) => line.trim() !== "");
  const clean = shown.map((line) => CLEAN_STATUS.exec(line)?.[1]);
  const glued = shown.map((line) => GLUED_STATUS.exec(line)?.[1]);
  const words = [...clean, glued.at(-1)].filter((word) => word !== undefined);
  return words.length > 0 ? words : glued.filter((word) => word !== undefined).slice(0, 1);
}

function isBelievable(log: UnittestLog, statuses: ReadonlyMap<string, TestStatus>): boolean {
  const words = log.announcements.flatMap(statusWords);
  const seen = (word: string) => words.filter((w) => w === word).length;
  const detailed = (kind: string) => log.details.filter((d) => d.kind === kind).length;
  const tests = log.announcements.filter(({ isFixture }) => !isFixture);
  // Python 3.12.1 alone does not count skipped tests as run. There each test still has a status.
  const notSkipped = tests.filter(({ id }) => statuses.get(id) !== "SKIPPED");
  const announced = tests.every(({ id }) => statuses.has(id)) ? notSkipped.length : tests.length;
  const canBeTrue = ({ ran, counts }: Summary) =>
    announced <= ran &&
    detailed("FAIL") >= (counts.get("failures") ?? 0) &&
    detailed("ERROR") >= (counts.get("errors") ?? 0) &&
    seen("skipped") >= (counts.get("skipped") ?? 0) &&
    seen("expected failure") >= (counts.get("expected failures") ?? 0) &&
    seen("unexpected success") >= (counts.get("unexpected successes") ?? 0);
  return log.summaries.length > 0 && log.summaries.every(canBeTrue);
}
