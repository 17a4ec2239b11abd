import { rDistributions } from "./r-distributions.ts";

/**
 * Probability of at most `successes` in `n` trials, summed term by term. lib-r-math.js has pbinom and
 * qbeta, but its incomplete beta function is wrong for some arguments: pbinom(1, 2, 0.5) is off by
 * 0.0006. Its dbinom is right.
 */
export function atMostProbability(successes: number, n: number, rate: number): number {
  let sum = 0;
  for (let x = 0; x <= successes; x++) sum += rDistributions.dbinom(x, n, rate);
  return Math.min(1, sum);
}
