import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { randomStream } from "../core/random-stream.ts";
import { binomialSampler } from "./binomial-sampler.ts";
import { normalTail } from "./normal-tail.ts";
import { twoProportionTest, type TwoProportionTest } from "./two-proportion-test.ts";

const proportion = fc
  .integer({ min: 1, max: 200 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));

it.each(reference.normalTail)("agrees with SciPy on the tail above $z", ({ z, tail }) => {
  expect(normalTail(z) / tail).toBeCloseTo(1, 10);
});

it.each(reference.twoProportions)(
  "agrees with statsmodels on $first and $second",
  ({ first, second, z, pValue }) => {
    const test = twoProportionTest(first, second) as TwoProportionTest;
    expect(test.z).toBeCloseTo(z, 10);
    expect(test.pValue).toBeCloseTo(pValue, 10);
  },
);

it("gives a probability that is the same for swapped arms", () => {
  fc.assert(
    fc.property(proportion, proportion, (first, second) => {
      const { z, pValue } = twoProportionTest(first, second) as TwoProportionTest;
      expect(pValue > 0 && pValue <= 1).toBe(true);
      const swapped = twoProportionTest(second, first) as TwoProportionTest;
      expect(swapped.z).toBeCloseTo(-z, 12);
      expect(swapped.pValue).toBeCloseTo(pValue, 12);
    }),
  );
});

it("finds a difference in one of twenty where there is none, also in arms of unequal size", () => {
  const random = randomStream(1, "level");
  const [small, large] = [binomialSampler(40, 0.4), binomialSampler(200, 0.4)];
  let found = 0;
  for (let study = 0; study < 4_000; study++) {
    const first = { successes: small(random), n: 40 };
    const test = twoProportionTest(first, { successes: large(random), n: 200 });
    if (test.pValue !== null && test.pValue <= 0.05) found += 1;
  }
  expect(found / 4_000).toBeGreaterThan(0.035);
  expect(found / 4_000).toBeLessThan(0.065);
});

it("says nothing of nothing, and no difference where all are alike", () => {
  const none = { successes: 0, n: 0 };
  const one = { successes: 1, n: 1 };
  expect(twoProportionTest(none, one)).toEqual({ pValue: null, reason: "no-trials" });
  expect(twoProportionTest(one, { successes: 7, n: 7 })).toEqual({ z: 0, pValue: 1 });
});
