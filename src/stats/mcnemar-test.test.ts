import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { randomStream } from "../core/random-stream.ts";
import { binomialSampler } from "./binomial-sampler.ts";
import { mcnemarTest } from "./mcnemar-test.ts";

it.each(reference.mcnemar)(
  "agrees with statsmodels, and mid-p with its definition, on $onlyFirst against $onlySecond",
  ({ onlyFirst, onlySecond, exact, midP }) => {
    const test = mcnemarTest(onlyFirst, onlySecond);
    expect(test.exact).toBeCloseTo(exact, 10);
    expect(test.midP).toBeCloseTo(midP, 10);
  },
);

it("gives probabilities that are the same for swapped arms; mid-p is the smaller", () => {
  const count = fc.integer({ min: 0, max: 150 });
  fc.assert(
    fc.property(count, count, (onlyFirst, onlySecond) => {
      const test = mcnemarTest(onlyFirst, onlySecond);
      expect(test.midP > 0 && test.midP <= test.exact && test.exact <= 1).toBe(true);
      expect(mcnemarTest(onlySecond, onlyFirst)).toEqual(test);
    }),
  );
});

it("finds a difference in about one of twenty where there is none; the exact test in fewer", () => {
  const random = randomStream(1, "level");
  const draw = binomialSampler(31, 0.5);
  const tests = Array.from({ length: 3_000 }, () => {
    const onlyFirst = draw(random);
    return mcnemarTest(onlyFirst, 31 - onlyFirst);
  });
  const level = (of: (test: (typeof tests)[number]) => number) =>
    tests.filter((test) => of(test) <= 0.05).length / tests.length;
  expect(level(({ exact }) => exact)).toBeLessThan(0.055);
  expect(level(({ midP }) => midP)).toBeGreaterThanOrEqual(level(({ exact }) => exact));
  expect(level(({ midP }) => midP)).toBeLessThan(0.08);
});

it("says no difference where no pair differs, and refuses what is no count", () => {
  expect(mcnemarTest(0, 0)).toEqual({ exact: 1, midP: 1 });
  expect(() => mcnemarTest(-1, 2)).toThrow(RangeError);
  expect(() => mcnemarTest(1.5, 2)).toThrow(RangeError);
});
