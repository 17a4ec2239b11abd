// Reads GoogleTest, alone or through ctest -V, which puts `12: ` before each line. A test is
// believed to have passed where it was announced (`[ RUN      ]`), and where no more have than the
// closing lines of all programs count. A failure's parameter is no part of its name.
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

const CTEST_PREFIX = /^\d+: /;
const RUN = /\[ RUN {6}\] (\S+)$/;
/** Output without a newline may come before it. */
const RESULT = /\[ {1,7}(OK|FAILED|SKIPPED) {1,2}\] (.+)$/;
const DURATION = / \(\d+ ms\)$/;
const CLOSING = /^\[ {2}PASSED {2}\] (\d+) tests?\.$/;
const PARAMETER = ", where ";
const STATUSES = { OK: "PASSED", FAILED: "FAILED", SKIPPED: "SKIPPED" } as const;

export const googletest = defineTestLogParser({
  id: "googletest",
  summary: "GoogleTest, alone or through ctest -V.",
  parse(output) {
    const lines = logLines(output).map((line) => line.replace(CTEST_PREFIX, ""));
    const announced = new Set(lines.flatMap((line) => RUN.exec(line)?.[1] ?? []));
    const results = lines
      .flatMap(readResult)
      .filter(({ id, status }) => status !== "PASSED" || announced.has(id));
    return worstStatuses(believed(results, countedBy(lines, CLOSING)));
  },
});

function readResult(line: string): TestLine[] {
  const [, word, rest = ""] = RESULT.exec(line) ?? [];
  // The list at the end names failures again, and counts them: `2 tests, listed below:`.
  if (word === undefined || !DURATION.test(rest)) return [];
  const name = rest.replace(DURATION, "");
  const end = name.indexOf(PARAMETER);
  const status = STATUSES[word as keyof typeof STATUSES];
  return [{ id: end === -1 ? name : name.slice(0, end), status }];
}
