// Reads the Tcl test runner of Redis and Valkey: `[ok]: title (5 ms)`, `[err]: title in file.tcl`.
// Nothing counts the results, but the run says how it ended, and a run that does not passed nothing.
// The server under test prints to files of its own, not here.
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const RESULT = /^\[(ok|err|skip|ignore)\]: (.+)$/;
const DURATION = / \(\d+ ?m?s\)$/;
const PLACE = / in \S+$/;
const STATUSES = { ok: "PASSED", err: "FAILED", skip: "SKIPPED", ignore: "SKIPPED" } as const;
const END = /All tests passed without errors!|^!!! WARNING The following tests failed:|The End$/;

export const redis = defineTestLogParser({
  id: "redis",
  summary: "The test runner of Redis and Valkey.",
  parse(output) {
    const lines = logLines(output).map((line) => line.trim());
    const found = lines.flatMap(readResult);
    const isWhole = lines.some((line) => END.test(line));
    return worstStatuses(believed(found, isWhole ? found.length : null));
  },
});

function readResult(line: string): TestLine[] {
  const [, word, rest = ""] = RESULT.exec(line) ?? [];
  if (word === undefined) return [];
  const title = rest.replace(DURATION, "");
  const id = word === "err" ? withoutPlace(title) : title;
  return [{ id, status: STATUSES[word as keyof typeof STATUSES] }];
}

function withoutPlace(title: string): string {
  // Only the last words can be a place.
  const at = title.lastIndexOf(" in ");
  return at !== -1 && PLACE.test(title.slice(at)) ? title.slice(0, at) : title;
}
