// Reads cucumber with a progress formatter that names scenarios, one line each with a mark a step
// (`features/a.feature:30  Scenario: Title .....`), and cucumber's own list of failing scenarios.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const NAMED = /^\S+\.feature:\d+ {1,4}(?:Scenario|Example)/;
const STEPS = /^[.FUPAS-]+$/;
const CLOSING = /^\d+ scenarios?\b/;
const PASSED = /\b(\d{1,9}) passed\)/;
const RERUN = /^cucumber (?:\S+ )?(\S+\.feature:\d+) # (.+)$/;

export const cucumber = defineTestLogParser({
  id: "cucumber",
  summary: "cucumber with a progress formatter that names scenarios.",
  parse(output) {
    const lines = logLines(output).map((line) => line.trim());
    const closing = lines.findLast((line) => CLOSING.test(line));
    const passed = closing === undefined ? null : Number(PASSED.exec(closing)?.[1] ?? 0);
    return worstStatuses([
      ...believed(lines.flatMap(readScenario), passed),
      ...lines.flatMap(readRerun),
    ]);
  },
});

function readScenario(line: string): TestLine[] {
  const at = line.lastIndexOf(" ");
  const steps = line.slice(at + 1);
  if (!NAMED.test(line) || !STEPS.test(steps)) return [];
  return [{ id: line.slice(0, at).trimEnd(), status: statusOf(steps) }];
}

function statusOf(steps: string): TestStatus {
  if (/[FUA]/.test(steps)) return "FAILED";
  return /[-PS]/.test(steps) ? "SKIPPED" : "PASSED";
}

function readRerun(line: string): TestLine[] {
  const [, place, title] = RERUN.exec(line) ?? [];
  return place === undefined ? [] : [{ id: `${place}  ${title ?? ""}`, status: "FAILED" }];
}
