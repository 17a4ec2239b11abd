import type { RandomSource } from "./random-source.ts";

/** Mean of as many values as there are, drawn from them with replacement. */
export function resampledMean(values: readonly number[], random: RandomSource): number {
  let sum = 0;
  for (let draw = 0; draw < values.length; draw++) {
    sum += values[Math.floor(random.next() * values.length)] as number;
  }
  return sum / values.length;
}
