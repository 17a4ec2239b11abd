// pass@k: the chance that at least one of k runs resolves, without bias from n runs.
// In words: one minus the share of all k of the n runs in which none resolved.
// Source: Chen et al. 2021, arXiv:2107.03374, equation 1.
// Not for: what a user gets who can't tell which of the k is right.
// Reference values: exact fractions, test/reference/make-tests.py.
import { requireProportion, type Proportion } from "./proportion.ts";

/** A fraction; null where there are fewer than k runs. Throws a RangeError unless k is 1 or more. */
export function passAtK(runs: Proportion, k: number): number | null {
  const { successes, n } = runs;
  requireProportion(runs);
  requireK(k);
  if (n < k) return null;
  let none = 1;
  for (let drawn = 0; drawn < k; drawn++) none *= Math.max(0, n - successes - drawn) / (n - drawn);
  return 1 - none;
}

export function requireK(k: number): void {
  if (!Number.isSafeInteger(k) || k < 1) throw new RangeError(`k is 1 or more, not ${k}.`);
}
