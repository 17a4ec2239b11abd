import type { Proportion } from "./proportion.ts";

/**
 * The rates that are z standard errors away from the observed one, the error taken at those rates:
 * the two roots of (p̂ − p)² = z²·p(1 − p)/n. Wilson (1927). For n ≥ 1; interval functions build on it.
 */
export function wilsonScoreLimits(
  { successes, n }: Proportion,
  z: number,
): { lower: number; upper: number } {
  const rate = successes / n;
  const shrink = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / shrink;
  const halfWidth = (z / shrink) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  // At the ends one root is the observed rate itself; rounding must not push it past.
  return {
    lower: successes === 0 ? 0 : centre - halfWidth,
    upper: successes === n ? 1 : centre + halfWidth,
  };
}
