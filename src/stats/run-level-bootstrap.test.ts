import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { randomStream } from "../core/random-stream.ts";
import {
  runLevelBootstrap,
  type RunLevelBootstrap,
  type RunValues,
} from "./run-level-bootstrap.ts";

function bootstrap(instances: readonly RunValues[], seed = 1) {
  return runLevelBootstrap(instances, { random: randomStream(seed, "test") }) as RunLevelBootstrap;
}

it("lies within Monte-Carlo error of the limits over all resamples", () => {
  const { instances, estimate, lower, upper } = reference.runLevel;
  const interval = bootstrap(instances);
  expect(interval.estimate).toBeCloseTo(estimate, 13);
  expect(interval.lower).toBeGreaterThanOrEqual(lower.from - 1e-9);
  expect(interval.lower).toBeLessThanOrEqual(lower.to + 1e-9);
  expect(interval.upper).toBeGreaterThanOrEqual(upper.from - 1e-9);
  expect(interval.upper).toBeLessThanOrEqual(upper.to + 1e-9);
});

it("takes the mean over instances: +50 % and −10 % is +20 %", () => {
  const interval = bootstrap([
    { baseline: [8, 12], changed: [14, 16] },
    { baseline: [100], changed: [80, 100] },
  ]);
  expect(interval.estimate).toBeCloseTo(0.2, 14);
  expect(interval).toMatchObject({ strata: 2, degenerate: false });
});

it("estimates its own lean: noisy baselines alone read as an increase", () => {
  // Resampled baselines of 10 and 30 have means 10, 20, 20 and 30: 20/10, 20/20, 20/20 and 20/30 have
  // a mean of 1.1667 where the observed ratio is 1.
  const interval = bootstrap([{ baseline: [10, 30], changed: [20, 20] }]);
  expect(interval.estimate).toBe(0);
  expect(interval.bias).toBeCloseTo(1 / 6, 2);
});

it("gives the same interval for the same stream", () => {
  const instances = [{ baseline: [3, 5, 9], changed: [4, 4, 11] }];
  expect(bootstrap(instances)).toEqual(bootstrap(instances));
});

it("is marked degenerate, with zero width, where no arm varies", () => {
  const interval = bootstrap([{ baseline: [10], changed: [12] }]);
  expect(interval.degenerate).toBe(true);
  expect(interval.lower).toBe(interval.upper);
});

it("leaves out, by reason, instances without an arm or with a baseline that is not positive", () => {
  const full = { baseline: [2, 4], changed: [3, 3] };
  const interval = bootstrap([
    full,
    { baseline: [], changed: [3] },
    { baseline: [3], changed: [] },
    { baseline: [0, 2], changed: [1] },
  ]);
  expect(interval).toEqual({
    ...bootstrap([full]),
    leftOut: { missingArm: 2, baselineNotPositive: 1 },
  });
});

it("gives no estimate, with the reason, where no instance is left", () => {
  expect(bootstrap([])).toEqual({ estimate: null, reason: "no-usable-stratum" });
  expect(bootstrap([{ baseline: [0], changed: [1] }])).toEqual({
    estimate: null,
    reason: "no-usable-stratum",
  });
});
