import { OUTCOME_KINDS, type OutcomeKind } from "../core/outcome.ts";
import { isMeasured } from "./is-measured.ts";
import { resolveRate, type ResolveRate } from "./resolve-rate.ts";
import type { RunFact } from "./run-fact.ts";

/** How the runs of one arm ended. */
export interface ArmSummary {
  /** All runs, and those without infra and ambiguous. */
  readonly n: { readonly allRuns: number; readonly measuredRuns: number };
  readonly instances: number;
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
  readonly resolveRate: { readonly allRuns: ResolveRate; readonly measuredRuns: ResolveRate };
}

export function armSummary(runs: readonly RunFact[], confidence: number): ArmSummary {
  const measured = runs.filter(isMeasured);
  const outcomes = Object.fromEntries(
    OUTCOME_KINDS.map((kind) => [kind, runs.filter(({ outcome }) => outcome.kind === kind).length]),
  ) as Record<OutcomeKind, number>;
  return {
    n: { allRuns: runs.length, measuredRuns: measured.length },
    instances: new Set(runs.map(({ instanceId }) => instanceId)).size,
    outcomes,
    resolveRate: {
      allRuns: resolveRate(runs, "all-runs", confidence),
      measuredRuns: resolveRate(measured, "measured-runs", confidence),
    },
  };
}
