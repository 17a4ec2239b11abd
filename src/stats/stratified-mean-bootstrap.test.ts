import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { randomStream } from "../core/random-stream.ts";
import {
  stratifiedMeanBootstrap,
  type StratifiedMeanBootstrap,
} from "./stratified-mean-bootstrap.ts";

function bootstrap(instances: readonly (readonly number[])[]) {
  const options = { random: randomStream(1, "test") };
  return stratifiedMeanBootstrap(instances, options) as StratifiedMeanBootstrap;
}

it("lies within Monte-Carlo error of the limits over all resamples", () => {
  const { instances, estimate, lower, upper } = reference.stratifiedMean;
  const interval = bootstrap(instances);
  expect(interval.estimate).toBeCloseTo(estimate, 13);
  expect(interval.lower).toBeGreaterThanOrEqual(lower.from - 1e-9);
  expect(interval.lower).toBeLessThanOrEqual(lower.to + 1e-9);
  expect(interval.upper).toBeGreaterThanOrEqual(upper.from - 1e-9);
  expect(interval.upper).toBeLessThanOrEqual(upper.to + 1e-9);
});

it("weighs instances alike, leaves out those without runs and counts them", () => {
  const interval = bootstrap([[1, 1, 1, 1], [3], []]);
  expect(interval).toMatchObject({ estimate: 2, strata: 2, leftOut: 1, degenerate: true });
});

it("gives no estimate, with the reason, where nothing ran", () => {
  expect(bootstrap([[], []])).toEqual({ estimate: null, reason: "no-usable-stratum" });
});
