// Immutable.js: some of its published instances print jest's JSON report as lines, others jest's
// own verbose lines.
import { firstThatReads } from "./first-that-reads.ts";
import { jest } from "./jest.ts";
import { jestJson } from "./jest-json.ts";
import { defineTestLogParser } from "./test-log-parser.ts";

export const jestOrJson = defineTestLogParser({
  id: "jest-or-json",
  summary: "jest --verbose or jest --json, whichever the log holds.",
  parse: firstThatReads([jestJson, jest]),
});
