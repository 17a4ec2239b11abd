// Fisher's exact test of two independent proportions being the same.
// In words: given both margins, the summed probability of all tables that are no more likely than the
// one observed (hypergeometric).
// Source: Fisher 1934; the two-sided rule is that of R's fisher.test, with its relative tolerance of
// 1e-7 for ties.
// Not for: many trials (the z test is as good, and less cautious), paired outcomes, or pooled instances.
// Degenerate input: an arm with n = 0 gives no test; margins that allow one table only give p = 1.
// Reference values: SciPy, test/reference/make-tests.py.
import { requireProportion, type Proportion } from "./proportion.ts";
import { rDistributions } from "./r-distributions.ts";
import type { NotTested } from "./not-tested.ts";

const TIE = 1 + 1e-7;

export interface FisherExactTest {
  /** Two-sided. */
  readonly pValue: number;
}

export function fisherExactTest(
  first: Proportion,
  second: Proportion,
): FisherExactTest | NotTested {
  requireProportion(first);
  requireProportion(second);
  if (first.n === 0 || second.n === 0) return { pValue: null, reason: "no-trials" };
  const successes = first.successes + second.successes;
  const failures = first.n + second.n - successes;
  const probability = (x: number) => rDistributions.dhyper(x, successes, failures, first.n);
  const observed = probability(first.successes);
  let pValue = 0;
  for (let x = Math.max(0, first.n - failures); x <= Math.min(first.n, successes); x++) {
    const one = probability(x);
    if (one <= observed * TIE) pValue += one;
  }
  return { pValue: Math.min(1, pValue) };
}
