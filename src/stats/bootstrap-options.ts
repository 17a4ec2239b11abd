import type { RandomSource } from "./random-source.ts";

export interface BootstrapOptions {
  readonly random: RandomSource;
  /** B, the paper's 20,000 by default. */
  readonly resamples?: number;
  readonly confidence?: number;
}

/** B where the caller names none; the paper's. */
export const DEFAULT_RESAMPLES = 20_000;

/** Throws a RangeError unless there is something to take percentiles of. */
export function requireResamples(resamples: number): void {
  if (!Number.isSafeInteger(resamples) || resamples < 1) {
    throw new RangeError(`${resamples} is not a number of resamples.`);
  }
}
