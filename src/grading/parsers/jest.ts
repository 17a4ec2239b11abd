// Reads jest --verbose. Results are the lines from a file's PASS or FAIL line to the next empty
// one: what tests print comes before or after. A test is recorded by its title, as published
// instances name it, and by `suite > title`: titles repeat, and then the worst counts.
import { logLines } from "./clean-log.ts";
import { IndentedTitles, indentOf } from "./indented-titles.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

const FILE = /^(?:PASS|FAIL) (\S.*)$/;
const DURATION = / \(\d+(?:\.\d+)? m?s\)$/;
const CLOSING = /^Tests: (?:.*\b)?(\d{1,9}) passed, /;
const MARKS = { "✓": "PASSED", "√": "PASSED", "✕": "FAILED", "×": "FAILED" } as const;
const UNDONE = { "○": "skipped ", "✎": "todo " } as const;

export const jest = defineTestLogParser({
  id: "jest",
  summary: "jest --verbose.",
  parse(output) {
    const lines = logLines(output);
    const titles = new IndentedTitles();
    const tests: { path: string[]; line: TestLine }[] = [];
    const broken: TestLine[] = [];
    let file: string | null = null;
    for (const line of lines) {
      const named = FILE.exec(line)?.[1];
      if (named !== undefined) {
        file = named.replace(DURATION, "");
        titles.clear();
      } else if (line === "") {
        file = null;
      } else if (file !== null) {
        if (line.startsWith("  ● Test suite failed to run")) {
          broken.push({ id: file, status: "ERROR" });
        }
        const indent = indentOf(line);
        const read = readResult(line.slice(indent));
        if (read === null && indent > 0) titles.open(indent, line.slice(indent));
        else if (read !== null) tests.push({ path: titles.path(indent, read.id), line: read });
      }
    }
    const passed = countedBy(lines, CLOSING);
    const kept = new Set(
      believed(
        tests.map((test) => test.line),
        passed,
      ),
    );
    const aliases = tests
      .filter(({ path, line }) => path.length > 1 && kept.has(line))
      .map(({ path, line }) => ({ id: path.join(" > "), status: line.status }));
    return worstStatuses([...kept, ...aliases, ...broken]);
  },
});

function readResult(text: string): TestLine | null {
  const mark = text[0] ?? "";
  if (text[1] !== " ") return null;
  const title = text.slice(2).replace(DURATION, "");
  if (mark in MARKS) return { id: title, status: MARKS[mark as keyof typeof MARKS] };
  if (!(mark in UNDONE)) return null;
  const word = UNDONE[mark as keyof typeof UNDONE];
  return { id: title.startsWith(word) ? title.slice(word.length) : title, status: "SKIPPED" };
}
