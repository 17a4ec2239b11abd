// R's distribution functions, from lib-r-math.js. The package's type declarations import each other
// without file extensions, which this project's module resolution does not follow: the functions
// arrive untyped, and get their types here, once.
import * as library from "lib-r-math.js";

interface RDistributions {
  /** Probability of `successes` in `n` trials. */
  dbinom(successes: number, n: number, rate: number): number;
  /** Probability of `drawn` white balls among `n` from an urn of white and black ones. */
  dhyper(drawn: number, white: number, black: number, n: number): number;
  /** Probability of a normal variable to lie below, or above, a value. */
  pnorm(value: number, mean: number, sd: number, isLowerTail: boolean): number;
  /** Quantile of the standard normal distribution. */
  qnorm(probability: number): number;
}

export const rDistributions: RDistributions = library;
