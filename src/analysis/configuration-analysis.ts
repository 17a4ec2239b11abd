// One agent on one benchmark. Every metric is per configuration, because all arms of one share their
// settings and no two configurations do.
import { comparePaths } from "../core/file-tree.ts";
import { armSummary, type ArmSummary } from "./arm-summary.ts";
import { contrast, type Contrast, type ContrastOptions } from "./contrast.ts";
import { CONTRASTS, type ContrastId } from "./contrast-definitions.ts";
import { effort, type EffortMeasure, type EffortQuantity } from "./effort.ts";
import { graderVariance, type GraderVariance } from "./grader-variance.ts";
import { groupBy } from "./group-by.ts";
import { repeatedConditions } from "./repeated-conditions.ts";
import { ARMS, type Arm, type RunFact } from "./run-fact.ts";

export interface ConfigurationAnalysis {
  /** Name of the agent. */
  readonly configuration: string;
  readonly benchmark: string;
  readonly instances: number;
  readonly arms: Readonly<Record<Arm, ArmSummary>>;
  /** sham − variant where there are sham runs, else the paper's seed − variant. */
  readonly primary: ContrastId;
  readonly degradation: Readonly<Record<ContrastId, Contrast>>;
  readonly effort: Readonly<Record<EffortQuantity, EffortMeasure>>;
  /** Shams and variants that were run more than once. */
  readonly repeatedConditions: number;
  /** Null where no patch was graded more than once. */
  readonly graderVariance: GraderVariance | null;
}

/** `runs` are all of one configuration, in a fixed order: the resampling follows it. */
export function configurationAnalysis(
  { configuration, benchmark }: { readonly configuration: string; readonly benchmark: string },
  runs: readonly RunFact[],
  options: ContrastOptions,
): ConfigurationAnalysis {
  const instances = groupBy(runs, ({ instanceId }) => instanceId);
  const runsByInstance = new Map([...instances].sort(([a], [b]) => comparePaths(a, b)));
  const withStream = (name: string) => ({ ...options, random: options.random.fork(name) });
  const arms = ARMS.map((arm) => {
    return [
      arm,
      armSummary(
        runs.filter((run) => run.arm === arm),
        options.confidence,
      ),
    ];
  });
  const degradation = CONTRASTS.map((definition) => {
    return [definition.id, contrast(definition, runsByInstance, withStream(definition.id))];
  });
  return {
    configuration,
    benchmark,
    instances: runsByInstance.size,
    arms: Object.fromEntries(arms) as ConfigurationAnalysis["arms"],
    primary: runs.some(({ arm }) => arm === "sham") ? "sham-variant" : "seed-variant",
    degradation: Object.fromEntries(degradation) as ConfigurationAnalysis["degradation"],
    effort: {
      steps: effort("steps", runsByInstance, withStream("steps")),
      wallMs: effort("wallMs", runsByInstance, withStream("wallMs")),
    },
    repeatedConditions: repeatedConditions(runs),
    graderVariance: graderVariance(runs),
  };
}
