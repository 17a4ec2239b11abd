import { expect, it } from "vitest";
import { decidingGrade } from "./deciding-grade.ts";
import type { Grade, TestStatus } from "./run.ts";

const grade = (number: number, status: TestStatus | null): Grade => ({
  ...{ runId: "r", attempt: 1, number, gradedAt: 0, durationMs: 1, parser: "unittest" },
  observation:
    status === null ? { kind: "timeout", limitMs: 1 } : { kind: "tests", exitCode: null },
  failToPass: [{ test: "t", status: status ?? "MISSING" }],
  passToPass: [],
  touchedTestFiles: [],
});

it.each([
  [["PASSED", "FAILED", "PASSED", "FAILED", "FAILED"], 5],
  [["PASSED", "FAILED", "PASSED"], 3],
  [["FAILED", "PASSED", "PASSED", "FAILED"], 4],
  [["PASSED", null], 1],
  [[null, null], 2],
] as const)("of %j shows the last that agrees with the outcome", (statuses, number) => {
  const grades = statuses.map((status, index) => grade(index + 1, status));
  expect(decidingGrade(grades)?.number).toBe(number);
});

it("shows nothing where there is nothing", () => {
  expect(decidingGrade([])).toBeNull();
});
