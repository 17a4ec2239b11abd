// Wilson's score interval of one proportion.
// In words: all rates p for which the observed rate lies within z standard errors of p, the error
// computed at p and not at the observed rate.
// Source: Wilson 1927, J. Am. Stat. Assoc. 22:209; as method 3 in Newcombe 1998, Stat. Med. 17:857.
// Not for: trials that are not independent with one common rate. Runs pooled over instances with
// different rates vary less than binomially, so there it is wider than needed; it says nothing about
// instances that were not run.
// Degenerate input: n = 0 gives no estimate; all or none resolved gives a one-sided interval of
// positive width; n = 1 is allowed and wide.
// Reference values: statsmodels, test/reference/make-proportions.py.
import type { Estimated, NotEstimated } from "./interval-estimate.ts";
import { requireProportion, type Proportion } from "./proportion.ts";
import { twoSidedZ } from "./two-sided-z.ts";
import { wilsonScoreLimits } from "./wilson-score-limits.ts";

export interface WilsonInterval extends Estimated {
  readonly n: number;
}

/** The observed rate with Wilson's interval, as fractions. */
export function wilsonInterval(
  proportion: Proportion,
  confidence = 0.95,
): WilsonInterval | NotEstimated {
  requireProportion(proportion);
  const z = twoSidedZ(confidence);
  if (proportion.n === 0) return { estimate: null, reason: "no-trials" };
  return {
    estimate: proportion.successes / proportion.n,
    ...wilsonScoreLimits(proportion, z),
    confidence,
    n: proportion.n,
  };
}
