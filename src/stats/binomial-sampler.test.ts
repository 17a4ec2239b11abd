import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { randomStream } from "../core/random-stream.ts";
import { binomialSampler } from "./binomial-sampler.ts";

it.each(reference.binomial)(
  "draws each count of n = $n, rate $rate as often as SciPy's probabilities say",
  ({ n, rate, pmf }) => {
    const draws = 200_000;
    const random = randomStream(11, "binomial");
    const draw = binomialSampler(n, rate);
    const seen = new Map<number, number>();
    for (let i = 0; i < draws; i++) {
      const k = draw(random);
      seen.set(k, (seen.get(k) ?? 0) + 1);
    }
    pmf.forEach((probability, k) => {
      const standardError = Math.sqrt((probability * (1 - probability)) / draws);
      expect(Math.abs((seen.get(k) ?? 0) / draws - probability)).toBeLessThanOrEqual(
        4.5 * standardError + 2 / draws,
      );
    });
  },
);

it("inverts the cumulative distribution: larger uniform numbers never give smaller counts", () => {
  const draw = binomialSampler(20, 0.35);
  let previous = 0;
  for (let i = 0; i < 10_000; i++) {
    const k = draw({ next: () => i / 10_000 });
    expect(k).toBeGreaterThanOrEqual(previous);
    previous = k;
  }
  expect(draw({ next: () => 1 - 2 ** -53 })).toBe(20);
  expect(draw({ next: () => 0 })).toBe(0);
});

it("is constant, without drawing, where there is nothing to draw", () => {
  const unread = {
    next: () => {
      throw new Error("drew");
    },
  };
  expect(binomialSampler(0, 0.5)(unread)).toBe(0);
  expect(binomialSampler(9, 0)(unread)).toBe(0);
  expect(binomialSampler(9, 1)(unread)).toBe(9);
});

it("refuses what is no number of trials or no rate", () => {
  expect(() => binomialSampler(-1, 0.5)).toThrow(RangeError);
  expect(() => binomialSampler(1.5, 0.5)).toThrow(RangeError);
  expect(() => binomialSampler(3, Number.NaN)).toThrow(RangeError);
});
