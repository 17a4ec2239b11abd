// Reads the test harness of GNU Automake (make check): `PASS: name`. Each directory's summary
// counts its passes (`# PASS:  4`, or `All 4 tests passed` before 1.12); no more than they count are
// believed. What test programs print goes to files of their own.
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

const RESULT = /^(PASS|FAIL|SKIP|XFAIL|XPASS|ERROR): (.+)$/;
const STATUSES = {
  PASS: "PASSED",
  FAIL: "FAILED",
  SKIP: "SKIPPED",
  XFAIL: "XFAIL",
  XPASS: "FAILED",
  ERROR: "ERROR",
} as const;
const PASSES = /^# PASS: +(\d+)$/;
const ALL_PASSED = /^(?:All )?(\d+) tests? passed$/;
const SOME_FAILED = /^(\d+) of (\d+) tests? failed$/;

export const automake = defineTestLogParser({
  id: "automake",
  summary: "make check of GNU Automake.",
  parse(output) {
    const lines = logLines(output).map((line) => line.trim());
    const found = lines.flatMap((line): TestLine[] => {
      const [, word, id = ""] = RESULT.exec(line) ?? [];
      return word === undefined ? [] : [{ id, status: STATUSES[word as keyof typeof STATUSES] }];
    });
    const serial = lines
      .map((line) => SOME_FAILED.exec(line))
      .map((match) => (match === null ? null : Number(match[2]) - Number(match[1])));
    const counts = [countedBy(lines, PASSES), countedBy(lines, ALL_PASSED), ...serial];
    const known = counts.filter((count) => count !== null);
    const passed = known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
    return worstStatuses(believed(found, passed));
  },
});
