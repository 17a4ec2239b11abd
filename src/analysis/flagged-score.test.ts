import { expect, it } from "vitest";
import { madeFacts } from "../../test/reference/made-facts.ts";
import { randomStream } from "../core/random-stream.ts";
import { robustness } from "./robustness.ts";
import type { RunFact } from "./run-fact.ts";

const random = randomStream(1, "analysis");
const { runs, ...facts } = madeFacts({ "a-1": { seed: "RRU", sham: "RRR", variant: "RUU" } });
const analysed = (findingsOf: (run: RunFact) => RunFact["findings"]) =>
  robustness(
    { ...facts, runs: runs.map((run) => ({ ...run, findings: findingsOf(run) })) },
    { random },
  );
const isFirstSeed = ({ arm, replicate }: RunFact) => arm === "seed" && replicate === 1;

it("gives the score without the runs that a breach flags, and counts findings by rule", () => {
  const finding = (rule: string) => ({ rule, step: 3 });
  const { flagged, configurations } = analysed((run) =>
    isFirstSeed(run)
      ? [finding("history-mining"), finding("history-mining"), finding("test-editing")]
      : [finding("test-editing")],
  );
  expect(flagged).toMatchObject({ scanned: 9, unscanned: 0 });
  expect(flagged?.flagged).toEqual(runs.filter(isFirstSeed).map(({ runId }) => runId));
  expect(flagged?.rules.filter((rule) => rule.runs > 0)).toEqual([
    { rule: "history-mining", isBreach: true, runs: 1 },
    { rule: "test-editing", isBreach: false, runs: 9 },
  ]);
  const rate = (all: typeof configurations | null | undefined) =>
    all?.[0]?.arms.seed.resolveRate.measuredRuns;
  expect(rate(configurations)).toMatchObject({ resolved: 2, n: 3 });
  expect(rate(flagged?.configurations)).toMatchObject({ resolved: 1, n: 2 });
});

it("shows no second score where nothing is flagged, and takes no run without trajectory for clean", () => {
  const { flagged } = analysed((run) => (isFirstSeed(run) ? [] : undefined));
  expect(flagged).toMatchObject({ scanned: 1, unscanned: 8, flagged: [], configurations: null });
  expect(analysed(() => undefined).flagged).toBeNull();
});
