import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { cohensH } from "./cohens-h.ts";

it.each(reference.cohensH)(
  "agrees with statsmodels on $first and $second",
  ({ first, second, h }) => {
    expect(cohensH(first, second)).toBeCloseTo(h, 12);
  },
);

it("has the sign of the difference, and is the same for failures", () => {
  const rate = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(rate, rate, (first, second) => {
      const h = cohensH(first, second);
      if (Math.abs(first - second) > 1e-9) expect(Math.sign(h)).toBe(Math.sign(first - second));
      expect(cohensH(1 - second, 1 - first)).toBeCloseTo(h, 6);
    }),
  );
  expect(() => cohensH(1.1, 0)).toThrow(RangeError);
});
