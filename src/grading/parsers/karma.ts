// Reads karma's mocha reporter, and the failures of its progress and dots reporters. Results stand
// between the start of a browser and `SUMMARY:`, which counts them. A test's id is its suites and
// its title, joined by ` > `. Published instances were labelled by a reader that keeps the first
// suite of a depth for those that follow it; what it would say is recorded as well.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { IndentedTitles, indentOf } from "./indented-titles.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

const MARKS: Readonly<Record<string, TestStatus>> = {
  "✔": "PASSED",
  "✖": "FAILED",
  ℹ: "SKIPPED",
};
const COMPLETED = /^✔ (\d+) tests? completed$/;
const SKIPPED = " (skipped)";
const SLOW = / \((?:slow: )?\d+(?:\.\d+)? ?m?s(?:ecs)?\)$/;

export const karma = defineTestLogParser({
  id: "karma",
  summary: "karma: the mocha reporter, and failures of the progress and dots reporters.",
  parse(output) {
    const lines = logLines(output);
    const isStart = (line: string) => line === "START:" || line.includes("Starting browser");
    const start = lines.findIndex(isStart) + 1;
    const summary = lines.findIndex((line, i) => i >= start && line === "SUMMARY:");
    const end = summary === -1 ? lines.length : summary;
    const results = start === 0 ? [] : readResults(lines.slice(start, end));
    const completed = lines.slice(end).find((line) => COMPLETED.test(line));
    const passed = completed === undefined ? null : countedBy([completed], COMPLETED);
    const kept = new Set(
      believed(
        results.map(({ line }) => line),
        passed,
      ),
    );
    const aliases = results
      .filter(({ line }) => kept.has(line))
      .map(({ line, alias }) => ({ id: alias, status: line.status }));
    return worstStatuses([...kept, ...aliases, ...lines.flatMap(browserFailure)]);
  },
});

interface Result {
  readonly line: TestLine;
  readonly alias: string;
}

function readResults(lines: readonly string[]): Result[] {
  const titles = new IndentedTitles();
  const published = new FirstOfDepth();
  const found: Result[] = [];
  for (const line of lines) {
    const indent = indentOf(line);
    if (indent === 0 || indent === line.length) continue;
    const text = line.slice(indent);
    const status = MARKS[text[0] ?? ""];
    if (status === undefined || text[1] !== " ") {
      titles.open(indent, text);
      published.open(indent, text);
      continue;
    }
    const isSkipped = text.endsWith(SKIPPED);
    const title = text.slice(2);
    const own = (isSkipped ? title.slice(0, -SKIPPED.length) : title).replace(SLOW, "");
    const id = titles.path(indent, own).join(" > ");
    found.push({
      line: { id, status: isSkipped ? "SKIPPED" : status },
      alias: [...published.titles, title].join(" > "),
    });
  }
  return found;
}

/** No title is longer, and one above many tests may not make gigabytes of names. */
const MAX_TITLE = 1000;
const MAX_DEPTH = 20;

/** Suites as published labels name them: a title counts only where it is deeper than the last. */
class FirstOfDepth {
  readonly titles: string[] = [];
  #indent = 0;

  open(indent: number, text: string): void {
    const isRoom = this.titles.length < MAX_DEPTH;
    if (indent > this.#indent && isRoom) this.titles.push(text.slice(0, MAX_TITLE));
    else if (indent < this.#indent) this.titles.pop();
    this.#indent = indent;
  }
}

/** `Chrome Headless 90.0 (Linux x86_64) suite title FAILED`. */
function browserFailure(line: string): TestLine[] {
  const open = line.indexOf(" (");
  const close = line.indexOf(") ", open);
  if (!line.endsWith(" FAILED") || open < 1 || close === -1) return [];
  const id = line.slice(close + 2, -" FAILED".length);
  return id === "" ? [] : [{ id, status: "FAILED" }];
}
