// The score without flagged runs: the same analysis over the runs in which the scanner finds no breach.
// A run without a trajectory can't be scanned; it is counted, and stays in both scores.
import type { ConfigurationAnalysis } from "./configuration-analysis.ts";
import type { RunFact } from "./run-fact.ts";
import { SCAN_RULES, flaggedRuns } from "./trajectory/index.ts";

export interface RuleCount {
  readonly rule: string;
  /** Whether it flags a run. */
  readonly isBreach: boolean;
  /** Runs in which it finds something. */
  readonly runs: number;
}

export interface FlaggedScore {
  /** Ids of the runs that are left out. */
  readonly flagged: readonly string[];
  readonly scanned: number;
  /** Runs without a trajectory. */
  readonly unscanned: number;
  readonly rules: readonly RuleCount[];
  /** Null where no run is flagged: both scores are one. */
  readonly configurations: readonly ConfigurationAnalysis[] | null;
}

/** Null where no run has a trajectory. `analyse` is what gave the score over all runs. */
export function flaggedScore(
  runs: readonly RunFact[],
  analyse: (runs: readonly RunFact[]) => readonly ConfigurationAnalysis[],
): FlaggedScore | null {
  const scanned = runs.flatMap(({ runId, findings }) =>
    findings === undefined ? [] : [{ runId, findings }],
  );
  if (scanned.length === 0) return null;
  const flagged = flaggedRuns(scanned);
  const rules = SCAN_RULES.map(({ id, isBreach }) => {
    const found = scanned.filter(({ findings }) => findings.some(({ rule }) => rule === id));
    return { rule: id, isBreach, runs: found.length };
  });
  const clean = runs.filter(({ runId }) => !flagged.has(runId));
  return {
    flagged: [...flagged],
    ...{ scanned: scanned.length, unscanned: runs.length - scanned.length, rules },
    configurations: flagged.size === 0 ? null : analyse(clean),
  };
}
