// Reads nose -v (nose, pynose, nose2's plain tests): `tests.test_a.test_x ... ok`. A test's id is
// what nose prints for it, which is its docstring where it has one. The closing lines say how many
// ran and how many of those failed, erred or were skipped: no more than the rest passed.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const RESULT = /^(ok|FAIL|ERROR|SKIP|SKIPPED|expected failure|unexpected success)(?:: .*)?$/;
const STATUSES: Readonly<Record<string, TestStatus>> = {
  ok: "PASSED",
  FAIL: "FAILED",
  ERROR: "ERROR",
  SKIP: "SKIPPED",
  SKIPPED: "SKIPPED",
  "expected failure": "XFAIL",
  "unexpected success": "FAILED",
};
const SEPARATOR = " ... ";
const DOUBLE_RULE = /^={70}$/;
const DETAIL = /^(FAIL|ERROR): (.+)$/;
const RAN = /^Ran (\d+) tests? in /;
const VERDICT = /^(?:OK|FAILED)(?: \((.*)\))?$/;
const COUNT = /[A-Za-z ]+=(\d+)/g;

export const nose = defineTestLogParser({
  id: "nose",
  summary: "nose -v.",
  parse(output) {
    const lines = logLines(output);
    const details = lines.findIndex((line) => DOUBLE_RULE.test(line));
    const results = readResults(lines.slice(0, details === -1 ? undefined : details));
    const failures = lines.flatMap((line, i) =>
      DOUBLE_RULE.test(lines[i - 1] ?? "") ? readDetail(line) : [],
    );
    return worstStatuses([...believed(results, passedOf(lines)), ...failures]);
  },
});

/** A result may stand on a line of its own, after what the test printed. */
function readResults(lines: readonly string[]): TestLine[] {
  const found: TestLine[] = [];
  let pending: string | null = null;
  for (const line of lines) {
    const at = line.indexOf(SEPARATOR);
    const id: string | null = at === -1 ? pending : line.slice(0, at);
    const text = at === -1 ? line : line.slice(at + SEPARATOR.length);
    const status = STATUSES[RESULT.exec(text)?.[1] ?? ""];
    if (status !== undefined && id !== null) found.push({ id, status });
    pending = status === undefined ? id : null;
  }
  return found;
}

function readDetail(line: string): TestLine[] {
  const [, kind, id] = DETAIL.exec(line) ?? [];
  return id === undefined ? [] : [{ id, status: kind === "ERROR" ? "ERROR" : "FAILED" }];
}

function passedOf(lines: readonly string[]): number | null {
  const at = lines.findLastIndex((line) => RAN.test(line));
  const ran = RAN.exec(lines[at] ?? "")?.[1];
  const verdict = lines.slice(at + 1, at + 4).find((line) => VERDICT.test(line));
  if (ran === undefined || verdict === undefined) return null;
  const others = (VERDICT.exec(verdict)?.[1] ?? "").matchAll(COUNT);
  return [...others].reduce((left, [, count]) => left - Number(count), Number(ran));
}
