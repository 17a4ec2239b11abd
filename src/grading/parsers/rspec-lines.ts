// Reads lines `description - passed`, which published Ruby instances make of RSpec's JSON report.
// They hold nothing that tests print, and no closing line to hold them to.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { worstStatuses } from "./test-line.ts";

/** A map: any word may be looked up, "constructor" as well. */
const STATUSES: ReadonlyMap<string, TestStatus> = new Map<string, TestStatus>([
  ["passed", "PASSED"],
  ["failed", "FAILED"],
  ["pending", "SKIPPED"],
]);
const SEPARATOR = " - ";

export const rspecLines = defineTestLogParser({
  id: "rspec-lines",
  summary: "RSpec's JSON report as lines: description - passed.",
  parse: (output) => worstStatuses(logLines(output).flatMap(readLine)),
});

function readLine(line: string): TestLine[] {
  const text = line.trim();
  const at = text.lastIndexOf(SEPARATOR);
  const status = STATUSES.get(text.slice(at + SEPARATOR.length));
  return at < 1 || status === undefined ? [] : [{ id: text.slice(0, at), status }];
}
