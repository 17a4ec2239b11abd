// Reads vitest --reporter=verbose: one line a test, `✓ file > suite > title 5ms`. Published
// instances were labelled by a reader that takes a number at a title's end for its duration, so a
// title without one is recorded without such a number as well.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

const MARKS: Readonly<Record<string, TestStatus>> = {
  "✓": "PASSED",
  "√": "PASSED",
  "×": "FAILED",
  "✗": "FAILED",
  "↓": "SKIPPED",
};
const DURATION = / \d+(?:\.\d+)?m?s$/;
const NUMBER = / \d+$/;
const OUTPUT = /^std(?:out|err) \| \S/;
const CLOSING = /^ *Tests {2}(?:.*\b)?(\d{1,9}) passed\b/;

interface Result extends TestLine {
  readonly isTimed: boolean;
}

export const vitest = defineTestLogParser({
  id: "vitest",
  summary: "vitest --reporter=verbose.",
  parse(output) {
    const lines = logLines(output);
    const results = withoutOutput(lines).flatMap(readResult);
    const kept = believed(results, countedBy(lines, CLOSING));
    const aliases = kept
      .filter(({ id, isTimed }) => !isTimed && NUMBER.test(id))
      .map(({ id, status }) => ({ id: id.replace(NUMBER, ""), status }));
    return worstStatuses([...kept, ...aliases]);
  },
});

/** Without what tests print: it stands below a line that names the test, up to an empty one. */
function withoutOutput(lines: readonly string[]): string[] {
  let isOutput = false;
  return lines.filter((line) => {
    if (OUTPUT.test(line)) isOutput = true;
    else if (line === "") isOutput = false;
    return !isOutput;
  });
}

function readResult(line: string): Result[] {
  const text = line.trim();
  const status = MARKS[text[0] ?? ""];
  // Every test's line holds its file; a line without is a file's own.
  if (status === undefined || text[1] !== " " || !text.includes(" > ")) return [];
  const skipped = text.endsWith(" [skipped]") ? text.slice(0, -" [skipped]".length) : text;
  const title = skipped.slice(2).trim();
  const id = title.replace(DURATION, "").trimEnd();
  return [{ id, status, isTimed: id !== title }];
}
