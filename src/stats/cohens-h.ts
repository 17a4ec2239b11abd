// Cohen's h: how far apart two rates are on a scale on which differences are equally hard to detect.
// In words: twice the arcsine of the root of each rate, subtracted.
// Source: Cohen 1988, Statistical Power Analysis, section 6.2 (0.2 small, 0.5 medium, 0.8 large).
// Not for: saying whether a difference is there; it has no interval of its own.
// Reference values: statsmodels, test/reference/make-tests.py.

/** Positive where the first rate is the larger; rates are fractions. Throws outside [0, 1]. */
export function cohensH(first: number, second: number): number {
  return angle(first) - angle(second);
}

function angle(rate: number): number {
  if (!(rate >= 0 && rate <= 1)) throw new RangeError(`${rate} is no rate.`);
  return 2 * Math.asin(Math.sqrt(rate));
}
