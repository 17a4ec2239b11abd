import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { newcombeInterval, type NewcombeInterval } from "./newcombe-interval.ts";

const proportion = fc
  .integer({ min: 1, max: 200 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));

it.each(reference.newcombe)(
  "agrees with statsmodels on $first and $second at $confidence",
  ({ first, second, confidence, lower, upper }) => {
    const interval = newcombeInterval(first, second, confidence) as NewcombeInterval;
    expect(interval.lower).toBeCloseTo(lower, 12);
    expect(interval.upper).toBeCloseTo(upper, 12);
  },
);

it("gives the example of Newcombe 1998, table II: 56/70 − 48/80 is 0.2 [0.0524, 0.3339]", () => {
  const interval = newcombeInterval({ successes: 56, n: 70 }, { successes: 48, n: 80 });
  expect(interval.estimate).toBeCloseTo(0.2, 12);
  expect(interval).toHaveProperty("lower", expect.closeTo(0.0524, 4));
  expect(interval).toHaveProperty("upper", expect.closeTo(0.3339, 4));
});

it("holds the difference, stays inside [−1, 1] and is never of zero width", () => {
  fc.assert(
    fc.property(proportion, proportion, (first, second) => {
      const { estimate, lower, upper } = newcombeInterval(first, second) as NewcombeInterval;
      expect(lower <= estimate && estimate <= upper).toBe(true);
      expect(lower).toBeGreaterThanOrEqual(-1 - 1e-12);
      expect(upper).toBeLessThanOrEqual(1 + 1e-12);
      expect(upper - lower).toBeGreaterThan(0);
    }),
  );
});

it("changes sign and nothing else when the arms are swapped", () => {
  fc.assert(
    fc.property(proportion, proportion, (first, second) => {
      const interval = newcombeInterval(first, second) as NewcombeInterval;
      const swapped = newcombeInterval(second, first) as NewcombeInterval;
      expect(swapped.estimate).toBeCloseTo(-interval.estimate, 12);
      expect(swapped.lower).toBeCloseTo(-interval.upper, 12);
      expect(swapped.upper).toBeCloseTo(-interval.lower, 12);
    }),
  );
});

it("is 16 points wide on each side for 20 of 20 against 20 of 20, as the paper says", () => {
  const all = { successes: 20, n: 20 };
  expect(newcombeInterval(all, all)).toMatchObject({
    estimate: 0,
    lower: expect.closeTo(-0.161, 3) as number,
    upper: expect.closeTo(0.161, 3) as number,
  });
});

it("gives no estimate, with the reason, where an arm was not tried", () => {
  const none = { successes: 0, n: 0 };
  const some = { successes: 1, n: 1 };
  const missing = { estimate: null, reason: "no-trials" };
  expect(newcombeInterval(none, some)).toEqual(missing);
  expect(newcombeInterval(some, none)).toEqual(missing);
});
