// Reads what Maven's surefire and failsafe plugins print. Their console names the classes that ran
// and the tests that failed, not the tests that passed: a class is PASSED when all of its tests
// are, and a failed test is `class#method`. For single tests give surefire's XML reports to
// `junit-xml`, or run one command a test (`maven-commands`).
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { worstStatuses } from "./test-line.ts";

const LEVEL = /^\[(?:INFO|ERROR|WARNING)\] {1,3}/;
const COUNTS = /^Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(.*)$/;
/** `, Time elapsed: 0.289 s <<< FAILURE! - in com.example.FailTest`; two dashes from 3.0. */
const CLASS = /^, Time elapsed: .* --? in (\S+)$/;
/** ` -- Time elapsed: 0.1 s <<< ERROR!`; two spaces instead of the dashes before 3.0. */
const TEST_TIME = /^(?: --)? {1,2}Time elapsed: .*<<< (FAILURE|ERROR)!$/;
const BUILD = /^BUILD (?:SUCCESS|FAILURE)$/;

export const maven = defineTestLogParser({
  id: "maven",
  summary: "Maven with surefire or failsafe: classes, and the tests that failed.",
  parse(output) {
    const lines = logLines(output).map((line) => line.replace(LEVEL, ""));
    const classes: { line: TestLine; run: number }[] = [];
    const failures: TestLine[] = [];
    let total = 0;
    for (const line of lines) {
      failures.push(...failedTest(line));
      const [, run, failed, errors, skipped, rest = ""] = COUNTS.exec(line) ?? [];
      if (run === undefined) continue;
      const counts = [run, failed, errors, skipped].map(Number) as [number, number, number, number];
      const id = CLASS.exec(rest)?.[1];
      if (id !== undefined) {
        classes.push({ line: { id, status: statusOf(counts) }, run: counts[0] });
      } else if (rest === "") total += counts[0];
    }
    // More in the classes than in the totals of the modules: some line was printed by a test.
    const seen = classes.reduce((sum, { run }) => sum + run, 0);
    const isWhole = seen <= total && lines.some((line) => BUILD.test(line));
    const kept = classes.filter(({ line }) => isWhole || line.status !== "PASSED");
    return worstStatuses([...kept.map(({ line }) => line), ...failures]);
  },
});

function statusOf([run, failures, errors, skipped]: [number, number, number, number]): TestStatus {
  if (errors > 0) return "ERROR";
  if (failures > 0) return "FAILED";
  return run > skipped ? "PASSED" : "SKIPPED";
}

/** `testB(com.x.FooTest)  Time elapsed…`, `com.x.FooTest.testB -- Time elapsed…`, `FooTest#testB…`. */
function failedTest(line: string): TestLine[] {
  const at = line.indexOf("Time elapsed: ");
  if (at < 1 || line.startsWith("Tests run: ")) return [];
  const name = line.slice(0, at).trimEnd();
  const isDashed = name.endsWith(" --");
  const kind = TEST_TIME.exec(`${isDashed ? " --" : " "} ${line.slice(at)}`)?.[1];
  if (kind === undefined) return [];
  const id = methodId(isDashed ? name.slice(0, -" --".length) : name);
  return [{ id, status: kind === "ERROR" ? "ERROR" : "FAILED" }];
}

function methodId(name: string): string {
  if (name.includes("#")) return name;
  const paren = name.indexOf("(");
  const head = paren === -1 ? name : name.slice(0, paren);
  const dot = head.lastIndexOf(".");
  if (dot !== -1) return `${name.slice(0, dot)}#${name.slice(dot + 1)}`;
  const place = name.endsWith(")") ? name.slice(name.lastIndexOf("(") + 1, -1) : "";
  return place === "" ? name : `${place}#${name.slice(0, name.lastIndexOf("("))}`;
}
