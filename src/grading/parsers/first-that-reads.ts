// A parser for logs of one of several kinds: of the first parser that finds any test in it.
import type { TestLogParser } from "./test-log-parser.ts";

/** Reads with the first of the parsers that finds a test. */
export function firstThatReads(parsers: readonly TestLogParser[]): TestLogParser["parse"] {
  return (output) => {
    for (const parser of parsers) {
      const statuses = parser.parse(output);
      if (statuses.size > 0) return statuses;
    }
    return new Map();
  };
}
