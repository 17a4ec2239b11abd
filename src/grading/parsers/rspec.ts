// Reads RSpec's documentation format, and the failures of its progress format. A test's id is its
// full description: its groups' titles and its own, joined by spaces. A passing example is a line
// like any other, told from a group by having nothing below it, so all examples must be found, no
// more and no less than RSpec counts, before one is believed to have passed.
import { logLines } from "./clean-log.ts";
import { IndentedTitles, indentOf } from "./indented-titles.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { worstStatuses } from "./test-line.ts";

const EXAMPLES = /^(\d+) examples?, \d+ failures?\b/;
const END = /^(?:Pending:|Failures:|Finished in )/;
const FAILED = / \((?:FAILED|ERROR) - \d+\)$/;
const PENDING = " (PENDING: ";
const RERUN = /^rspec \S+ # (.+)$/;

export const rspec = defineTestLogParser({
  id: "rspec",
  summary: "RSpec's documentation format.",
  parse(output) {
    const lines = logLines(output);
    const count = EXAMPLES.exec(lines.findLast((line) => EXAMPLES.test(line)) ?? "")?.[1];
    const examples = readExamples(lines);
    const isWhole = examples.length === Number(count ?? NaN);
    const kept = examples.filter(({ status }) => isWhole || status !== "PASSED");
    return worstStatuses([...kept, ...lines.flatMap(rerunLine)]);
  },
});

function readExamples(lines: readonly string[]): TestLine[] {
  const end = lines.findIndex((line) => END.test(line));
  // A group of its own stands below an empty line; another line at the margin is output.
  const shown = lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line, i) => line.trim() !== "" && (line.startsWith(" ") || lines[i - 1] === ""));
  const titles = new IndentedTitles();
  const found: TestLine[] = [];
  for (const [i, line] of shown.entries()) {
    const indent = indentOf(line);
    const text = line.slice(indent);
    const hasMore = indentOf(shown[i + 1] ?? "") > indent;
    const id = (title: string) => titles.path(indent, title).join(" ");
    const pending = text.indexOf(PENDING);
    if (FAILED.test(text)) found.push({ id: id(text.replace(FAILED, "")), status: "FAILED" });
    else if (pending !== -1) found.push({ id: id(text.slice(0, pending)), status: "SKIPPED" });
    else if (hasMore) titles.open(indent, text);
    // Examples stand in a group.
    else if (indent > 0) found.push({ id: id(text), status: "PASSED" });
  }
  return found;
}

function rerunLine(line: string): TestLine[] {
  const id = RERUN.exec(line)?.[1];
  return id === undefined ? [] : [{ id, status: "FAILED" }];
}
