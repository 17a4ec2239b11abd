import { expect, it } from "vitest";
import reference from "../../test/reference/variance-components.json" with { type: "json" };
import { graderVariance } from "./grader-variance.ts";

type Graded = Parameters<typeof graderVariance>[0][number];

const run = (instanceId: string, gradings: readonly number[]): Graded => ({
  ...{ instanceId, conditionId: "seed", outcome: { kind: "unresolved" } },
  gradings: gradings.map(Boolean),
});

it("splits the variance of a balanced study as numpy and statsmodels do", () => {
  const [balanced] = reference.cases;
  const runs = balanced?.cells.flatMap((patches, index) =>
    patches.map((gradings) => run(`i${index}`, gradings)),
  );
  const found = graderVariance(runs ?? []);
  expect(found).toMatchObject({ patches: 12, disagreeing: 4, gradings: 36, runs: 12 });
  expect(found?.component.grader).toBeCloseTo(balanced?.within ?? NaN, 12);
  expect(found?.component.agent).toBeCloseTo(balanced?.between ?? NaN, 12);
  expect(found?.ofResolveRate.grader).toBeCloseTo(balanced?.ofMean.within ?? NaN, 12);
  expect(found?.ofResolveRate.agent).toBeCloseTo(balanced?.ofMean.between ?? NaN, 12);
});

it("counts a run that handed in nothing as a patch that failed each time", () => {
  const patch = run("i", [1, 1, 1]);
  const empty: Graded = { instanceId: "i", conditionId: "seed", outcome: { kind: "empty" } };
  expect(graderVariance([patch, empty])).toMatchObject({
    ...{ patches: 1, disagreeing: 0, gradings: 3, runs: 2 },
    component: { grader: 0, agent: 0.5 },
  });
});

it("keeps ties and leaves failures of the environment out", () => {
  const tie: Graded = {
    ...run("i", [1, 0]),
    outcome: { kind: "ambiguous", code: "grades-disagree", evidence: "" },
  };
  const infra: Graded = {
    ...{ instanceId: "i", conditionId: "seed" },
    outcome: { kind: "infra", code: "sandbox-died", evidence: "" },
  };
  expect(graderVariance([tie, infra])).toMatchObject({
    ...{ patches: 1, disagreeing: 1, runs: 1 },
    component: { grader: 0.5, agent: null },
  });
});

it("says nothing where no patch was graded twice", () => {
  const once: Graded = { instanceId: "i", conditionId: "seed", outcome: { kind: "resolved" } };
  expect(graderVariance([once, once])).toBeNull();
});
