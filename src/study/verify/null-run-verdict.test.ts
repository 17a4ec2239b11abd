import { describe, expect, it } from "vitest";
import type { TestStatus } from "../../core/run.ts";
import { nullRunVerdict } from "./null-run-verdict.ts";
import type { ObservedTests } from "./null-run-verdict.ts";

const EXPECTED = { failToPass: "fail", passToPass: "pass" } as const;
const seen = (...passToPass: TestStatus[]): ObservedTests => ({
  observation: { kind: "tests", exitCode: 0 },
  failToPass: [{ test: "new", status: "FAILED" }],
  passToPass: passToPass.map((status, at) => ({ test: `old-${at}`, status })),
});
const infra: ObservedTests = {
  ...seen("MISSING", "MISSING"),
  observation: { kind: "infra", code: "sandbox-died", evidence: "made" },
};
const timeout: ObservedTests = {
  ...seen("MISSING", "MISSING"),
  observation: { kind: "timeout", limitMs: 1 },
};

describe("nullRunVerdict", () => {
  it("accepts after one clean run, however many are allowed", () => {
    expect(nullRunVerdict(EXPECTED, [seen("PASSED", "PASSED")], 3)).toEqual({ kind: "accepted" });
  });

  it("rejects only when the same test fails every time", () => {
    const once = [seen("FAILED", "PASSED")];
    expect(nullRunVerdict(EXPECTED, once, 2)).toEqual({ kind: "open" });
    expect(nullRunVerdict(EXPECTED, [...once, seen("ERROR", "FAILED")], 2)).toEqual({
      kind: "rejected",
      failing: [{ test: "old-0", status: "ERROR" }],
    });
  });

  it("accepts when another test fails each time: they are flaky", () => {
    const runs = [seen("FAILED", "PASSED"), seen("PASSED", "FAILED")];
    expect(nullRunVerdict(EXPECTED, runs, 2)).toEqual({ kind: "accepted" });
  });

  it("counts no run that the environment failed", () => {
    expect(nullRunVerdict(EXPECTED, [infra, infra], 1)).toEqual({ kind: "open" });
    const runs = [infra, seen("FAILED", "PASSED"), infra];
    expect(nullRunVerdict(EXPECTED, runs, 2)).toEqual({ kind: "open" });
  });

  it("takes a timeout for a failure of every test", () => {
    expect(nullRunVerdict(EXPECTED, [timeout], 1)).toMatchObject({ kind: "rejected" });
    expect(nullRunVerdict(EXPECTED, [timeout, seen("FAILED", "PASSED")], 2)).toEqual({
      kind: "rejected",
      failing: [{ test: "old-0", status: "FAILED" }],
    });
    const either = { failToPass: "either", passToPass: "either" } as const;
    expect(nullRunVerdict(either, [timeout], 1)).toMatchObject({ kind: "rejected" });
  });

  it("rejects a tree on which the issue is resolved already", () => {
    const solved = { ...seen("PASSED"), failToPass: [{ test: "new", status: "PASSED" as const }] };
    expect(nullRunVerdict(EXPECTED, [solved], 1)).toMatchObject({ kind: "rejected" });
  });
});
