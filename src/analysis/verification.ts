// What verification did to the variants: how many with each transformation it rejected, and which
// faults of ours it found. Rejecting selects variants, so a rate that is not near 0 says that the
// variants which agents saw are not those that were drawn.
import { comparePaths } from "../core/file-tree.ts";
import { wilsonInterval } from "../stats/index.ts";
import type { EngineFaultFact, JudgedVariant } from "./run-fact.ts";

export interface Verification {
  /** Variants drawn and judged, with those that were replaced. */
  readonly variants: number;
  readonly rejected: number;
  /** In order of the id; those only that some judged variant has. */
  readonly transformations: readonly RejectionRate[];
  readonly faults: readonly EngineFaultFact[];
  /** Judged variants whose files no Python compiled, with the reasons. */
  readonly uncompiled: number;
  readonly uncompiledReasons: readonly string[];
}

/** How many of the variants that have a transformation were rejected, for whatever cause. */
export interface RejectionRate {
  readonly transformation: string;
  readonly variants: number;
  readonly rejected: number;
  readonly rateFraction: number;
  readonly lowerFraction: number;
  readonly upperFraction: number;
  readonly method: "wilson";
  readonly confidence: number;
  /** Variants whose fault was reduced to a rewrite of it. */
  readonly blamed: number;
}

export function verification(
  judged: readonly JudgedVariant[],
  faults: readonly EngineFaultFact[],
  confidence: number,
): Verification {
  const uncompiled = judged.flatMap(({ uncompiled: reason }) => reason ?? []);
  const ids = [...new Set(judged.flatMap(({ transformations }) => transformations))];
  return {
    variants: judged.length,
    rejected: judged.filter(({ rejected }) => rejected).length,
    transformations: ids
      .sort(comparePaths)
      .map((id) => rejectionRate(id, judged, faults, confidence)),
    faults: [...faults].sort(
      (a, b) =>
        comparePaths(a.instanceId, b.instanceId) ||
        comparePaths(a.conditionId, b.conditionId) ||
        a.candidate - b.candidate,
    ),
    uncompiled: uncompiled.length,
    uncompiledReasons: [...new Set(uncompiled)].sort(comparePaths),
  };
}

function rejectionRate(
  transformation: string,
  judged: readonly JudgedVariant[],
  faults: readonly EngineFaultFact[],
  confidence: number,
): RejectionRate {
  const having = judged.filter(({ transformations }) => transformations.includes(transformation));
  const rejected = having.filter((variant) => variant.rejected).length;
  const interval = wilsonInterval({ successes: rejected, n: having.length }, confidence);
  if (interval.estimate === null) throw new Error(`No variant has ${transformation}.`);
  const blamed = new Set(
    faults
      .filter((fault) => fault.transformations.includes(transformation) && fault.gate !== "syntax")
      .map((fault) => `${fault.instanceId} ${fault.conditionId} ${fault.candidate}`),
  );
  return {
    ...{ transformation, variants: having.length, rejected, rateFraction: interval.estimate },
    ...{ lowerFraction: interval.lower, upperFraction: interval.upper },
    ...{ method: "wilson", confidence, blamed: blamed.size },
  };
}
