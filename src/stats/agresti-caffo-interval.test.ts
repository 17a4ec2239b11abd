import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { agrestiCaffoInterval, type AgrestiCaffoInterval } from "./agresti-caffo-interval.ts";

const proportion = fc
  .integer({ min: 1, max: 200 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));

it.each(reference.agrestiCaffo)(
  "agrees with statsmodels on $first and $second at $confidence",
  ({ first, second, confidence, lower, upper }) => {
    const interval = agrestiCaffoInterval(first, second, confidence) as AgrestiCaffoInterval;
    expect(interval.lower).toBeCloseTo(lower, 12);
    expect(interval.upper).toBeCloseTo(upper, 12);
  },
);

it("holds the difference at 95 %, stays inside [−1, 1] and is never of zero width", () => {
  fc.assert(
    fc.property(proportion, proportion, (first, second) => {
      const interval = agrestiCaffoInterval(first, second) as AgrestiCaffoInterval;
      const { estimate, lower, upper } = interval;
      expect(-1 <= lower && lower <= estimate && estimate <= upper && upper <= 1).toBe(true);
      expect(upper - lower).toBeGreaterThan(0);
      const swapped = agrestiCaffoInterval(second, first) as AgrestiCaffoInterval;
      expect(swapped.lower).toBeCloseTo(-upper, 12);
    }),
  );
});

it("gives no estimate, with the reason, where an arm was not tried", () => {
  const missing = { estimate: null, reason: "no-trials" };
  expect(agrestiCaffoInterval({ successes: 0, n: 0 }, { successes: 1, n: 1 })).toEqual(missing);
});
