// McNemar's test of two paired proportions being the same, exact and mid-p.
// In words: of the pairs that differ, how likely at least so uneven a split is if each falls to either
// side alike (binomial, one half), both tails; mid-p counts the observed split half.
// Source: McNemar 1947, Psychometrika 12:153; mid-p: Fagerland, Lydersen and Laake 2013, BMC Med. Res.
// Methodol. 13:91, who recommend it: the exact test is cautious.
// Not for: several runs of an instance in an arm (pairs are then not independent).
// Degenerate input: no pair that differs gives p = 1 for both.
// Reference values: SciPy and statsmodels, test/reference/make-tests.py.
import { atMostProbability } from "./at-most-probability.ts";
import { rDistributions } from "./r-distributions.ts";

export interface McnemarTest {
  /** Two-sided. */
  readonly exact: number;
  readonly midP: number;
}

/** Takes how many pairs only the first, and how many only the second, resolved. */
export function mcnemarTest(onlyFirst: number, onlySecond: number): McnemarTest {
  for (const count of [onlyFirst, onlySecond]) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is no count.`);
  }
  const n = onlyFirst + onlySecond;
  if (n === 0) return { exact: 1, midP: 1 };
  const smaller = Math.min(onlyFirst, onlySecond);
  const tail = atMostProbability(smaller, n, 0.5);
  const exact = Math.min(1, 2 * tail);
  const observed = rDistributions.dbinom(smaller, n, 0.5);
  // An even split is in both tails, which together are everything.
  return { exact, midP: onlyFirst === onlySecond ? 1 - observed / 2 : 2 * tail - observed };
}
