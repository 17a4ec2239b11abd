// Reads mocha's spec reporter. A test's id is its full title as mocha itself writes it: the titles
// of its suites and its own, joined by spaces. Results stand above the line that counts the passing
// tests; failures are detailed below it, with whatever they printed, and are not read there.
// Limit: an indented line that the code under test prints looks like the title of a suite.
import { logLines } from "./clean-log.ts";
import { IndentedTitles, indentOf } from "./indented-titles.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

const PASSING = /^ {2}(\d+) passing \(/;
const DURATION = / \(\d+ms\)$/;
const FAILED = /^(\d+)\) (.+)$/;

export const mocha = defineTestLogParser({
  id: "mocha",
  summary: "mocha's spec reporter.",
  parse(output) {
    const lines = logLines(output);
    const end = lines.findLastIndex((line) => PASSING.test(line));
    const results = resultLines(end === -1 ? lines : lines.slice(0, end));
    return worstStatuses(believed(results, end === -1 ? null : countedBy(lines, PASSING)));
  },
});

function resultLines(lines: readonly string[]): TestLine[] {
  const titles = new IndentedTitles();
  const found: TestLine[] = [];
  let failures = 0;
  for (const line of lines) {
    const indent = indentOf(line);
    if (indent === 0 || indent === line.length) continue;
    const text = line.slice(indent);
    const id = (title: string) => titles.path(indent, title).join(" ");
    const failed = FAILED.exec(text);
    if (/^[✔✓√] /.test(text)) {
      found.push({ id: id(text.slice(2).replace(DURATION, "")), status: "PASSED" });
    } else if (failed !== null && Number(failed[1]) === failures + 1) {
      failures++;
      found.push({ id: id(failed[2] ?? ""), status: "FAILED" });
    } else if (text.startsWith("- ")) {
      found.push({ id: id(text.slice(2)), status: "SKIPPED" });
    } else {
      titles.open(indent, text);
    }
  }
  return found;
}
