// Quantiles of the standard normal distribution, by R's own routine (Wichura 1988, AS 241), ported
// in lib-r-math.js. Reference values: SciPy, test/reference/make-proportions.py.
import { rDistributions } from "./r-distributions.ts";

/** The z below which a standard normal variable lies with this probability, 0 < probability < 1. */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`A probability lies strictly between 0 and 1; ${probability} does not.`);
  }
  return rDistributions.qnorm(probability);
}
