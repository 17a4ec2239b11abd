// The contract of a test log parser: the output of a test runner in, one status for each test out.
// A test that the output names twice has the worse of its statuses; a test that it does not name
// is absent here and MISSING in the grade.
import type { TestStatus } from "../../core/run.ts";

export interface TestLogParser {
  readonly id: string;
  readonly summary: string;
  parse(output: string): ReadonlyMap<string, TestStatus>;
}

/** Declares a parser; the registry finds it by this call. */
export function defineTestLogParser(parser: TestLogParser): TestLogParser {
  return parser;
}
