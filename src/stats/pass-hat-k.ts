// pass^k: the chance that all of k runs resolve, without bias from n runs.
// In words: the share of all k of the n runs in which every one resolved.
// Source: Yao et al. 2024, arXiv:2406.12045, section 3.
// Not for: comparing agents whose numbers of runs are near k: it rests on few of them then.
// Reference values: exact fractions, test/reference/make-tests.py.
import { requireK } from "./pass-at-k.ts";
import { requireProportion, type Proportion } from "./proportion.ts";

/** A fraction; null where there are fewer than k runs. Throws a RangeError unless k is 1 or more. */
export function passHatK(runs: Proportion, k: number): number | null {
  const { successes, n } = runs;
  requireProportion(runs);
  requireK(k);
  if (n < k) return null;
  let all = 1;
  for (let drawn = 0; drawn < k; drawn++) all *= Math.max(0, successes - drawn) / (n - drawn);
  return all;
}
