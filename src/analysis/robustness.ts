// The robustness analysis: does an agent still resolve the issue when the repository is rewritten
// without changing its behaviour? Facts in, one plain object out; the same facts and stream give the
// same object in whatever order the facts come.
import { PlumblineError } from "../core/errors.ts";
import { comparePaths } from "../core/file-tree.ts";
import type { RandomStream } from "../core/random-stream.ts";
import { DEFAULT_RESAMPLES } from "../stats/index.ts";
import { configurationAnalysis, type ConfigurationAnalysis } from "./configuration-analysis.ts";
import { flaggedScore, type FlaggedScore } from "./flagged-score.ts";
import { groupBy } from "./group-by.ts";
import { perturbation, type Perturbation } from "./perturbation.ts";
import { reducedScore, type ReducedScore } from "./reduced-score.ts";
import { verification, type Verification } from "./verification.ts";
import type { IneligibleRun, RobustnessFacts, RunFact, VariantFact } from "./run-fact.ts";

export interface RobustnessAnalysis {
  readonly schemaVersion: 1;
  /** Nominal coverage of every interval. */
  readonly confidence: number;
  /** Resamples behind every bootstrap interval. */
  readonly resamples: number;
  /** One for each agent on each benchmark, ordered by benchmark and name. */
  readonly configurations: readonly ConfigurationAnalysis[];
  readonly perturbation: Perturbation;
  readonly verification: Verification;
  readonly variants: readonly VariantFact[];
  readonly runs: readonly RunFact[];
  readonly ineligible: readonly IneligibleRun[];
  /** The second score; null where no test is excluded. */
  readonly reduced: ReducedScore | null;
  /** What the scanner found, and the score without the runs that it flags; null where none was scanned. */
  readonly flagged: FlaggedScore | null;
}

export interface RobustnessOptions {
  /** Read by name only, so the analysis does not depend on what else drew from the study's seed. */
  readonly random: RandomStream;
  readonly resamples?: number;
  readonly confidence?: number;
}

/** Throws a usage error where a run appears twice. */
export function robustness(
  { runs, variants, judged = [], faults = [], ineligible, exclusions = [] }: RobustnessFacts,
  { random, resamples = DEFAULT_RESAMPLES, confidence = 0.95 }: RobustnessOptions,
): RobustnessAnalysis {
  const ordered = [...runs].sort((a, b) => comparePaths(a.runId, b.runId));
  refuseDuplicates(ordered);
  const analyse = (some: readonly RunFact[]) =>
    configurationsOf(some, { random, resamples, confidence });
  return {
    schemaVersion: 1,
    confidence,
    resamples,
    configurations: analyse(ordered),
    perturbation: perturbation(variants),
    verification: verification(judged, faults, confidence),
    variants: [...variants].sort(
      (a, b) =>
        comparePaths(a.instanceId, b.instanceId) || comparePaths(a.conditionId, b.conditionId),
    ),
    runs: ordered,
    ineligible: [...ineligible].sort((a, b) => comparePaths(a.runId, b.runId)),
    reduced: reducedScore(ordered, exclusions, analyse),
    flagged: flaggedScore(ordered, analyse),
  };
}

/** One analysis for each agent on each benchmark. Both scores draw alike, so they differ by runs. */
function configurationsOf(
  runs: readonly RunFact[],
  { random, ...options }: Required<RobustnessOptions>,
): ConfigurationAnalysis[] {
  const groups = groupBy(runs, ({ benchmark, configuration }) => `${benchmark}:${configuration}`);
  return [...groups]
    .sort(([a], [b]) => comparePaths(a, b))
    .map(([name, group]) => {
      const [first] = group as [RunFact, ...RunFact[]];
      return configurationAnalysis(first, group, { ...options, random: random.fork(name) });
    });
}

function refuseDuplicates(ordered: readonly RunFact[]): void {
  const twice = ordered.find(({ runId }, i) => runId === ordered[i + 1]?.runId);
  if (twice !== undefined) {
    throw new PlumblineError("duplicate-run", "usage", `Run ${twice.runId} was given twice.`, {
      hint: "analyse each study once, or give the runs of the second their own names",
    });
  }
}
