import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { randomStream } from "../core/random-stream.ts";
import { signFlipTest, type SignFlipTest } from "./sign-flip-test.ts";

const options = () => ({ random: randomStream(1, "sign-flip") });
const test = (differences: readonly number[]) =>
  signFlipTest(differences, options()) as SignFlipTest;

it.each(reference.signFlips)("agrees with SciPy on $differences", ({ differences, pValue }) => {
  expect(test(differences)).toMatchObject({ method: "exact", standardError: 0 });
  expect(test(differences).pValue).toBeCloseTo(pValue, 12);
});

it("counts every pattern of signs once", () => {
  const difference = fc.integer({ min: -6, max: 6 }).map((twentieths) => twentieths / 20);
  fc.assert(
    fc.property(fc.array(difference, { minLength: 1, maxLength: 9 }), (differences) => {
      const total = Math.abs(differences.reduce((sum, one) => sum + one, 0));
      let hits = 0;
      for (let pattern = 0; pattern < 2 ** differences.length; pattern++) {
        const sum = differences.reduce((s, one, i) => s + ((pattern >> i) & 1 ? one : -one), 0);
        if (Math.abs(sum) >= total - 1e-9) hits += 1;
      }
      expect(test(differences).pValue).toBeCloseTo(hits / 2 ** differences.length, 12);
    }),
  );
});

it("is the same for other signs throughout, and leaves zeros out", () => {
  const differences = [0.3, -0.1, 0.25, 0.4, 0.05, -0.2];
  const { pValue } = test(differences);
  expect(test(differences.map((one) => -one)).pValue).toBe(pValue);
  expect(test([...differences, 0, 0]).pValue).toBe(pValue);
});

it("is exact up to forty that differ, and draws beyond, near to what is exact", () => {
  const forty = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (0.05 + i / 400));
  const exact = test(forty);
  expect(exact.method).toBe("exact");
  const more = test([...forty, 1e-6]);
  expect(more.method).toBe("monte-carlo");
  expect(Math.abs(more.pValue - exact.pValue)).toBeLessThan(5 * more.standardError);
  expect(test([...forty, 1e-6])).toEqual(more);
});

it("finds a difference in about one of twenty where there is none", () => {
  const random = randomStream(2, "level");
  let found = 0;
  for (let study = 0; study < 2_000; study++) {
    const differences = Array.from({ length: 12 }, () => random.next() - random.next());
    if (test(differences).pValue <= 0.05) found += 1;
  }
  expect(found / 2_000).toBeGreaterThan(0.035);
  expect(found / 2_000).toBeLessThan(0.065);
});

it("says nothing of nothing, 1 where none differs, and refuses what is no number", () => {
  expect(signFlipTest([], options())).toEqual({ pValue: null, reason: "no-trials" });
  expect(test([0, 0]).pValue).toBe(1);
  expect(test([0.4]).pValue).toBe(1);
  expect(() => test([1, Number.NaN])).toThrow(RangeError);
});
