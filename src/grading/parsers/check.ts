// Reads libcheck (C): `file.c:12:F:Core:test_create:0: message`, a line a test in verbose mode and a
// line a failure otherwise, below a line that counts them. A test's id is `case:test`, and for the
// later rounds of a loop test `case:test:round`.
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const COUNTS = /^\d+%: Checks: (\d+), Failures: (\d+), Errors: (\d+)$/;
const RESULT = /^[^:\s]+:\d+:([PFES]):([^:]+):([^:]+):(\d+): /;
const STATUSES = { P: "PASSED", F: "FAILED", E: "ERROR", S: "SKIPPED" } as const;

export const check = defineTestLogParser({
  id: "check",
  summary: "libcheck for C; CK_VERBOSE names the tests that passed.",
  parse(output) {
    const found: TestLine[] = [];
    let passed: number | null = null;
    for (const line of logLines(output)) {
      const [, checks, failures, errors] = (COUNTS.exec(line) ?? []).map(Number);
      if (checks !== undefined) {
        passed = (passed ?? 0) + checks - (failures ?? 0) - (errors ?? 0);
        continue;
      }
      const [, letter, group, name, round] = passed === null ? [] : (RESULT.exec(line) ?? []);
      if (letter === undefined) continue;
      const id = [group, name, ...(round === "0" ? [] : [round])].join(":");
      found.push({ id, status: STATUSES[letter as keyof typeof STATUSES] });
    }
    return worstStatuses(believed(found, passed));
  },
});
