import type { ArmSummary, ResolveRate } from "../../analysis/index.ts";
import type { JsonInterval } from "./json-interval.ts";

/** One arm of a configuration. Rates and their limits are fractions; null where n is 0. */
export interface JsonArm {
  /** All runs: the sum of `outcomes`. */
  readonly n: number;
  readonly instances: number;
  readonly outcomes: ArmSummary["outcomes"];
  /** Runs without infra and ambiguous: the denominator of `rate` and `interval`. */
  readonly measured: number;
  readonly rate: number | null;
  readonly interval: JsonInterval | null;
  /** The papers' denominator: every run. */
  readonly allRuns: {
    readonly n: number;
    readonly rate: number | null;
    readonly interval: JsonInterval | null;
  };
}

export function jsonArm({ n, instances, outcomes, resolveRate }: ArmSummary): JsonArm {
  return {
    n: n.allRuns,
    instances,
    outcomes,
    measured: n.measuredRuns,
    ...rateAndInterval(resolveRate.measuredRuns),
    allRuns: { n: n.allRuns, ...rateAndInterval(resolveRate.allRuns) },
  };
}

function rateAndInterval(rate: ResolveRate): Pick<JsonArm, "rate" | "interval"> {
  if (rate.rateFraction === null) return { rate: null, interval: null };
  const { method, lowerFraction, upperFraction } = rate;
  return {
    rate: rate.rateFraction,
    interval: { method, lower: lowerFraction, upper: upperFraction },
  };
}
