import type { Stratum } from "./stratum.ts";
import { zeroIfRoundingError } from "./zero-if-rounding-error.ts";

/** Mean over strata, each weighing the same, of the first rate minus the second. */
export function meanDifference(strata: readonly Stratum[]): number {
  let sum = 0;
  for (const { first, second } of strata)
    sum += first.successes / first.n - second.successes / second.n;
  return zeroIfRoundingError(sum / strata.length);
}
