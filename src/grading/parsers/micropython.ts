// Reads MicroPython's run-tests.py: `pass  basics/fun1.py`, closed by the number of tests passed.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

const RESULT = /^(pass|FAIL|skip|lrge) {1,4}(\S.*)$/;
const STATUSES: Readonly<Record<string, TestStatus>> = {
  pass: "PASSED",
  FAIL: "FAILED",
  skip: "SKIPPED",
  lrge: "SKIPPED",
};
const CLOSING = /^(\d+) tests passed$/;

export const micropython = defineTestLogParser({
  id: "micropython",
  summary: "MicroPython's run-tests.py.",
  parse(output) {
    const lines = logLines(output).map((line) => line.trim());
    const found = lines.flatMap((line): TestLine[] => {
      const [, word = "", id = ""] = RESULT.exec(line) ?? [];
      const status = STATUSES[word];
      return status === undefined ? [] : [{ id, status }];
    });
    return worstStatuses(believed(found, countedBy(lines, CLOSING)));
  },
});
