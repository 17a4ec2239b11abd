// The run-level bootstrap of a mean in one arm (steps, wall time).
// In words: the mean over instances of the mean over an instance's runs; the instances stay, the runs
// of each are drawn anew with replacement; the percentile interval of 20,000 such means.
// Source: as runLevelBootstrap, whose limits it shares; not for comparing arms, which that one does.
// Degenerate input: `degenerate` where the runs of no instance vary; instances without runs are left
// out and counted; none left gives no estimate.
// Reference values: all resamples enumerated in NumPy, test/reference/make-proportions.py.
import { DEFAULT_RESAMPLES, requireResamples, type BootstrapOptions } from "./bootstrap-options.ts";
import type { Estimated, NotEstimated } from "./interval-estimate.ts";
import { isConstant } from "./is-constant.ts";
import { mean } from "./mean.ts";
import { percentileInterval } from "./percentile-interval.ts";
import { resampledMean } from "./resampled-mean.ts";

export interface StratifiedMeanBootstrap extends Estimated {
  readonly resamples: number;
  /** Instances in the mean. */
  readonly strata: number;
  /** Instances without runs. */
  readonly leftOut: number;
  readonly degenerate: boolean;
}

/** Mean over instances of the mean over runs; one list of run values an instance. */
export function stratifiedMeanBootstrap(
  instances: readonly (readonly number[])[],
  { random, resamples = DEFAULT_RESAMPLES, confidence = 0.95 }: BootstrapOptions,
): StratifiedMeanBootstrap | NotEstimated {
  requireResamples(resamples);
  const used = instances.filter((values) => values.length > 0);
  if (used.length === 0) return { estimate: null, reason: "no-usable-stratum" };

  const means = new Float64Array(resamples);
  for (const values of used) {
    for (let resample = 0; resample < resamples; resample++) {
      means[resample] = (means[resample] as number) + resampledMean(values, random) / used.length;
    }
  }
  return {
    estimate: mean(used.map(mean)),
    ...percentileInterval(means, confidence),
    confidence,
    resamples,
    strata: used.length,
    leftOut: instances.length - used.length,
    degenerate: used.every(isConstant),
  };
}
