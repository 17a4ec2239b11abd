// Successes out of trials: what every function for rates takes.

export interface Proportion {
  readonly successes: number;
  /** Trials, 0 or more. */
  readonly n: number;
}

/** Throws a RangeError unless both are counts and no more succeeded than were tried. */
export function requireProportion({ successes, n }: Proportion): void {
  const areCounts = Number.isSafeInteger(successes) && Number.isSafeInteger(n) && successes >= 0;
  if (!areCounts || successes > n) {
    throw new RangeError(`${successes} of ${n} is not a proportion.`);
  }
}
