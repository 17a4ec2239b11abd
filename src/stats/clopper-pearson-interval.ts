// Clopper and Pearson's exact interval of one proportion.
// In words: all rates at which neither this few nor this many successes would have a probability
// below half of 1 − confidence; found by halving, to the last bits of a double.
// Source: Clopper & Pearson 1934, Biometrika 26:404; as method 5 in Newcombe 1998, Stat. Med. 17:857.
// Not for: a rate shown next to others, where Wilson's interval is shorter and closer to its nominal
// coverage; this one is for claims that must hold with at least the stated confidence. Like it, not
// for runs pooled over instances with different rates.
// Degenerate input: n = 0 gives no estimate; all or none resolved gives a one-sided interval of
// positive width; n = 1 is allowed and wide.
// Errors: a RangeError for what is no proportion or no confidence.
// Reference values: SciPy, test/reference/make-tests.py.
import { atMostProbability } from "./at-most-probability.ts";
import type { Estimated, NotEstimated } from "./interval-estimate.ts";
import { requireProportion, type Proportion } from "./proportion.ts";
import { requireConfidence } from "./two-sided-z.ts";

/** Halvings of [0, 1] after which a double has no digits left. */
const HALVINGS = 53;

export interface ClopperPearsonInterval extends Estimated {
  readonly n: number;
}

/** The observed rate with its exact interval, as fractions. */
export function clopperPearsonInterval(
  proportion: Proportion,
  confidence = 0.95,
): ClopperPearsonInterval | NotEstimated {
  requireProportion(proportion);
  requireConfidence(confidence);
  const { successes, n } = proportion;
  if (n === 0) return { estimate: null, reason: "no-trials" };
  const tail = (1 - confidence) / 2;
  return {
    estimate: successes / n,
    // Successes and failures swapped, the lower limit is the upper one.
    lower: 1 - upperLimit({ successes: n - successes, n }, tail),
    upper: upperLimit(proportion, tail),
    confidence,
    n,
  };
}

/** The rate at which so few successes have this probability, which falls as the rate rises. */
function upperLimit({ successes, n }: Proportion, tail: number): number {
  if (successes === n) return 1;
  let [low, high] = [successes / n, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (atMostProbability(successes, n, middle) > tail) low = middle;
    else high = middle;
  }
  return high;
}
