import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { randomStream } from "../core/random-stream.ts";
import {
  fixedPopulationBootstrap,
  type FixedPopulationBootstrap,
} from "./fixed-population-bootstrap.ts";
import type { Stratum } from "./stratum.ts";

const proportion = fc
  .integer({ min: 1, max: 20 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));

function stratum(x1: number, n1: number, x2: number, n2: number): Stratum {
  return { first: { successes: x1, n: n1 }, second: { successes: x2, n: n2 } };
}

function bootstrap(strata: readonly Stratum[], seed = 1, resamples = 20_000) {
  const options = { random: randomStream(seed, "test"), resamples };
  return fixedPopulationBootstrap(strata, options) as FixedPopulationBootstrap;
}

it.each(reference.fixedPopulation)(
  "lies within Monte-Carlo error of the exact limits by convolution ($#)",
  ({ strata, lower, upper }) => {
    const interval = bootstrap(strata);
    expect(interval.lower).toBeGreaterThanOrEqual(lower.from - 1e-12);
    expect(interval.lower).toBeLessThanOrEqual(lower.to + 1e-12);
    expect(interval.upper).toBeGreaterThanOrEqual(upper.from - 1e-12);
    expect(interval.upper).toBeLessThanOrEqual(upper.to + 1e-12);
  },
);

it("takes the mean over instances: 20 points lost in one of two is a mean of 10", () => {
  const interval = bootstrap([stratum(10, 10, 8, 10), stratum(5, 10, 5, 10)]);
  expect(interval.estimate).toBeCloseTo(0.1, 14);
  expect(interval).toMatchObject({ strata: 2, leftOut: 0, resamples: 20_000, degenerate: false });
});

it("weighs instances alike, whatever their runs", () => {
  expect(bootstrap([stratum(1, 1, 0, 1), stratum(50, 100, 50, 100)]).estimate).toBe(0.5);
});

it("gives the same interval for the same stream, and another for another", () => {
  const strata = [stratum(7, 11, 5, 13), stratum(3, 17, 2, 19), stratum(4, 7, 2, 5)];
  expect(bootstrap(strata, 1)).toEqual(bootstrap(strata, 1));
  expect(bootstrap(strata, 1, 500)).not.toEqual(bootstrap(strata, 2, 500));
});

it("is ordered, and inside [−1, 1]", () => {
  const strata = fc.array(fc.record({ first: proportion, second: proportion }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(strata, fc.integer(), (some, seed) => {
      const { lower, upper } = bootstrap(some, seed, 200);
      expect(-1 <= lower && lower <= upper && upper <= 1).toBe(true);
    }),
  );
});

it("is marked degenerate, with zero width, where every rate is 0 or 1", () => {
  const interval = bootstrap([stratum(3, 3, 0, 3), stratum(3, 3, 3, 3)]);
  expect(interval).toMatchObject({ estimate: 0.5, lower: 0.5, upper: 0.5, degenerate: true });
});

it("has exact zeros, so that an interval that touches zero does not exclude it", () => {
  // 3/10 − 1/10 − 2/10 is 2.8e-17 in floating point.
  const strata = [stratum(3, 10, 1, 10), stratum(0, 10, 2, 10)];
  expect(bootstrap(strata).estimate).toBe(0);
});

it("leaves out strata with an empty arm, counts them, and says when none is left", () => {
  const full = stratum(2, 3, 1, 3);
  const half = stratum(3, 3, 0, 0);
  expect(bootstrap([full, half])).toEqual({ ...bootstrap([full]), leftOut: 1 });
  expect(bootstrap([half])).toEqual({ estimate: null, reason: "no-usable-stratum" });
});

it("refuses zero resamples and a confidence that is none", () => {
  const options = { random: randomStream(1, "test") };
  const strata = [stratum(1, 2, 1, 2)];
  expect(() => fixedPopulationBootstrap(strata, { ...options, resamples: 0 })).toThrow(RangeError);
  expect(() => fixedPopulationBootstrap(strata, { ...options, confidence: 1 })).toThrow(RangeError);
});
