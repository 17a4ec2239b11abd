// The percentile interval of a bootstrap distribution: the middle part of the resampled estimates.
// Source: Efron and Tibshirani 1993, An Introduction to the Bootstrap, section 13.3.
// Not for: distributions that are biased or strongly skewed; it corrects for neither.
import { quantile } from "./quantile.ts";
import { requireConfidence } from "./two-sided-z.ts";

/** Limits that leave half of 1 − confidence of the resamples on each side. Sorts `resampled`. */
export function percentileInterval(
  resampled: Float64Array,
  confidence: number,
): { lower: number; upper: number } {
  requireConfidence(confidence);
  resampled.sort();
  const tail = (1 - confidence) / 2;
  return { lower: quantile(resampled, tail), upper: quantile(resampled, 1 - tail) };
}
