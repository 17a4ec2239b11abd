// Reads PHPUnit --testdox: a heading a class, then a mark and a sentence a test. A test's id is
// `Heading > Sentence`. The closing line (`OK (5 tests, …)`, or `Tests: 5, …, Failures: 1.`) says
// how many passed. Details of a failure stand behind a bar and are not read.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const MARKS: Readonly<Record<string, TestStatus>> = {
  "✔": "PASSED",
  "✘": "FAILED",
  "↩": "SKIPPED",
  "→": "SKIPPED",
  "∅": "SKIPPED",
};
/** `Round (Tests\Carbon\Round)`; a class without a namespace is its sentence alone. */
const HEADING = /^(\w[^(]*) \([^()]+\)$/;
const PLAIN_HEADING = /^[A-Z][\w ]*$/;
const OK = /^OK \((\d+) tests?, /;
const TESTS = /^Tests: (\d+), Assertions: \d+(.*)\.$/;
const NOT_PASSED = /, (?:Errors|Failures|Skipped|Incomplete): (\d+)/g;

export const phpunit = defineTestLogParser({
  id: "phpunit",
  summary: "PHPUnit --testdox.",
  parse(output) {
    const lines = logLines(output);
    return worstStatuses(believed(readResults(lines), passedOf(lines)));
  },
});

function readResults(lines: readonly string[]): TestLine[] {
  const found: TestLine[] = [];
  let heading: string | null = null;
  for (const [i, line] of lines.entries()) {
    const title = HEADING.exec(line)?.[1] ?? plainHeading(line, lines[i + 1]);
    if (title !== null) heading = title;
    const text = line.trim();
    const status = MARKS[text[0] ?? ""];
    if (status === undefined || heading === null) continue;
    found.push({ id: `${heading} > ${text.slice(1).trim()}`, status });
  }
  return found;
}

function plainHeading(line: string, next = ""): string | null {
  return PLAIN_HEADING.test(line) && (next.trim()[0] ?? "") in MARKS ? line : null;
}

function passedOf(lines: readonly string[]): number | null {
  const last = lines.findLast((line) => OK.test(line) || TESTS.test(line)) ?? "";
  const ok = OK.exec(last)?.[1];
  if (ok !== undefined) return Number(ok);
  const [, tests, rest = ""] = TESTS.exec(last) ?? [];
  if (tests === undefined) return null;
  return [...rest.matchAll(NOT_PASSED)].reduce((left, [, n]) => left - Number(n), Number(tests));
}
