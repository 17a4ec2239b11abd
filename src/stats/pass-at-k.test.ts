import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { passAtK } from "./pass-at-k.ts";
import { passHatK } from "./pass-hat-k.ts";

it("agree with counting all choices", () => {
  expect(reference.passes.length).toBeGreaterThan(100);
  for (const { k, atK, hatK, ...runs } of reference.passes) {
    expect(passAtK(runs, k)).toBeCloseTo(atK, 12);
    expect(passHatK(runs, k)).toBeCloseTo(hatK, 12);
  }
});

it("are the rate for k = 1, and move apart with k", () => {
  const runs = fc
    .integer({ min: 1, max: 10_000 })
    .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 50 }), (observed, k) => {
      const rate = observed.successes / observed.n;
      expect(passAtK(observed, 1)).toBeCloseTo(rate, 12);
      expect(passHatK(observed, 1)).toBeCloseTo(rate, 12);
      if (k >= observed.n) return;
      const more = (of: typeof passAtK) => (of(observed, k + 1) ?? -1) - (of(observed, k) ?? -1);
      expect(more(passAtK)).toBeGreaterThanOrEqual(-1e-12);
      expect(more(passHatK)).toBeLessThanOrEqual(1e-12);
    }),
  );
});

it("say nothing of more runs than there are, and refuse a k below 1", () => {
  expect(passAtK({ successes: 2, n: 3 }, 4)).toBeNull();
  expect(passHatK({ successes: 0, n: 0 }, 1)).toBeNull();
  expect(() => passAtK({ successes: 1, n: 2 }, 0)).toThrow(RangeError);
  expect(() => passHatK({ successes: 1, n: 2 }, 1.5)).toThrow(RangeError);
});
