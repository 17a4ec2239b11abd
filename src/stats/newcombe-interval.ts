// Newcombe's hybrid score interval of the difference between two independent proportions.
// In words: the distance from the difference to a limit is the root of the sum of squares of the
// distances from each rate to the Wilson limit that pushes the difference that way.
// Source: Newcombe 1998, Stat. Med. 17:873, method 10 (no continuity correction). The per-instance
// interval of A Jagged Frontier.
// Not for: paired outcomes (the same run in both arms), or repeated runs of one variant counted as
// independent runs.
// Degenerate input: an arm with n = 0 gives no estimate; rates of 0 or 1 give positive width.
// Reference values: statsmodels, test/reference/make-proportions.py.
import type { Estimated, NotEstimated } from "./interval-estimate.ts";
import { requireProportion, type Proportion } from "./proportion.ts";
import { twoSidedZ } from "./two-sided-z.ts";
import { wilsonScoreLimits } from "./wilson-score-limits.ts";

export interface NewcombeInterval extends Estimated {
  readonly firstN: number;
  readonly secondN: number;
}

/** The first rate minus the second with Newcombe's interval, as fractions. */
export function newcombeInterval(
  first: Proportion,
  second: Proportion,
  confidence = 0.95,
): NewcombeInterval | NotEstimated {
  requireProportion(first);
  requireProportion(second);
  const z = twoSidedZ(confidence);
  if (first.n === 0 || second.n === 0) return { estimate: null, reason: "no-trials" };
  const firstRate = first.successes / first.n;
  const secondRate = second.successes / second.n;
  const firstLimits = wilsonScoreLimits(first, z);
  const secondLimits = wilsonScoreLimits(second, z);
  const estimate = firstRate - secondRate;
  return {
    estimate,
    lower: estimate - Math.hypot(firstRate - firstLimits.lower, secondLimits.upper - secondRate),
    upper: estimate + Math.hypot(firstLimits.upper - firstRate, secondRate - secondLimits.lower),
    confidence,
    firstN: first.n,
    secondN: second.n,
  };
}
