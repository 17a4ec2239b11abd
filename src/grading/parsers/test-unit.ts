// Reads test-unit -v (Ruby): `  test_x:	.: (0.001)`, one indented line a test below its case. A
// test's own output may come between its name and its mark. A test is recorded by its name, as
// published instances have it, and by `Case > name`.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { indentOf } from "./indented-titles.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, passedOf, worstStatuses } from "./test-line.ts";

const STATUSES: Readonly<Record<string, TestStatus>> = {
  ".": "PASSED",
  F: "FAILED",
  E: "ERROR",
  O: "SKIPPED",
  P: "SKIPPED",
};
const CLOSING =
  /^(\d+) tests, \d+ assertions, (\d+) failures, (\d+) errors, (\d+) pendings, (\d+) omissions,/;
const CASE = /^ *(\S+): *$/;
const LONG = /: [.FEOPN](?:: \(\d+\.\d+\))?$/;
const MARK = /^[\t ]*([.FEOPN])(?:: \(\d+\.\d+\))?$/;

export const testUnit = defineTestLogParser({
  id: "test-unit",
  summary: "test-unit -v.",
  parse(output) {
    const lines = logLines(output);
    const results = readResults(lines);
    const kept = believed(results, passedOf(lines, CLOSING));
    return worstStatuses(kept.flatMap(withoutCase));
  },
});

function readResults(lines: readonly string[]): TestLine[] {
  const found: TestLine[] = [];
  let group = "";
  let name: string | null = null;
  for (const line of lines) {
    const indent = indentOf(line);
    const end = indent > 0 ? nameEnd(line) : -1;
    const title = CASE.exec(line)?.[1];
    if (title !== undefined && !title.startsWith("test_")) {
      group = title;
      name = null;
    } else if (end !== -1) {
      name = line.slice(indent, end).replace(/^test: /, "");
    }
    const rest = end === -1 ? line : line.slice(end + 1);
    const status = STATUSES[MARK.exec(rest.trimEnd())?.[1] ?? ""];
    if (status === undefined || name === null) continue;
    found.push({ id: `${group}\t${name}`, status });
    name = null;
  }
  return found;
}

/** Tabs follow a name; a long one has a space instead, and then its mark. */
function nameEnd(line: string): number {
  const tab = line.indexOf(":\t");
  if (tab !== -1) return tab;
  const mark = LONG.exec(line.slice(-32))?.[0];
  return mark === undefined ? -1 : line.length - mark.length;
}

function withoutCase({ id, status }: TestLine): TestLine[] {
  const [group = "", name = ""] = id.split("\t");
  const short = { id: name, status };
  return group === "" ? [short] : [short, { id: `${group} > ${name}`, status }];
}
