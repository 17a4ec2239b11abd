import type { ConfigurationAnalysis, Contrast, ContrastId } from "../../analysis/index.ts";
import type { JsonInterval } from "./json-interval.ts";

/** The primary contrast of a configuration, in percentage points, and all three whole. */
export interface JsonDegradation {
  /** sham-variant where the study has shams, else the paper's seed-variant. */
  readonly contrast: ContrastId;
  readonly unit: "percentage points";
  /** Mean over instances; positive where the rewrite lost. Null where no instance has both arms. */
  readonly mean: number | null;
  /** The stratified Newcombe interval (MOVER): never of zero width, and what the verdict follows. */
  readonly interval: JsonInterval | null;
  /** The paper's interval. */
  readonly bootstrap: (JsonInterval & { readonly degenerate: boolean }) | null;
  /** Instances in the mean. */
  readonly n: number;
  /** Measured runs of those instances. */
  readonly runs: Contrast["runs"];
  readonly verdict: Contrast["verdict"];
  readonly contrasts: Readonly<Record<ContrastId, Contrast>>;
}

export function jsonDegradation({ primary, degradation }: ConfigurationAnalysis): JsonDegradation {
  const { degradation: mean, instances, runs, verdict } = degradation[primary];
  return {
    contrast: primary,
    unit: "percentage points",
    ...(mean.meanPp === null
      ? { mean: null, interval: null, bootstrap: null }
      : {
          mean: mean.meanPp,
          interval: jsonInterval(mean.mover),
          bootstrap: {
            ...jsonInterval(mean.bootstrap),
            degenerate: mean.bootstrap.degenerate,
          },
        }),
    n: instances.used,
    runs,
    verdict,
    contrasts: degradation,
  };
}

function jsonInterval(limits: { method: string; lowerPp: number; upperPp: number }): JsonInterval {
  return { method: limits.method, lower: limits.lowerPp, upper: limits.upperPp };
}
