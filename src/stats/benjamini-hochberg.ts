// Benjamini and Hochberg's adjustment: the expected share of false among all findings stays at the level.
// In words: from the largest down, each p value times the number of tests by its rank, never above one
// after it.
// Source: Benjamini and Hochberg 1995, J. R. Stat. Soc. B 57:289.
// Not for: tests that depend negatively on each other, nor where a single false finding is too many.
// Reference values: statsmodels, test/reference/make-tests.py.
import { ascending, requirePValues } from "./p-values.ts";

/** Adjusted p values, in the order given. Throws a RangeError on what is none. */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  requirePValues(pValues);
  const adjusted = new Array<number>(pValues.length);
  let most = 1;
  for (const [place, { p, index }] of ascending(pValues).toReversed().entries()) {
    most = Math.min(most, (p * pValues.length) / (pValues.length - place));
    adjusted[index] = most;
  }
  return adjusted;
}
