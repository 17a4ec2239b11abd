import { wilsonInterval, type MissingReason } from "../stats/index.ts";
import type { RunFact } from "./run-fact.ts";

/** Which runs are the denominator: all (the papers'), or those without infra and ambiguous. */
export type Denominator = "all-runs" | "measured-runs";

/** Resolved runs of a denominator, as a fraction with Wilson's interval; or why there is none. */
export type ResolveRate = {
  readonly denominator: Denominator;
  readonly resolved: number;
  readonly n: number;
} & (
  | {
      readonly rateFraction: number;
      readonly lowerFraction: number;
      readonly upperFraction: number;
      readonly method: "wilson";
      readonly confidence: number;
    }
  | { readonly rateFraction: null; readonly reason: MissingReason }
);

export function resolveRate(
  runs: readonly RunFact[],
  denominator: Denominator,
  confidence: number,
): ResolveRate {
  const n = runs.length;
  const resolved = runs.filter(({ outcome }) => outcome.kind === "resolved").length;
  const interval = wilsonInterval({ successes: resolved, n }, confidence);
  if (interval.estimate === null) {
    return { denominator, resolved, n, rateFraction: null, reason: interval.reason };
  }
  return {
    denominator,
    resolved,
    n,
    rateFraction: interval.estimate,
    lowerFraction: interval.lower,
    upperFraction: interval.upper,
    method: "wilson",
    confidence,
  };
}
