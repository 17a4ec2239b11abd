import { expect, it } from "vitest";
import { madeFacts } from "../../test/reference/made-facts.ts";
import { robustness } from "../analysis/index.ts";
import { randomStream } from "../core/random-stream.ts";
import { jsonReport } from "./json-report.ts";

const random = randomStream(1, "analysis");
const mender = madeFacts({
  a: { seed: "RRRI", sham: "RRR", variant: "UUU" },
  b: { seed: "RRRR", sham: "RRU", variant: "RRU" },
});

it("has the arms, the degradation, the variants and the runs of the one configuration", () => {
  const report = jsonReport(robustness(mender, { random }), "made");
  expect(report).toMatchObject({
    schemaVersion: 1,
    study: "made",
    confidence: 0.95,
    resamples: 20_000,
    arms: {
      seed: {
        n: 8,
        instances: 2,
        outcomes: { resolved: 7, infra: 1 },
        measured: 7,
        rate: 1,
        interval: { method: "wilson", upper: 1 },
        allRuns: { n: 8, rate: 7 / 8 },
      },
      sham: { n: 6, measured: 6, rate: 5 / 6 },
      variant: { n: 6, measured: 6, rate: 1 / 3 },
    },
    degradation: {
      contrast: "sham-variant",
      unit: "percentage points",
      mean: 50,
      interval: { method: "mover" },
      bootstrap: { method: "fixed-population-bootstrap", degenerate: false },
      n: 2,
      runs: { baseline: 6, changed: 6 },
    },
  });
  expect(report.variants).toHaveLength(6);
  expect(report.variants[0]).toEqual({
    instanceId: "a",
    conditionId: "variant-1",
    filesChanged: 1,
    linesChanged: 10,
    goldFilesChanged: 1,
    unchanged: false,
    rejected: 0,
  });
  expect(report.runs).toHaveLength(20);
  expect(Object.keys(report.degradation?.contrasts ?? {})).toEqual([
    "sham-variant",
    "seed-variant",
    "seed-sham",
  ]);
});

it("pools nothing over several configurations", () => {
  const gold = madeFacts({ a: { seed: "R", sham: "R", variant: "R" } }, "gold");
  const both = { ...mender, runs: [...mender.runs, ...gold.runs] };
  const report = jsonReport(robustness(both, { random }), "made");
  expect(report).toMatchObject({ arms: null, degradation: null, effort: null });
  expect(report.configurations.map(({ configuration }) => configuration)).toEqual([
    "gold",
    "mender",
  ]);
});

it("has null, not 0 or NaN, where nothing ran", () => {
  const facts = madeFacts({ a: { seed: "RR", sham: "", variant: "I" } });
  const report = jsonReport(robustness(facts, { random }), "made");
  expect(report.arms?.sham).toMatchObject({ n: 0, measured: 0, rate: null, interval: null });
  expect(report.arms?.variant).toMatchObject({ measured: 0, rate: null, allRuns: { rate: 0 } });
  expect(report.degradation).toMatchObject({ mean: null, interval: null, bootstrap: null, n: 0 });
});

it("loses nothing on its way through JSON", () => {
  const report = jsonReport(robustness(mender, { random }), "made");
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});
