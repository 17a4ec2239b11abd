// Our intervals against those of A Jagged Frontier (arXiv 2608.18389): 432 published counts, their
// Newcombe intervals, and the fixed-population intervals of 16 experiments. The data lies beside the
// repository, not in it.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { randomStream } from "../core/random-stream.ts";
import {
  fixedPopulationBootstrap,
  type FixedPopulationBootstrap,
} from "./fixed-population-bootstrap.ts";
import { moverInterval, type MoverInterval } from "./mover-interval.ts";
import { newcombeInterval, type NewcombeInterval } from "./newcombe-interval.ts";
import { signFlipTest } from "./sign-flip-test.ts";
import type { Stratum } from "./stratum.ts";

const folder = new URL("../../../shared/data/published/", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, folder));
const names = [
  "jagged_frontier_cells.csv",
  "jagged_frontier_newcombe.csv",
  "jagged_frontier_statistics.json",
];
const missing = names.filter((name) => !existsSync(path(name)));
const why =
  missing.length === 0 ? "" : ` (skipped: no ${missing.join(", ")} beside the repository)`;
if (why !== "") process.stdout.write(`skipped: published numbers: no ${missing.join(", ")}\n`);

const statisticsSchema = z.object({
  experiments: z.record(
    z.string(),
    z.object({
      sign_flip_pvalue: z.number(),
      degradation_binomial_ci: z.object({
        mean_pp: z.number(),
        ci_lower_pp: z.number(),
        ci_upper_pp: z.number(),
        n_boot: z.literal(20_000),
      }),
    }),
  ),
});

/** Rows of a CSV file without quoting, by column name. */
function rows(name: string): ReadonlyMap<string, string>[] {
  const [head = "", ...lines] = readFileSync(path(name), "utf8").trim().split(/\r?\n/);
  const columns = head.split(",");
  return lines.map((line) => {
    const values = line.split(",");
    return new Map(columns.map((column, i) => [column, values[i] ?? ""]));
  });
}

const text = (row: ReadonlyMap<string, string>, column: string) => row.get(column) ?? "";
const count = (row: ReadonlyMap<string, string>, column: string) => Number(row.get(column));

/** The published counts by experiment and instance. */
function publishedCells(): Map<string, Map<string, Stratum>> {
  const experiments = new Map<string, Map<string, Stratum>>();
  for (const row of rows("jagged_frontier_cells.csv")) {
    const cells = experiments.get(text(row, "experiment_id")) ?? new Map<string, Stratum>();
    experiments.set(text(row, "experiment_id"), cells);
    cells.set(text(row, "instance_id"), {
      first: { successes: count(row, "baseline_resolved"), n: count(row, "baseline_samples") },
      second: { successes: count(row, "mutant_resolved"), n: count(row, "mutant_samples") },
    });
  }
  return experiments;
}

it.skipIf(why !== "")(`gives all 432 published Newcombe intervals, to 4 decimals${why}`, () => {
  const experiments = publishedCells();
  const published = rows("jagged_frontier_newcombe.csv");
  let excludeZero = 0;
  for (const row of published) {
    const cell = experiments.get(text(row, "experiment_id"))?.get(text(row, "instance_id"));
    if (cell === undefined) throw new Error(`No counts of ${text(row, "instance_id")}.`);
    const interval = newcombeInterval(cell.first, cell.second) as NewcombeInterval;
    expect(round4(interval.estimate)).toBe(count(row, "degradation"));
    expect(round4(interval.lower)).toBe(count(row, "newcombe_ci_lower"));
    expect(round4(interval.upper)).toBe(count(row, "newcombe_ci_upper"));
    if (interval.lower > 0 || interval.upper < 0) excludeZero++;
  }
  expect(published).toHaveLength(432);
  // The paper: 7 of 224 cells on SWE-bench Verified and 7 of 208 on Pro.
  expect(excludeZero).toBe(14);
});

it.skipIf(why !== "")(
  `gives all 16 mean degradations, and their bootstrap intervals within one grain${why}`,
  () => {
    const { experiments } = statisticsSchema.parse(
      JSON.parse(readFileSync(path("jagged_frontier_statistics.json"), "utf8")),
    );
    const counts = publishedCells();
    const excludeZero = { published: 0, bootstrap: 0, mover: 0 };
    for (const [experiment, { degradation_binomial_ci: published }] of Object.entries(
      experiments,
    )) {
      const strata = [...(counts.get(experiment)?.values() ?? [])];
      const random = randomStream(1, experiment);
      const ours = fixedPopulationBootstrap(strata, { random }) as FixedPopulationBootstrap;
      const mover = moverInterval(strata) as MoverInterval;
      // Resampled means lie on a grid of one run in one instance; a percentile of 20,000 of them may
      // fall on the neighbouring point. Published limits carry 4 decimals.
      const grainPp = 100 / (20 * strata.length) + 1e-4;
      expect(round4(100 * ours.estimate)).toBe(published.mean_pp);
      expect(Math.abs(100 * ours.lower - published.ci_lower_pp)).toBeLessThanOrEqual(grainPp);
      expect(Math.abs(100 * ours.upper - published.ci_upper_pp)).toBeLessThanOrEqual(grainPp);
      expect(mover.lower).toBeLessThan(ours.lower + grainPp / 100);
      expect(mover.upper).toBeGreaterThan(ours.upper - grainPp / 100);
      if (published.ci_lower_pp > 0) excludeZero.published++;
      if (ours.lower > 0) excludeZero.bootstrap++;
      if (mover.lower > 0) excludeZero.mover++;
    }
    expect(Object.keys(experiments)).toHaveLength(16);
    expect(excludeZero).toEqual({ published: 6, bootstrap: 6, mover: 6 });
  },
);

it.skipIf(why !== "")(`gives all 16 sign-flip p values, to 6 decimals${why}`, () => {
  const { experiments } = statisticsSchema.parse(
    JSON.parse(readFileSync(path("jagged_frontier_statistics.json"), "utf8")),
  );
  const counts = publishedCells();
  for (const [experiment, { sign_flip_pvalue: published }] of Object.entries(experiments)) {
    const strata = [...(counts.get(experiment)?.values() ?? [])];
    const differences = strata.map(
      ({ first, second }) => first.successes / first.n - second.successes / second.n,
    );
    const test = signFlipTest(differences, { random: randomStream(1, experiment) });
    expect(test).toMatchObject({ method: "exact" });
    expect(Number(test.pValue?.toFixed(6)), experiment).toBe(published);
  }
  expect(Object.keys(experiments)).toHaveLength(16);
});

/** To 4 decimals, as published; a rounded −0 is 0. */
function round4(value: number): number {
  return Number(value.toFixed(4)) + 0;
}
