// Agresti and Caffo's interval of the difference between two independent proportions.
// In words: Wald's interval after one success and one failure were added to each arm, cut at −1 and 1.
// Source: Agresti and Caffo 2000, Am. Stat. 54:280.
// Not for: rates near 0 or 1 with few trials, where Newcombe's follows the asymmetry; nor for a
// confidence so low that the interval, which is centred between the rate and one half, may leave the
// observed difference out.
// Degenerate input: an arm with n = 0 gives no estimate; rates of 0 or 1 give positive width.
// Reference values: statsmodels, test/reference/make-tests.py.
import type { NewcombeInterval } from "./newcombe-interval.ts";
import type { NotEstimated } from "./interval-estimate.ts";
import { requireProportion, type Proportion } from "./proportion.ts";
import { twoSidedZ } from "./two-sided-z.ts";

export type AgrestiCaffoInterval = NewcombeInterval;

/** The first rate minus the second with its interval, as fractions. */
export function agrestiCaffoInterval(
  first: Proportion,
  second: Proportion,
  confidence = 0.95,
): AgrestiCaffoInterval | NotEstimated {
  requireProportion(first);
  requireProportion(second);
  const z = twoSidedZ(confidence);
  if (first.n === 0 || second.n === 0) return { estimate: null, reason: "no-trials" };
  const [one, other] = [shrunk(first), shrunk(second)];
  const centre = one.rate - other.rate;
  const margin = z * Math.sqrt(one.variance + other.variance);
  return {
    estimate: first.successes / first.n - second.successes / second.n,
    lower: Math.max(-1, centre - margin),
    upper: Math.min(1, centre + margin),
    confidence,
    firstN: first.n,
    secondN: second.n,
  };
}

function shrunk({ successes, n }: Proportion) {
  const rate = (successes + 1) / (n + 2);
  return { rate, variance: (rate * (1 - rate)) / (n + 2) };
}
