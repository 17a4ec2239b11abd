import fc from "fast-check";
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
    touchedTestFiles: [],
  };
}

describe("the outcome of a run", () => {
  it("is resolved when every required test passed, whatever the exit code", () => {
    const grade = graded(["PASSED", "PASSED"], { kind: "tests", exitCode: 1 });
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grades: [grade] })).toEqual({
      kind: "resolved",
    });
  });

  it.each(["FAILED", "ERROR", "SKIPPED", "XFAIL", "MISSING"] as const)(
    "is unresolved when a required test was %s",
    (status) => {
      const grade = graded(["PASSED", status]);
      expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grades: [grade] }).kind).toBe(
        "unresolved",
      );
    },
  );

  it("is unresolved when no test is required", () => {
    const evidence = { ending: submitted, patchIsEmpty: false, grades: [graded([])] };
    expect(outcomeOf(evidence).kind).toBe("unresolved");
  });

  it("is empty when the agent finished without a change, whatever the tests say", () => {
    const evidence = { ending: submitted, patchIsEmpty: true, grades: [graded(["PASSED"])] };
    expect(outcomeOf(evidence)).toEqual({ kind: "empty" });
  });

  it("is limit when a limit decided, with or without a change", () => {
    const ending = { kind: "limit", which: "steps" } as const;
    for (const patchIsEmpty of [true, false]) {
      expect(outcomeOf({ ending, patchIsEmpty, grades: [] })).toEqual({
        kind: "limit",
        which: "steps",
      });
    }
  });

  it("is infra when the environment or the grading failed, or a submission was not graded", () => {
    const ending = { kind: "infra", code: "sandbox-died", evidence: "gone" } as const;
    expect(outcomeOf({ ending, patchIsEmpty: true, grades: [] }).kind).toBe("infra");
    const grade = graded([], { kind: "infra", code: "patch-did-not-apply", evidence: "x" });
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grades: [grade] }).kind).toBe(
      "infra",
    );
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grades: [] }).kind).toBe("infra");
  });

  it("is ambiguous when the tests ran into their time limit", () => {
    const grade = graded([], { kind: "timeout", limitMs: 1000 });
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grades: [grade] })).toMatchObject({
      kind: "ambiguous",
      code: "tests-timed-out",
    });
  });

  it("is what most of the grades say", () => {
    const [good, bad] = [graded(["PASSED"]), graded(["FAILED"])];
    const timeout = graded([], { kind: "timeout", limitMs: 1000 });
    const infra = graded([], { kind: "infra", code: "sandbox-died", evidence: "gone" });
    const kindOf = (...grades: Grade[]) =>
      outcomeOf({ ending: submitted, patchIsEmpty: false, grades }).kind;
    expect(kindOf(good, bad, good)).toBe("resolved");
    expect(kindOf(bad, bad, good)).toBe("unresolved");
    expect(kindOf(good, good, timeout)).toBe("resolved");
    expect(kindOf(good, infra)).toBe("resolved");
    // One that timed out says neither, and is no vote for either.
    expect(kindOf(good, timeout, infra)).toBe("ambiguous");
    expect(kindOf(good, timeout, timeout)).toBe("ambiguous");
    expect(kindOf(timeout, infra)).toBe("ambiguous");
    expect(kindOf(infra, infra)).toBe("infra");
  });

  it("is ambiguous where as many grades resolve it as do not", () => {
    const grades = [graded(["PASSED"]), graded(["FAILED"])];
    expect(outcomeOf({ ending: submitted, patchIsEmpty: false, grades })).toEqual({
      kind: "ambiguous",
      code: "grades-disagree",
      evidence: "1 of 2 gradings resolved it, 1 did not.",
    });
  });

  it("depends on the order of grades nowhere that tests were seen", () => {
    const statuses = fc.array(fc.constantFrom<TestStatus>("PASSED", "FAILED"), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(statuses, { minLength: 1, maxLength: 6 }), (all) => {
        const grades = all.map((one) => graded(one));
        const evidence = { ending: submitted, patchIsEmpty: false };
        expect(outcomeOf({ ...evidence, grades: [...grades].reverse() })).toEqual(
          outcomeOf({ ...evidence, grades }),
        );
      }),
    );
  });
});
