import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/proportions.json" with { type: "json" };
import { normalQuantile } from "./normal-quantile.ts";

it.each(reference.normal)("agrees with SciPy at $probability", ({ probability, z }) => {
  // The two programs use different approximations of the same function.
  expect(Math.abs(normalQuantile(probability) - z)).toBeLessThanOrEqual(1e-13 * (1 + Math.abs(z)));
});

it("is odd around one half", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 0.5, noNaN: true }), (tail) => {
      expect(normalQuantile(tail)).toBeCloseTo(-normalQuantile(1 - tail), 10);
    }),
  );
});

it.each([0, 1, -0.1, Number.NaN])("refuses %f, which is no probability inside (0, 1)", (bad) => {
  expect(() => normalQuantile(bad)).toThrow(RangeError);
});
