import { normalQuantile } from "./normal-quantile.ts";

/** The z that leaves half of 1 − confidence in each tail: 1.96 for 0.95. */
export function twoSidedZ(confidence: number): number {
  requireConfidence(confidence);
  return normalQuantile((1 + confidence) / 2);
}

/** Throws a RangeError unless it lies strictly between 0 and 1. */
export function requireConfidence(confidence: number): void {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`A confidence lies strictly between 0 and 1; ${confidence} does not.`);
  }
}
