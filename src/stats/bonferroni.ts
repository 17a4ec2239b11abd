// Bonferroni's adjustment: the chance of any false finding among all tests stays at the level.
// In words: each p value times the number of tests, at most 1.
// Source: Dunn 1961, J. Am. Stat. Assoc. 56:52.
// Not for: anything but replication of what used it. Holm's holds the same and finds more.
// Reference values: statsmodels, test/reference/make-tests.py.
import { requirePValues } from "./p-values.ts";

/** Adjusted p values, in the order given. Throws a RangeError on what is none. */
export function bonferroni(pValues: readonly number[]): number[] {
  requirePValues(pValues);
  return pValues.map((p) => Math.min(1, p * pValues.length));
}
