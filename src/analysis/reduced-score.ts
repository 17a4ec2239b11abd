// The second score of a study: the same analysis, as if excluded tests had not been asked for.
// Instances that have no FAIL_TO_PASS left are in none of its denominators.
import { comparePaths } from "../core/file-tree.ts";
import type { ConfigurationAnalysis } from "./configuration-analysis.ts";
import { EXCLUSION_RULE } from "./exclusion-rule.ts";
import type { InstanceExclusion, RunFact } from "./run-fact.ts";

export interface ReducedScore {
  /** Version of the rule that excluded the tests. */
  readonly rule: number;
  readonly excluded: readonly InstanceExclusion[];
  /** Instances in no denominator, as `benchmark:instance`. */
  readonly leftOut: readonly string[];
  readonly configurations: readonly ConfigurationAnalysis[];
}

/** Null where no test is excluded. `analyse` is what gave the published score. */
export function reducedScore(
  runs: readonly RunFact[],
  exclusions: readonly InstanceExclusion[],
  analyse: (runs: readonly RunFact[]) => readonly ConfigurationAnalysis[],
): ReducedScore | null {
  if (exclusions.length === 0) return null;
  const nameOf = ({ benchmark, instanceId }: InstanceExclusion) => `${benchmark}:${instanceId}`;
  const excluded = [...exclusions].sort((a, b) => comparePaths(nameOf(a), nameOf(b)));
  return {
    rule: EXCLUSION_RULE,
    excluded,
    leftOut: excluded.filter(({ isLeftOut }) => isLeftOut).map(nameOf),
    configurations: analyse(runs.flatMap(reduced)),
  };
}

function reduced({ reducedOutcome, ...run }: RunFact): RunFact[] {
  if (reducedOutcome === null) return [];
  // Gradings are verdicts over all tests: they say nothing of this score.
  delete run.gradings;
  return [reducedOutcome === undefined ? run : { ...run, outcome: reducedOutcome }];
}
