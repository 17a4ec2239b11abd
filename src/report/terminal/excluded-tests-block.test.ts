import { expect, it } from "vitest";
import { excludedTestsBlock } from "./excluded-tests-block.ts";
import { graderVarianceText } from "./grader-variance-text.ts";

const test = (index: number) => ({
  ...({ list: "PASS_TO_PASS", test: `t${index}`, detail: "passed in 1 of 2 gold runs" } as const),
  reason: index % 2 === 0 ? ("flaky" as const) : ("broken" as const),
});

it("counts and names excluded tests, as many as fit", () => {
  const tests = Array.from({ length: 23 }, (_, index) => test(index));
  const excluded = [{ benchmark: "b", instanceId: "i", tests, isLeftOut: false }];
  const text = excludedTestsBlock({ rule: 1, excluded, leftOut: [] });
  expect(text).toContain("12 flaky and 11 broken tests of 1");
  expect(text).toContain("- broken PASS_TO_PASS of i: t19 (passed in 1 of 2 gold runs)\n");
  expect(text).toMatch(/\n- and 3 more \(--json has them\)$/);
  expect(text.split("\n").every((line) => line.length <= 100)).toBe(true);
});

it("says whose the scatter is, and where that is not known", () => {
  const variance = {
    ...({ patches: 12, disagreeing: 4, gradings: 36, runs: 12, method: "nested-moments" } as const),
    ...{ component: { grader: 1 / 9, agent: 0.1821 } },
    ofResolveRate: { grader: 0.0030864, agent: 0.0151749 },
  };
  expect(graderVarianceText(variance)).toBe(
    "12 patches were graded more than once (36 gradings); of 4 the gradings differ. " +
      "Standard error of the resolve rate over 12 runs: 5.6 points by the grader, " +
      "12.3 points by the agent. Variance of one grading: 0.1111 within patches, " +
      "0.1821 between patches of one state.",
  );
  const alone = {
    ...{ component: { grader: 0, agent: null }, ofResolveRate: { grader: 0, agent: null } },
  };
  expect(graderVarianceText({ ...variance, ...alone })).toContain(
    "0.0 points by the grader, not known by the agent (no state has two runs).",
  );
});
