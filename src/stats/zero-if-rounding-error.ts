/**
 * Means of rates lie on a grid whose step is far above 1e-12; what is smaller is the rounding error
 * of a zero. It has to go because "the interval excludes zero" is asked of the limits.
 */
export function zeroIfRoundingError(mean: number): number {
  return Math.abs(mean) < 1e-12 ? 0 : mean;
}
