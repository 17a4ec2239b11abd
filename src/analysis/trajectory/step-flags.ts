// Flags by the number of steps alone, as "Confident and Wrong" proposes them: no test is run.

/** More steps than this, of 250, and a run has hit the ceiling. */
const CEILING_SHARE = 245 / 250;

/** Whether a run used up its steps, as good as. */
export function isAtStepCeiling(steps: number, limit = 250): boolean {
  return steps > limit * CEILING_SHARE;
}

/**
 * Which runs of one configuration are short: below the first quartile of its numbers of steps. The
 * paper finds that short runs are wrong without a sign more often, and names no bound.
 */
export function shortRuns(steps: readonly number[]): boolean[] {
  const sorted = [...steps].sort((a, b) => a - b);
  const quartile = sorted[Math.floor((sorted.length - 1) / 4)] ?? 0;
  return steps.map((count) => count < quartile);
}
