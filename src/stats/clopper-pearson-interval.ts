// Clopper and Pearson's exact interval of one proportion.
// In words: all rates at which neither as many successes or more, nor as many or fewer, would have less
// than half of 1 − confidence; the limits are quantiles of beta distributions.
// Source: Clopper and Pearson 1934, Biometrika 26:404.
// Not for: getting a coverage near the nominal one. It never covers less, and often much more; Wilson's
// is narrower. As there, trials are independent with one rate.
// Degenerate input: n = 0 gives no estimate; all or none resolved gives a limit of 1 or 0 and a width
// above 0.
// Reference values: SciPy, test/reference/make-tests.py.
import type { Estimated, NotEstimated } from "./interval-estimate.ts";
import { requireProportion, type Proportion } from "./proportion.ts";
import { rDistributions } from "./r-distributions.ts";
import { requireConfidence } from "./two-sided-z.ts";

export interface ClopperPearsonInterval extends Estimated {
  readonly n: number;
}

/** The observed rate with its exact interval, as fractions. */
export function clopperPearsonInterval(
  proportion: Proportion,
  confidence = 0.95,
): ClopperPearsonInterval | NotEstimated {
  requireProportion(proportion);
  requireConfidence(confidence);
  const { successes, n } = proportion;
  if (n === 0) return { estimate: null, reason: "no-trials" };
  const tail = (1 - confidence) / 2;
  return {
    estimate: successes / n,
    lower: successes === 0 ? 0 : rDistributions.qbeta(tail, successes, n - successes + 1),
    upper: successes === n ? 1 : rDistributions.qbeta(1 - tail, successes + 1, n - successes),
    confidence,
    n,
  };
}
