// Binomial random numbers by inversion: the smallest k whose cumulative probability exceeds a uniform
// draw. Exact up to the rounding of the table; probabilities by R's dbinom (lib-r-math.js).
// A guide table (Chen and Asau 1974, AIIE Trans. 6:163) starts the search next to its end, so a draw
// costs one uniform number and about one comparison, whatever n is.
// Not for: n in the millions, where the table would be larger than the work.
// Degenerate input: n = 0, or a rate of 0 or 1, is constant and draws nothing from the stream.
import { rDistributions } from "./r-distributions.ts";
import type { RandomSource } from "./random-source.ts";

/** A function that draws the successes of n trials at this rate. */
export function binomialSampler(n: number, rate: number): (random: RandomSource) => number {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`${n} is not a number of trials.`);
  if (!(rate >= 0 && rate <= 1)) throw new RangeError(`${rate} is not a rate.`);
  if (rate === 0 || n === 0) return () => 0;
  if (rate === 1) return () => n;

  const cumulative = new Float64Array(n + 1);
  let sum = 0;
  for (let k = 0; k < n; k++) cumulative[k] = sum += rDistributions.dbinom(k, n, rate);
  cumulative[n] = 1;

  const guideSize = 2 * (n + 1);
  const guide = new Int32Array(guideSize);
  for (let slot = 0, k = 0; slot < guideSize; slot++) {
    while ((cumulative[k] as number) <= slot / guideSize) k++;
    guide[slot] = k;
  }

  return (random) => {
    const uniform = random.next();
    let k = guide[Math.floor(uniform * guideSize)] as number;
    while ((cumulative[k] as number) <= uniform) k++;
    return k;
  };
}
