import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream } from "../core/random-stream.ts";
import { outcomeOf } from "../core/outcome.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Grade, TestStatus } from "../core/run.ts";
import type { ExcludedTest } from "./exclusion-rule.ts";
import { reducedOutcome } from "./reduced-outcome.ts";
import { robustness } from "./robustness.ts";
import type { RunFact } from "./run-fact.ts";

const submitted = { kind: "finished", decision: "submit" } as const;
const excluded = (list: ExcludedTest["list"], test: string): ExcludedTest => ({
  ...{ list, test, reason: "flaky", detail: "" },
});

function graded(failToPass: readonly TestStatus[], passToPass: readonly TestStatus[]): Grade {
  const named = (statuses: readonly TestStatus[]) =>
    statuses.map((status, index) => ({ test: `t${index}`, status }));
  return {
    ...{ runId: "r", attempt: 1, number: 1, gradedAt: 0, durationMs: 1, parser: "p" },
    observation: { kind: "tests", exitCode: 1 },
    ...{ failToPass: named(failToPass), passToPass: named(passToPass), touchedTestFiles: [] },
  };
}

describe("the outcome without excluded tests", () => {
  it("asks only the tests that are left, each list for itself", () => {
    const grades = [graded(["PASSED", "FAILED"], ["PASSED", "MISSING"])];
    const evidence = { ending: submitted, patchIsEmpty: false, grades };
    const without = (...tests: ExcludedTest[]) =>
      reducedOutcome(evidence, { tests, isLeftOut: false })?.kind;
    const both = [excluded("FAIL_TO_PASS", "t1"), excluded("PASS_TO_PASS", "t1")] as const;
    expect(without(both[0])).toBe("unresolved");
    expect(without(both[1])).toBe("unresolved");
    expect(without(...both)).toBe("resolved");
    expect(reducedOutcome(evidence, { tests: both, isLeftOut: true })).toBeNull();
  });

  it("never resolves less than the published one, and is it where nothing is excluded", () => {
    const status = fc.constantFrom<TestStatus>("PASSED", "FAILED");
    const list = fc.array(status, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(list, list), { minLength: 1, maxLength: 3 }), (all) => {
        const grades = all.map(([f, p]) => graded(f, p));
        const evidence = { ending: submitted, patchIsEmpty: false, grades };
        const published = outcomeOf(evidence);
        expect(reducedOutcome(evidence, { tests: [], isLeftOut: false })).toEqual(published);
        const tests = [excluded("PASS_TO_PASS", "t0")];
        const second = reducedOutcome(evidence, { tests, isLeftOut: false });
        if (published.kind === "resolved") expect(second).toEqual(published);
      }),
    );
  });
});

describe("the second score", () => {
  const fact = (instanceId: string, replicate: number, more: Partial<RunFact> = {}): RunFact => ({
    ...{ runId: `${instanceId}:${replicate}`, configuration: "a", benchmark: "b", instanceId },
    ...{ arm: "seed", conditionId: "seed", replicate, outcome: { kind: "unresolved" } },
    ...{ steps: 1, wallMs: 1, ...more },
  });
  const resolved: Outcome = { kind: "resolved" };
  const runs = [
    fact("i", 1, { reducedOutcome: resolved, gradings: [true, false, false] }),
    fact("i", 2, { reducedOutcome: { kind: "unresolved" }, gradings: [false, false, false] }),
    fact("j", 1, { reducedOutcome: null }),
    fact("k", 1),
  ];
  const facts = { runs, variants: [], ineligible: [] };
  const options = { random: randomStream(1, "test"), resamples: 100 };
  const exclusions = ["j", "i"].map((instanceId) => ({
    ...{ benchmark: "b", instanceId, isLeftOut: instanceId === "j" },
    tests: [excluded("FAIL_TO_PASS", "t0")],
  }));

  it("stands beside the published one, without instances that are left out", () => {
    const analysis = robustness({ ...facts, exclusions }, options);
    expect(analysis.configurations[0]?.arms.seed.outcomes).toMatchObject({ unresolved: 4 });
    expect(analysis.reduced).toMatchObject({ rule: 1, leftOut: ["b:j"] });
    const [second] = analysis.reduced?.configurations ?? [];
    expect(second?.arms.seed.outcomes).toMatchObject({ resolved: 1, unresolved: 2 });
    expect(second?.graderVariance).toBeNull();
    expect(analysis.configurations[0]?.graderVariance).toMatchObject({
      ...{ patches: 2, disagreeing: 1, gradings: 6, runs: 4 },
    });
  });

  it("is absent where no test is excluded, and the published one does not depend on it", () => {
    const plain = robustness(facts, options);
    const both = robustness({ ...facts, exclusions }, options);
    expect(plain.reduced).toBeNull();
    expect(both.configurations).toEqual(plain.configurations);
  });
});
