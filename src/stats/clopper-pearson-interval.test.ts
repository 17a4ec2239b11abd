import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { clopperPearsonInterval, type ClopperPearsonInterval } from "./clopper-pearson-interval.ts";
import { wilsonInterval, type WilsonInterval } from "./wilson-interval.ts";

const proportion = fc
  .integer({ min: 1, max: 200 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));

it.each(reference.clopperPearson)(
  "agrees with SciPy on $successes of $n at $confidence",
  ({ successes, n, confidence, lower, upper }) => {
    const interval = clopperPearsonInterval({ successes, n }, confidence) as ClopperPearsonInterval;
    expect(interval.lower).toBeCloseTo(lower, 11);
    expect(interval.upper).toBeCloseTo(upper, 11);
  },
);

it("holds the rate and is never of zero width; more confidence is wider", () => {
  fc.assert(
    fc.property(proportion, (observed) => {
      const at = (confidence: number) =>
        clopperPearsonInterval(observed, confidence) as ClopperPearsonInterval;
      const { estimate, lower, upper } = at(0.95);
      expect(0 <= lower && lower <= estimate && estimate <= upper && upper <= 1).toBe(true);
      expect(upper - lower).toBeGreaterThan(0);
      expect(at(0.99).upper - at(0.99).lower).toBeGreaterThan(upper - lower);
    }),
  );
});

it("is the mirror image of the interval for failures, and covers Wilson's rate", () => {
  fc.assert(
    fc.property(proportion, ({ successes, n }) => {
      const one = clopperPearsonInterval({ successes, n }) as ClopperPearsonInterval;
      const other = clopperPearsonInterval({
        successes: n - successes,
        n,
      }) as ClopperPearsonInterval;
      expect(one.lower).toBeCloseTo(1 - other.upper, 10);
      const wilson = wilsonInterval({ successes, n }) as WilsonInterval;
      expect(one.lower <= wilson.estimate && wilson.estimate <= one.upper).toBe(true);
    }),
  );
});

it("never covers less than it says, whatever the rate", () => {
  for (const rate of [0.02, 0.2, 0.5, 0.87]) {
    const n = 20;
    let covered = 0;
    let probability = (1 - rate) ** n;
    for (let successes = 0; successes <= n; successes++) {
      const { lower, upper } = clopperPearsonInterval({ successes, n }) as ClopperPearsonInterval;
      if (lower <= rate && rate <= upper) covered += probability;
      probability *= ((n - successes) / (successes + 1)) * (rate / (1 - rate));
    }
    expect(covered).toBeGreaterThanOrEqual(0.95);
  }
});

it("gives no estimate, with the reason, where nothing was tried", () => {
  const missing = { estimate: null, reason: "no-trials" };
  expect(clopperPearsonInterval({ successes: 0, n: 0 })).toEqual(missing);
  expect(() => clopperPearsonInterval({ successes: 2, n: 1 })).toThrow(RangeError);
  expect(() => clopperPearsonInterval({ successes: 1, n: 1 }, 1)).toThrow(RangeError);
});
