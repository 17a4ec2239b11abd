// Level tests: how often the intervals hold the truth, over simulated studies with unequal groups. A
// nominal 95 % is not a promise; these are the bounds that each file states.
import { expect, it } from "vitest";
import { randomStream } from "../core/random-stream.ts";
import { binomialSampler } from "./binomial-sampler.ts";
import { fixedPopulationBootstrap } from "./fixed-population-bootstrap.ts";
import type { Estimated, NotEstimated } from "./interval-estimate.ts";
import { moverInterval } from "./mover-interval.ts";
import { newcombeInterval } from "./newcombe-interval.ts";
import { runLevelBootstrap } from "./run-level-bootstrap.ts";
import type { Stratum } from "./stratum.ts";
import { wilsonInterval } from "./wilson-interval.ts";

const random = randomStream(20260818, "coverage");

function coverage(studies: number, truth: number, interval: () => Estimated | NotEstimated) {
  let held = 0;
  for (let study = 0; study < studies; study++) {
    const result = interval();
    if (result.estimate === null) throw new Error("A simulated study has runs in both arms.");
    if (result.lower <= truth && truth <= result.upper) held++;
  }
  return held / studies;
}

/** Draws studies whose instances have these rates in both arms. */
function nullStudy(rates: readonly number[], firstN: number, secondN: number): () => Stratum[] {
  const samplers = rates.map((rate) => ({
    first: binomialSampler(firstN, rate),
    second: binomialSampler(secondN, rate),
  }));
  return () =>
    samplers.map(({ first, second }) => ({
      first: { successes: first(random), n: firstN },
      second: { successes: second(random), n: secondN },
    }));
}

const mixed = [0, 0, 0.1, 0.3, 0.5, 0.5, 0.7, 0.9, 1, 1, 1, 1];
const middling = Array<number>(12).fill(0.5);
const high = Array<number>(12).fill(0.9);

it.each([
  { rate: 0.5, n: 20, atLeast: 0.95, atMost: 0.97 },
  { rate: 0.9, n: 20, atLeast: 0.94, atMost: 0.97 },
  { rate: 0.98, n: 60, atLeast: 0.94, atMost: 0.98 },
])("Wilson holds a rate of $rate from $n runs", ({ rate, n, atLeast, atMost }) => {
  const draw = binomialSampler(n, rate);
  const held = coverage(5000, rate, () => wilsonInterval({ successes: draw(random), n }));
  expect(held).toBeGreaterThanOrEqual(atLeast);
  expect(held).toBeLessThanOrEqual(atMost);
});

it.each([
  { rate: 0.5, n: 20, m: 7 },
  { rate: 0.9, n: 20, m: 60 },
  { rate: 0.3, n: 3, m: 9 },
])("Newcombe holds a difference of zero from $n against $m runs", ({ rate, n, m }) => {
  const first = binomialSampler(n, rate);
  const second = binomialSampler(m, rate);
  const held = coverage(5000, 0, () =>
    newcombeInterval({ successes: first(random), n }, { successes: second(random), n: m }),
  );
  expect(held).toBeGreaterThanOrEqual(0.94);
  expect(held).toBeLessThanOrEqual(0.99);
});

it.each([
  { name: "mixed", rates: mixed, n: 3, m: 3, atLeast: 0.975, atMost: 0.992 },
  { name: "mixed", rates: mixed, n: 3, m: 9, atLeast: 0.975, atMost: 0.99 },
  { name: "middling", rates: middling, n: 3, m: 3, atLeast: 0.95, atMost: 0.97 },
  { name: "middling", rates: middling, n: 20, m: 7, atLeast: 0.94, atMost: 0.96 },
  { name: "high", rates: high, n: 20, m: 7, atLeast: 0.945, atMost: 0.97 },
  { name: "mixed", rates: mixed, n: 20, m: 20, atLeast: 0.945, atMost: 0.97 },
  { name: "middling", rates: middling, n: 1, m: 1, atLeast: 0.84, atMost: 0.88 },
])(
  "MOVER holds a mean difference of zero: $name rates, $n against $m runs",
  ({ rates, n, m, atLeast, atMost }) => {
    const study = nullStudy(rates, n, m);
    const held = coverage(5000, 0, () => moverInterval(study()));
    expect(held).toBeGreaterThanOrEqual(atLeast);
    expect(held).toBeLessThanOrEqual(atMost);
  },
);

it.each([
  { name: "mixed", rates: mixed, n: 20, m: 20, atLeast: 0.935, atMost: 0.965 },
  { name: "high", rates: high, n: 20, m: 7, atLeast: 0.905, atMost: 0.945 },
  { name: "mixed", rates: mixed, n: 3, m: 3, atLeast: 0.9, atMost: 0.945 },
  { name: "middling", rates: middling, n: 3, m: 9, atLeast: 0.87, atMost: 0.92 },
])(
  "the fixed-population bootstrap covers zero less with few runs: $name rates, $n against $m",
  ({ rates, n, m, atLeast, atMost }) => {
    const study = nullStudy(rates, n, m);
    const held = coverage(1000, 0, () =>
      fixedPopulationBootstrap(study(), { random, resamples: 400 }),
    );
    expect(held).toBeGreaterThanOrEqual(atLeast);
    expect(held).toBeLessThanOrEqual(atMost);
  },
);

it.each([
  { n: 20, m: 30, atLeast: 0.91, atMost: 0.96 },
  { n: 3, m: 3, atLeast: 0.66, atMost: 0.78 },
])(
  "the run-level bootstrap covers no change much less with few runs: $n against $m",
  ({ n, m, atLeast, atMost }) => {
    // Steps between 5 and 40, varying by half their mean, alike in both arms.
    const values = (count: number) =>
      Array.from({ length: count }, () => 5 + Math.floor(36 * random.next()));
    const study = () =>
      Array.from({ length: 12 }, () => ({ baseline: values(n), changed: values(m) }));
    const held = coverage(800, 0, () => runLevelBootstrap(study(), { random, resamples: 400 }));
    expect(held).toBeGreaterThanOrEqual(atLeast);
    expect(held).toBeLessThanOrEqual(atMost);
  },
);
