// Jekyll: some of its published instances run minitest, others cucumber.
import { cucumber } from "./cucumber.ts";
import { firstThatReads } from "./first-that-reads.ts";
import { minitest } from "./minitest.ts";
import { defineTestLogParser } from "./test-log-parser.ts";

export const minitestOrCucumber = defineTestLogParser({
  id: "minitest-or-cucumber",
  summary: "minitest -v or cucumber, whichever the log holds.",
  parse: firstThatReads([minitest, cucumber]),
});
