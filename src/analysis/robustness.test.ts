// Hand-worked studies. Runs are written as "R" resolved, "U" unresolved, "E" empty, "L" limit,
// "I" infra, "A" ambiguous, one letter a run.
import { expect, it } from "vitest";
import { randomStream } from "../core/random-stream.ts";
import type { ConfigurationAnalysis } from "./configuration-analysis.ts";
import type { Contrast } from "./contrast.ts";
import { madeFacts, type MadeInstance } from "../../test/reference/made-facts.ts";
import { robustness } from "./robustness.ts";
import { robustnessFactsSchema } from "./run-fact.ts";

function analyse(instances: Record<string, MadeInstance>): ConfigurationAnalysis {
  const facts = robustnessFactsSchema.parse(madeFacts(instances));
  const { configurations } = robustness(facts, { random: randomStream(1, "analysis") });
  return configurations[0] as ConfigurationAnalysis;
}

it("takes the mean of the instances' differences: 100 points and 0 points lost is 50", () => {
  const { degradation } = analyse({
    a: { seed: "RRRR", sham: "RRRR", variant: "UUUU" },
    b: { seed: "RRUU", sham: "RRUU", variant: "URUR" },
  });
  const primary = degradation["sham-variant"];
  expect(primary.degradation).toMatchObject({ meanPp: 50, confidence: 0.95 });
  expect(primary).toMatchObject({
    verdict: "worse",
    instances: { used: 2, leftOut: [] },
    runs: { baseline: 8, changed: 8 },
  });
  expect(degradation["seed-variant"].degradation.meanPp).toBe(50);
  expect(degradation["seed-sham"].degradation.meanPp).toBe(0);
  expect(degradation["seed-sham"].verdict).toBe("not-shown");
});

it("keeps infra and ambiguous runs out of rates and intervals, and in the paper's denominator", () => {
  const { arms, degradation } = analyse({ a: { seed: "RRUI", sham: "RELA", variant: "U" } });
  expect(arms.seed.outcomes).toEqual({
    resolved: 2,
    unresolved: 1,
    empty: 0,
    limit: 0,
    infra: 1,
    ambiguous: 0,
  });
  expect(arms.seed.n).toEqual({ allRuns: 4, measuredRuns: 3 });
  expect(arms.seed.resolveRate.allRuns).toMatchObject({ resolved: 2, n: 4, rateFraction: 0.5 });
  expect(arms.seed.resolveRate.measuredRuns).toMatchObject({ resolved: 2, n: 3 });
  // Empty and limit are the agent's doing, so they stay in.
  expect(arms.sham.resolveRate.measuredRuns).toMatchObject({ resolved: 1, n: 3 });
  expect(degradation["seed-variant"].perInstance).toMatchObject([
    { baseline: { resolved: 2, n: 3 }, changed: { resolved: 0, n: 1 }, method: "newcombe" },
  ]);
});

it("leaves instances without a measured run in an arm out of the mean, and names them", () => {
  const { degradation } = analyse({
    a: { seed: "RR", sham: "RU", variant: "UU" },
    b: { seed: "RR", sham: "II", variant: "RR" },
    c: { seed: "RR", sham: "RR", variant: "" },
    d: { seed: "RR", sham: "", variant: "A" },
  });
  expect(degradation["sham-variant"]).toMatchObject({
    degradation: { meanPp: 50 },
    instances: {
      used: 1,
      leftOut: [
        { instanceId: "b", reason: "no-run-in-baseline" },
        { instanceId: "c", reason: "no-run-in-changed" },
        { instanceId: "d", reason: "no-run-in-either" },
      ],
    },
    runs: { baseline: 2, changed: 2 },
  });
  expect(degradation["sham-variant"].perInstance[1]).toMatchObject({
    degradationPp: null,
    reason: "no-run-in-baseline",
  });
});

it("marks a bootstrap interval degenerate where all rates are 0 or 1, and lets MOVER decide", () => {
  const { degradation } = analyse({
    a: { seed: "RRR", sham: "RRR", variant: "RRR" },
    b: { seed: "RRR", sham: "RRR", variant: "UUU" },
    c: { seed: "RRR", sham: "RRR", variant: "RRR" },
    d: { seed: "RRR", sham: "RRR", variant: "RRR" },
  });
  const { bootstrap, mover } = estimated(degradation["sham-variant"]);
  expect(bootstrap).toMatchObject({ lowerPp: 25, upperPp: 25, degenerate: true });
  expect(mover.lowerPp).toBeLessThan(25);
  expect(mover.upperPp).toBeGreaterThan(25);
  expect(degradation["sham-variant"].verdict).toBe(mover.lowerPp > 0 ? "worse" : "not-shown");
});

