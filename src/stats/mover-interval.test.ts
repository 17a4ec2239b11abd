import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { moverInterval, type MoverInterval } from "./mover-interval.ts";
import { newcombeInterval, type NewcombeInterval } from "./newcombe-interval.ts";
import type { Stratum } from "./stratum.ts";

const proportion = fc
  .integer({ min: 1, max: 40 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));
const strata = fc.array(fc.record({ first: proportion, second: proportion }), {
  minLength: 1,
  maxLength: 30,
});

it.each(reference.mover)(
  "agrees with statsmodels' limits, combined by NumPy ($#)",
  ({ strata, estimate, lower, upper }) => {
    const interval = moverInterval(strata) as MoverInterval;
    expect(interval.estimate).toBeCloseTo(estimate, 13);
    expect(interval.lower).toBeCloseTo(lower, 12);
    expect(interval.upper).toBeCloseTo(upper, 12);
  },
);

it("holds the mean, stays inside [−1, 1] and is never of zero width", () => {
  fc.assert(
    fc.property(strata, (some) => {
      const { estimate, lower, upper } = moverInterval(some) as MoverInterval;
      expect(-1 <= lower && lower <= estimate && estimate <= upper && upper <= 1).toBe(true);
      expect(upper - lower).toBeGreaterThan(0);
    }),
  );
});

it("changes sign and nothing else when the arms are swapped", () => {
  fc.assert(
    fc.property(strata, (some) => {
      const interval = moverInterval(some) as MoverInterval;
      const swapped = moverInterval(
        some.map(({ first, second }) => ({ first: second, second: first })),
      ) as MoverInterval;
      expect(swapped.lower).toBeCloseTo(-interval.upper, 12);
      expect(swapped.upper).toBeCloseTo(-interval.lower, 12);
    }),
  );
});

it("does not depend on the order of the strata", () => {
  fc.assert(
    fc.property(strata, (some) => {
      const interval = moverInterval(some) as MoverInterval;
      const reversed = moverInterval([...some].reverse()) as MoverInterval;
      expect(reversed.lower).toBeCloseTo(interval.lower, 12);
      expect(reversed.upper).toBeCloseTo(interval.upper, 12);
    }),
  );
});

it("is Newcombe's interval, wider by the root of n/(n − 1), for one stratum", () => {
  const stratum = { first: { successes: 9, n: 10 }, second: { successes: 3, n: 10 } };
  const mover = moverInterval([stratum]) as MoverInterval;
  const newcombe = newcombeInterval(stratum.first, stratum.second) as NewcombeInterval;
  const widening = (mover.estimate - mover.lower) / (newcombe.estimate - newcombe.lower);
  expect(widening).toBeCloseTo(Math.sqrt(10 / 9), 12);
});

it("leaves out strata with an empty arm and counts them", () => {
  const full: Stratum = { first: { successes: 2, n: 3 }, second: { successes: 1, n: 3 } };
  const half: Stratum = { first: { successes: 3, n: 3 }, second: { successes: 0, n: 0 } };
  expect(moverInterval([full, half])).toEqual({
    ...(moverInterval([full]) as MoverInterval),
    leftOut: 1,
  });
});

it("gives no estimate, with the reason, where no stratum has both arms", () => {
  const missing = { estimate: null, reason: "no-usable-stratum" };
  expect(moverInterval([])).toEqual(missing);
  expect(
    moverInterval([{ first: { successes: 0, n: 0 }, second: { successes: 1, n: 1 } }]),
  ).toEqual(missing);
});
