import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome.ts";
import type { Grade, TestStatus } from "./run.ts";

const submitted = { kind: "finished", decision: "submit" } as const;

function graded(statuses: readonly TestStatus[], observation?: Grade["observation"]): Grade {
  return {
    runId: "r",
    attempt: 1,
    number: 1,
    gradedAt: 0,
    durationMs: 1,
    parser: "unittest",
    observation: observation ?? { kind: "tests", exitCode: 0 },
    failToPass: statuses.slice(0, 1).map((status) => ({ test: "f", status })),
    passToPass: statuses.slice(1).map((status, i) => ({ test: `p${i}`, status })),
  };
}

describe("the outcome of a run", () => {
  it("is resolved when every required test passed, whatever the exit code", () => {
    const grade = graded(["PASSED", "PASSED"], { kind: "tests", exitCode: 1 });
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grade })).toEqual({
      kind: "resolved",
    });
  });

  it.each(["FAILED", "ERROR", "SKIPPED", "XFAIL", "MISSING"] as const)(
    "is unresolved when a required test was %s",
    (status) => {
      const grade = graded(["PASSED", status]);
      expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grade }).kind).toBe("unresolved");
    },
  );

  it("is unresolved when no test is required", () => {
    const evidence = { ending: submitted, patchIsEmpty: false, grade: graded([]) };
    expect(outcomeOf(evidence).kind).toBe("unresolved");
  });

  it("is empty when the agent finished without a change, whatever the tests say", () => {
    const evidence = { ending: submitted, patchIsEmpty: true, grade: graded(["PASSED"]) };
    expect(outcomeOf(evidence)).toEqual({ kind: "empty" });
  });

  it("is limit when a limit decided, with or without a change", () => {
    const ending = { kind: "limit", which: "steps" } as const;
    for (const patchIsEmpty of [true, false]) {
      expect(outcomeOf({ ending, patchIsEmpty, grade: null })).toEqual({
        kind: "limit",
        which: "steps",
      });
    }
  });

  it("is infra when the environment or the grading failed, or a submission was not graded", () => {
    const ending = { kind: "infra", code: "sandbox-died", evidence: "gone" } as const;
    expect(outcomeOf({ ending, patchIsEmpty: true, grade: null }).kind).toBe("infra");
    const grade = graded([], { kind: "infra", code: "patch-did-not-apply", evidence: "x" });
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grade }).kind).toBe("infra");
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grade: null }).kind).toBe("infra");
  });

  it("is ambiguous when the tests ran into their time limit", () => {
    const grade = graded([], { kind: "timeout", limitMs: 1000 });
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grade })).toMatchObject({
      kind: "ambiguous",
      code: "tests-timed-out",
    });
  });
});
