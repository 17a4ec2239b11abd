// Reads ctest's own lines: `1/3 Test #1: name .....   Passed    0.01 sec`. Its closing line counts
// the failures of all tests; without it, or with fewer tests than lines, nothing passed. What test
// programs print (-V) stands behind a number and a colon.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const RESULT = /^ *\d+\/\d+ Test +#\d+: (\S.*)$/;
const ENDING = / +\d+\.\d+ sec$/;
const CLOSING = /^\d+% tests passed, (\d+) tests? failed out of (\d+)$/;

export const ctest = defineTestLogParser({
  id: "ctest",
  summary: "ctest: one status a test program.",
  parse(output) {
    const lines = logLines(output);
    const closing = CLOSING.exec(lines.findLast((line) => CLOSING.test(line)) ?? "");
    const passed = closing === null ? null : Number(closing[2]) - Number(closing[1]);
    return worstStatuses(believed(lines.flatMap(readResult), passed));
  },
});

/** `name with spaces ......***Failed  Required regular expression …` → name, status. */
function readResult(line: string): TestLine[] {
  const text = RESULT.exec(line)?.[1];
  if (text === undefined || !ENDING.test(text.slice(-32))) return [];
  const dots = text.indexOf(" ..");
  const end = dots === -1 ? text.indexOf("***") : dots;
  const status = statusOf(text.slice(Math.max(end, 0)));
  return end < 1 || status === null ? [] : [{ id: text.slice(0, end).trimEnd(), status }];
}

function statusOf(text: string): TestStatus | null {
  if (text.includes("***Skipped")) return "SKIPPED";
  if (text.includes("***Failed")) return "FAILED";
  // Not Run, Timeout, Exception: SegFault …
  if (text.includes("***")) return "ERROR";
  return /\. +Passed /.test(text.slice(-64)) ? "PASSED" : null;
}
