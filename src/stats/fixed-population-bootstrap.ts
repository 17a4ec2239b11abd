// The fixed-population bootstrap of a mean degradation.
// In words: the instances stay; in each instance and arm the number of resolved runs is drawn anew
// from Binomial(n, p̂), p̂ being the observed rate; the mean over instances of the differences of the
// redrawn rates is taken; of 20,000 such means the percentile interval is reported (percentiles by
// Hyndman and Fan's definition 7).
// Source: A Jagged Frontier (arXiv 2608.18389), "Statistical protocol"; the parametric bootstrap of
// Efron and Tibshirani 1993, section 6.5.
// Not for: statements about instances that were not run; repeated runs of one variant; few runs. A
// rate of 0 or 1 redraws as itself and p̂(1 − p̂)/n underestimates the variance, so with 3 runs per arm
// the interval covers 88 to 93 %, with 20 runs 94 to 96 %. moverInterval stands beside it.
// Degenerate input: `degenerate` where every rate is 0 or 1, so that the interval has no width; strata
// without trials in an arm are left out and counted; no stratum left gives no estimate.
// Reference values: exact quantiles by convolution in SciPy, test/reference/make-proportions.py.
import { binomialSampler } from "./binomial-sampler.ts";
import { DEFAULT_RESAMPLES, requireResamples, type BootstrapOptions } from "./bootstrap-options.ts";
import type { Estimated, NotEstimated } from "./interval-estimate.ts";
import { meanDifference } from "./mean-difference.ts";
import { percentileInterval } from "./percentile-interval.ts";
import type { Proportion } from "./proportion.ts";
import { usableStrata, type Stratum } from "./stratum.ts";
import { zeroIfRoundingError } from "./zero-if-rounding-error.ts";

export interface FixedPopulationBootstrap extends Estimated {
  readonly resamples: number;
  /** Strata in the mean. */
  readonly strata: number;
  /** Strata without trials in one of the arms. */
  readonly leftOut: number;
  /** Whether the width is zero only because every observed rate is 0 or 1. */
  readonly degenerate: boolean;
}

/** Mean over strata of the first rate minus the second, as fractions. */
export function fixedPopulationBootstrap(
  strata: readonly Stratum[],
  { random, resamples = DEFAULT_RESAMPLES, confidence = 0.95 }: BootstrapOptions,
): FixedPopulationBootstrap | NotEstimated {
  requireResamples(resamples);
  const used = usableStrata(strata);
  if (used.length === 0) return { estimate: null, reason: "no-usable-stratum" };

  const means = new Float64Array(resamples);
  for (const { first, second } of used) {
    const drawFirst = binomialSampler(first.n, first.successes / first.n);
    const drawSecond = binomialSampler(second.n, second.successes / second.n);
    for (let resample = 0; resample < resamples; resample++) {
      const difference = drawFirst(random) / first.n - drawSecond(random) / second.n;
      means[resample] = (means[resample] as number) + difference;
    }
  }
  for (let resample = 0; resample < resamples; resample++) {
    means[resample] = zeroIfRoundingError((means[resample] as number) / used.length);
  }
  return {
    estimate: meanDifference(used),
    ...percentileInterval(means, confidence),
    confidence,
    resamples,
    strata: used.length,
    leftOut: strata.length - used.length,
    degenerate: used.every(({ first, second }) => isConstant(first) && isConstant(second)),
  };
}

function isConstant({ successes, n }: Proportion): boolean {
  return successes === 0 || successes === n;
}
