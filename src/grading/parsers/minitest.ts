// Reads minitest -v: `TestFoo#test_bar = 0.01 s = .`, where a test's own output may come after the
// first `=`. shoulda ends its names in a full stop, which published instances leave out, so such a
// name is recorded in both ways.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, passedOf, worstStatuses } from "./test-line.ts";

const STATUSES: Readonly<Record<string, TestStatus>> = {
  ".": "PASSED",
  F: "FAILED",
  E: "ERROR",
  S: "SKIPPED",
};
const RESULT = /(?:^|[^\d.])(\d+\.\d+ s = ([.FES]))$/;
const CLOSING = /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (\d+) skips$/;
const NAMED = /^\S+#/;
const SEPARATOR = " = ";

export const minitest = defineTestLogParser({
  id: "minitest",
  summary: "minitest -v.",
  parse(output) {
    const lines = logLines(output);
    const results = readResults(lines);
    const kept = believed(results, passedOf(lines, CLOSING));
    const aliases = kept
      .filter(({ id }) => id.endsWith("."))
      .map(({ id, status }) => ({ id: id.slice(0, -1), status }));
    return worstStatuses([...kept, ...aliases]);
  },
});

function readResults(lines: readonly string[]): TestLine[] {
  const found: TestLine[] = [];
  let name: string | null = null;
  for (const line of lines) {
    const [, result = "", mark = ""] = RESULT.exec(line) ?? [];
    if (NAMED.test(line)) name = nameIn(line, result) ?? name;
    const status = STATUSES[mark];
    if (status === undefined || name === null) continue;
    found.push({ id: name.trimEnd(), status });
    name = null;
  }
  return found;
}

/** A name may hold ` = ` itself, unless output follows it. */
function nameIn(line: string, result: string): string | null {
  const head = line.slice(0, line.length - result.length);
  const at = head.endsWith(SEPARATOR) ? head.length - SEPARATOR.length : line.indexOf(SEPARATOR);
  return at === -1 ? null : line.slice(0, at);
}
