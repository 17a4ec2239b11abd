import fc from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../../test/reference/tests.json" with { type: "json" };
import { benjaminiHochberg } from "./benjamini-hochberg.ts";
import { bonferroni } from "./bonferroni.ts";
import { holm } from "./holm.ts";

const ADJUSTMENTS = { bonferroni, holm, benjaminiHochberg };
const list = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

describe.each(Object.entries(ADJUSTMENTS))("%s", (name, adjust) => {
  it.each(reference.adjustments)("agrees with statsmodels on $pValues", (one) => {
    const expected = one[name as keyof typeof ADJUSTMENTS];
    adjust(one.pValues).forEach((p, index) => expect(p).toBeCloseTo(expected[index] ?? -1, 12));
    expect(adjust(one.pValues)).toHaveLength(expected.length);
  });

  it("never makes a p value smaller, and keeps their order", () => {
    fc.assert(
      fc.property(list, (pValues) => {
        const adjusted = adjust(pValues);
        pValues.forEach((p, i) => {
          expect((adjusted[i] ?? -1) >= p - 1e-15 && (adjusted[i] ?? 2) <= 1).toBe(true);
          pValues.forEach((q, j) => {
            if (p < q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? -1);
          });
        });
      }),
    );
  });

  it("leaves one test and no test as they are, and refuses what is no p value", () => {
    expect(adjust([])).toEqual([]);
    expect(adjust([0.03])).toEqual([0.03]);
    expect(() => adjust([0.2, Number.NaN])).toThrow(RangeError);
    expect(() => adjust([1.2])).toThrow(RangeError);
  });
});

it("find no less in this order: Bonferroni, Holm, Benjamini–Hochberg", () => {
  fc.assert(
    fc.property(list, (pValues) => {
      const [most, middle, least] = [bonferroni, holm, benjaminiHochberg].map((f) => f(pValues));
      pValues.forEach((_, i) => {
        expect(middle?.[i]).toBeLessThanOrEqual((most?.[i] ?? -1) + 1e-15);
        expect(least?.[i]).toBeLessThanOrEqual((middle?.[i] ?? -1) + 1e-15);
      });
    }),
  );
});
