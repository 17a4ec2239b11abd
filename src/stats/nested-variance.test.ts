import fc from "fast-check";
import { expect, it } from "vitest";
import reference from "../../test/reference/variance-components.json" with { type: "json" };
import { nestedVariance } from "./nested-variance.ts";

const unit = fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 5 });
const cells = fc.array(fc.array(unit, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
});

it.each(reference.cases)(
  "agrees with projection matrices, and REML where balanced ($#)",
  ({ cells: observed, within, between, ofMean }) => {
    const found = nestedVariance(observed);
    expect(found.within).toBeCloseTo(within, 12);
    expect(found.between).toBeCloseTo(between, 12);
    expect(found.ofMean.within).toBeCloseTo(ofMean.within, 12);
    expect(found.ofMean.between).toBeCloseTo(ofMean.between, 12);
  },
);

it("says nothing where nothing was repeated", () => {
  const nothing = { within: null, between: null };
  expect(nestedVariance([])).toEqual({ ...nothing, ofMean: nothing });
  expect(nestedVariance([[[1], [0]]])).toEqual({ ...nothing, ofMean: nothing });
  expect(nestedVariance([[[1, 0]], [[1, 1]]])).toMatchObject({ within: 0.25, between: null });
});

it("puts all variation where it is: between units that agree with themselves, and within", () => {
  const apart = nestedVariance([[Array(3).fill(0), Array(3).fill(1)] as number[][]]);
  expect(apart).toMatchObject({ within: 0, between: 0.5 });
  const alike = nestedVariance([
    [
      [0, 1],
      [1, 0],
      [0, 1],
    ],
  ]);
  expect(alike).toMatchObject({ within: 0.5, between: 0 });
});

it("is never negative and does not know 0 from 1", () => {
  fc.assert(
    fc.property(cells, (some) => {
      const found = nestedVariance(some);
      const parts = [found.within, found.between, found.ofMean.within, found.ofMean.between];
      for (const part of parts) expect(part ?? 0).toBeGreaterThanOrEqual(0);
      const turned = nestedVariance(some.map((units) => units.map((u) => u.map((y) => 1 - y))));
      expect(turned.within ?? 0).toBeCloseTo(found.within ?? 0, 10);
      expect(turned.between ?? 0).toBeCloseTo(found.between ?? 0, 10);
    }),
  );
});
