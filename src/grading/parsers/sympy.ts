// Reads SymPy's own runner, bin/test --verbose: below the path of a file, a line a test. A test's
// output may come between its name and its status, and the file's verdict stands on the last
// test's line. A test is recorded by its name, as published instances have it, and by `path:name`:
// names repeat in other files, and then the worst counts.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

const FILE = /^(\S+\.py)\[(?:\d+|\?)\] *$/;
const TEST = /^(test_\w+) /;
/** One colon before SymPy 1.13. */
const FAILURE = /^_+ (\S+\.py)::?(test_\w+) _+$/;
const VERDICT = /\[(?:OK|FAIL)\]$/;
const FINISHED = /^[= ]*tests finished: (\d+) passed, /;
/** A map: any word may be looked up, "constructor" as well. */
const STATUSES: ReadonlyMap<string, TestStatus> = new Map<string, TestStatus>([
  ["ok", "PASSED"],
  ["F", "FAILED"],
  ["E", "ERROR"],
  ["f", "XFAIL"],
  ["X", "FAILED"],
  ["s", "SKIPPED"],
  ["w", "SKIPPED"],
  ["T", "ERROR"],
  ["K", "ERROR"],
]);

interface Result extends TestLine {
  readonly file: string | null;
}

export const sympy = defineTestLogParser({
  id: "sympy",
  summary: "SymPy's bin/test --verbose.",
  parse(output) {
    const lines = logLines(output);
    const results = readResults(lines);
    const finished = lines.filter((line) => FINISHED.test(line)).slice(0, 1);
    const kept = new Set<TestLine>(believed(results, countedBy(finished, FINISHED)));
    const withPath = results
      .filter((line) => kept.has(line) && line.file !== null)
      .map(({ id, file, status }) => ({ id: `${file ?? ""}:${id}`, status }));
    return worstStatuses([...kept, ...withPath, ...lines.flatMap(failure)]);
  },
});

function readResults(lines: readonly string[]): Result[] {
  const found: Result[] = [];
  let file: string | null = null;
  let name: string | null = null;
  for (const line of lines) {
    file = FILE.exec(line)?.[1] ?? file;
    // Details follow, and what they quote is no result.
    if (FINISHED.test(line) || line.startsWith("_____")) break;
    const named = TEST.exec(line)?.[1];
    name = named ?? name;
    const text = (named === undefined ? line : line.slice(named.length)).trim();
    const status = statusOf(text.replace(VERDICT, "").trimEnd());
    if (status === undefined || name === null) continue;
    found.push({ id: name, status, file });
    name = null;
  }
  return found;
}

/** `ok`, `F`, `s  - needs numpy`, or such a word after what the test printed. */
function statusOf(text: string): TestStatus | undefined {
  const skipped = /^[swTK] {2}- /.exec(text);
  const word = skipped === null ? text.slice(text.lastIndexOf(" ") + 1) : (text[0] ?? "");
  return STATUSES.get(word);
}

function failure(line: string): TestLine[] {
  const [, file = "", name] = FAILURE.exec(line) ?? [];
  if (name === undefined) return [];
  return [
    { id: name, status: "FAILED" },
    { id: `${file}:${name}`, status: "FAILED" },
  ];
}
