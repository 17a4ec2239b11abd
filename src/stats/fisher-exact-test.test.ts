import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { randomStream } from "../core/random-stream.ts";
import { binomialSampler } from "./binomial-sampler.ts";
import { fisherExactTest } from "./fisher-exact-test.ts";

const proportion = fc
  .integer({ min: 1, max: 60 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));

it.each(reference.fisher)(
  "agrees with SciPy on $first and $second",
  ({ first, second, pValue }) => {
    expect(fisherExactTest(first, second).pValue).toBeCloseTo(pValue, 9);
  },
);

it("gives a probability that is the same for swapped arms and for failures", () => {
  fc.assert(
    fc.property(proportion, proportion, (first, second) => {
      const { pValue } = fisherExactTest(first, second);
      expect(pValue !== null && pValue > 0 && pValue <= 1).toBe(true);
      const failures = ({ successes, n }: typeof first) => ({ successes: n - successes, n });
      expect(fisherExactTest(second, first).pValue).toBeCloseTo(pValue ?? -1, 9);
      expect(fisherExactTest(failures(first), failures(second)).pValue).toBeCloseTo(
        pValue ?? -1,
        9,
      );
    }),
  );
});

it("finds a difference in at most one of twenty where there is none", () => {
  const random = randomStream(1, "level");
  const [small, large] = [binomialSampler(8, 0.3), binomialSampler(30, 0.3)];
  let found = 0;
  for (let study = 0; study < 2_000; study++) {
    const first = { successes: small(random), n: 8 };
    const { pValue } = fisherExactTest(first, { successes: large(random), n: 30 });
    if (pValue !== null && pValue <= 0.05) found += 1;
  }
  expect(found / 2_000).toBeLessThan(0.055);
});

it("says nothing of nothing, and 1 where only one table is possible", () => {
  const one = { successes: 1, n: 1 };
  const missing = { pValue: null, reason: "no-trials" };
  expect(fisherExactTest({ successes: 0, n: 0 }, one)).toEqual(missing);
  expect(fisherExactTest(one, { successes: 5, n: 5 }).pValue).toBe(1);
});
