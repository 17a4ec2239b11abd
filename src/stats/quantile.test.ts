import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { quantile } from "./quantile.ts";

it.each(reference.quantile)(
  "agrees with NumPy at $probability",
  ({ sample, probability, value }) => {
    expect(quantile(sample, probability)).toBeCloseTo(value, 14);
  },
);

it("gives the only value of a sample of one", () => {
  expect(quantile([7], 0.3)).toBe(7);
});

it("refuses an empty sample and a probability outside [0, 1]", () => {
  expect(() => quantile([], 0.5)).toThrow(RangeError);
  expect(() => quantile([1], 1.5)).toThrow(RangeError);
});
