// The z test of two independent proportions being the same.
// In words: the difference of the rates by its standard error under one common rate, held against the
// normal distribution, both tails.
// Source: Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions, section 3.
// Not for: expected counts below 5 (Fisher's exact test), paired outcomes (McNemar's), or runs pooled
// over instances whose rates differ.
// Degenerate input: an arm with n = 0 gives no test; where all or none resolved in both arms there is
// no difference: z = 0, p = 1.
// Reference values: statsmodels, test/reference/make-tests.py.
import { normalTail } from "./normal-tail.ts";
import { requireProportion, type Proportion } from "./proportion.ts";
import type { NotTested } from "./not-tested.ts";

export interface TwoProportionTest {
  readonly z: number;
  /** Two-sided. */
  readonly pValue: number;
}

export function twoProportionTest(
  first: Proportion,
  second: Proportion,
): TwoProportionTest | NotTested {
  requireProportion(first);
  requireProportion(second);
  if (first.n === 0 || second.n === 0) return { pValue: null, reason: "no-trials" };
  const common = (first.successes + second.successes) / (first.n + second.n);
  const variance = common * (1 - common) * (1 / first.n + 1 / second.n);
  if (variance === 0) return { z: 0, pValue: 1 };
  const z = (first.successes / first.n - second.successes / second.n) / Math.sqrt(variance);
  return { z, pValue: Math.min(1, 2 * normalTail(Math.abs(z))) };
}