it("compares with the seed where there are no shams, and says that shams are not estimable", () => {
  const { primary, degradation } = analyse({ a: { seed: "RRRR", sham: "", variant: "UURR" } });
  expect(primary).toBe("seed-variant");
  expect(degradation["sham-variant"]).toMatchObject({
    degradation: { meanPp: null, reason: "no-usable-stratum" },
    verdict: "not-estimable",
  });
});

it("gives steps by arm and their mean relative change: +100 % and +0 % is +50 %", () => {
  const { effort } = analyse({
    a: { seed: "RR", sham: "RR", variant: "RR", steps: { seed: 10, sham: 10, variant: 20 } },
    b: { seed: "RR", sham: "RR", variant: "RI", steps: { seed: 30, sham: 30, variant: 30 } },
  });
  expect(effort.steps.arms.variant).toMatchObject({ mean: 25, instances: 2, runs: 3 });
  expect(effort.steps.changes["sham-variant"]).toMatchObject({ changePct: 50, instances: 2 });
  expect(effort.steps.changes["seed-sham"]).toMatchObject({ changePct: 0, degenerate: true });
  // made-facts gives every step 100 ms.
  expect(effort.wallMs.arms.variant).toMatchObject({ mean: 2500 });
});

it("counts shams and variants that were run more than once", () => {
  const facts = madeFacts({ a: { seed: "RR", sham: "RR", variant: "RR" } });
  const again = facts.runs
    .filter(({ conditionId }) => conditionId === "variant-1")
    .map((run) => ({ ...run, runId: `${run.runId}-again`, replicate: 2 }));
  const options = { random: randomStream(1, "analysis") };
  const { configurations } = robustness({ ...facts, runs: [...facts.runs, ...again] }, options);
  expect(configurations[0]?.repeatedConditions).toBe(1);
});

it("analyses every agent on its own", () => {
  const mender = madeFacts({ a: { seed: "RR", sham: "RR", variant: "UU" } }, "mender");
  const gold = madeFacts({ a: { seed: "RR", sham: "RR", variant: "RR" } }, "gold");
  const facts = { ...mender, runs: [...mender.runs, ...gold.runs] };
  const { configurations } = robustness(facts, { random: randomStream(1, "analysis") });
  expect(
    configurations.map(({ configuration, degradation }) => [
      configuration,
      degradation["sham-variant"].degradation.meanPp,
    ]),
  ).toEqual([
    ["gold", 0],
    ["mender", 100],
  ]);
});

it("gives the same numbers whatever the order of the facts", () => {
  const facts = madeFacts({
    a: { seed: "RRU", sham: "RUU", variant: "UUR" },
    b: { seed: "RRR", sham: "RUR", variant: "URR" },
  });
  const reversed = {
    runs: [...facts.runs].reverse(),
    variants: [...facts.variants].reverse(),
    ineligible: [...facts.ineligible].reverse(),
  };
  const options = () => ({ random: randomStream(1, "analysis") });
  expect(robustness(reversed, options())).toEqual(robustness(facts, options()));
});

it("sums up how far the variants are from their seeds", () => {
  const facts = madeFacts({ a: { seed: "R", sham: "RRR", variant: "RRR" } });
  const analysis = robustness(facts, { random: randomStream(1, "analysis") });
  expect(analysis.perturbation).toEqual({
    variants: 3,
    unchanged: 0,
    rejectedDraws: 0,
    reachGoldFile: 3,
    filesChanged: { min: 1, median: 2, max: 3 },
    linesChanged: { min: 10, median: 20, max: 30 },
  });
});

it("has an answer for a study without a single run", () => {
  const none = { runs: [], variants: [], ineligible: [{ runId: "x", reason: "gate" }] };
  expect(robustness(none, { random: randomStream(1, "analysis") })).toMatchObject({
    configurations: [],
    perturbation: { variants: 0, filesChanged: null, linesChanged: null },
    ineligible: [{ runId: "x", reason: "gate" }],
  });
});

it("refuses a run that is given twice", () => {
  const { runs, variants, ineligible } = madeFacts({ a: { seed: "R", sham: "R", variant: "R" } });
  const twice = { runs: [...runs, ...runs], variants, ineligible };
  expect(() => robustness(twice, { random: randomStream(1, "analysis") })).toThrow("given twice");
});

function estimated({ degradation }: Contrast) {
  if (degradation.meanPp === null) throw new Error(degradation.reason);
  return degradation;
}
