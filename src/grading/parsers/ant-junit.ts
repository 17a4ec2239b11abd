// Reads Ant's junit task with a formatter that names tests: `[junit] [PASS] name`. Ant puts the
// same `[junit]` before what tests print, and no line counts results: a printed result can't be
// told from a real one, unless the same test has a worse one too. Nothing passed in a build that
// did not come to its end.
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const RESULT = /^\[junit\] {1,16}\[(PASS|FAIL|ERR)\] (.+)$/;
const STATUSES = { PASS: "PASSED", FAIL: "FAILED", ERR: "ERROR" } as const;
const VERDICT = /^BUILD (?:SUCCESSFUL|FAILED)$/;

export const antJunit = defineTestLogParser({
  id: "ant-junit",
  summary: "Ant's junit task with named results: [junit] [PASS] name.",
  parse(output) {
    const lines = logLines(output).map((line) => line.trim());
    const found = lines.flatMap((line): TestLine[] => {
      const [, word, name = ""] = RESULT.exec(line) ?? [];
      if (word === undefined) return [];
      return [{ id: name.trim(), status: STATUSES[word as keyof typeof STATUSES] }];
    });
    const isWhole = lines.some((line) => VERDICT.test(line));
    return worstStatuses(believed(found, isWhole ? found.length : null));
  },
});
