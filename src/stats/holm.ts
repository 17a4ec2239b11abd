// Holm's adjustment: the chance of any false finding among all tests stays at the level.
// In words: from the smallest on, each p value times the number of tests that are left, at most 1 and
// never below one before it.
// Source: Holm 1979, Scand. J. Stat. 6:65.
// Not for: screening many tests, where a known share of false findings is enough (Benjamini–Hochberg).
// Reference values: statsmodels, test/reference/make-tests.py.
import { ascending, requirePValues } from "./p-values.ts";

/** Adjusted p values, in the order given. Throws a RangeError on what is none. */
export function holm(pValues: readonly number[]): number[] {
  requirePValues(pValues);
  const adjusted = new Array<number>(pValues.length);
  let least = 0;
  ascending(pValues).forEach(({ p, index }, rank) => {
    least = Math.max(least, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = least;
  });
  return adjusted;
}
