import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { wilsonInterval, type WilsonInterval } from "./wilson-interval.ts";

const proportion = fc
  .integer({ min: 1, max: 500 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));

it.each(reference.wilson)(
  "agrees with statsmodels on $successes of $n at $confidence",
  ({ successes, n, confidence, lower, upper }) => {
    const interval = wilsonInterval({ successes, n }, confidence) as WilsonInterval;
    expect(interval.lower).toBeCloseTo(lower, 13);
    expect(interval.upper).toBeCloseTo(upper, 13);
  },
);

it("holds the observed rate, stays inside [0, 1] and is never of zero width", () => {
  fc.assert(
    fc.property(proportion, (p) => {
      const { estimate, lower, upper } = wilsonInterval(p) as WilsonInterval;
      expect(0 <= lower && lower <= estimate && estimate <= upper && upper <= 1).toBe(true);
      expect(upper - lower).toBeGreaterThan(0);
    }),
  );
});

it("mirrors when successes and failures are swapped", () => {
  fc.assert(
    fc.property(proportion, ({ successes, n }) => {
      const interval = wilsonInterval({ successes, n }) as WilsonInterval;
      const mirrored = wilsonInterval({ successes: n - successes, n }) as WilsonInterval;
      expect(mirrored.lower).toBeCloseTo(1 - interval.upper, 12);
      expect(mirrored.upper).toBeCloseTo(1 - interval.lower, 12);
    }),
  );
});

it("rises with each success, and widens with confidence", () => {
  fc.assert(
    fc.property(proportion, ({ successes, n }) => {
      fc.pre(successes < n);
      const fewer = wilsonInterval({ successes, n }) as WilsonInterval;
      const more = wilsonInterval({ successes: successes + 1, n }) as WilsonInterval;
      expect(more.lower > fewer.lower && more.upper > fewer.upper).toBe(true);
      const surer = wilsonInterval({ successes, n }, 0.99) as WilsonInterval;
      expect(surer.lower <= fewer.lower && surer.upper >= fewer.upper).toBe(true);
    }),
  );
});

it("has a closed end where all or none succeeded, also for one trial", () => {
  expect(wilsonInterval({ successes: 0, n: 1 })).toMatchObject({ estimate: 0, lower: 0 });
  expect(wilsonInterval({ successes: 1, n: 1 })).toMatchObject({ estimate: 1, upper: 1 });
});

it("gives no estimate, with the reason, where nothing was tried", () => {
  expect(wilsonInterval({ successes: 0, n: 0 })).toEqual({ estimate: null, reason: "no-trials" });
});

it("refuses what is no proportion and no confidence", () => {
  expect(() => wilsonInterval({ successes: 3, n: 2 })).toThrow(RangeError);
  expect(() => wilsonInterval({ successes: -1, n: 2 })).toThrow(RangeError);
  expect(() => wilsonInterval({ successes: 0.5, n: 2 })).toThrow(RangeError);
  expect(() => wilsonInterval({ successes: 1, n: 2 }, 95)).toThrow(RangeError);
});
