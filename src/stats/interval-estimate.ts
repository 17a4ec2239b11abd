// What every estimator returns: a number with its interval, or the reason why there is none. Never
// NaN, and never 0 for "nothing was observed".

/** An estimate inside its interval. */
export interface Estimated {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** Nominal coverage of the interval, for example 0.95. */
  readonly confidence: number;
}

/** Why there is no estimate: nothing was tried, or no stratum was observed in both arms. */
export type MissingReason = "no-trials" | "no-usable-stratum";

export interface NotEstimated {
  readonly estimate: null;
  readonly reason: MissingReason;
}
