// The robustness analysis as the one JSON object that `--json` prints. With one configuration, `arms`,
// `degradation` and `effort` at the top level are that configuration's. With several they are null,
// because nothing is pooled over agents or benchmarks; `configurations` holds each one's, always.
import type {
  Arm,
  ConfigurationAnalysis,
  FlaggedScore,
  GraderVariance,
  IneligibleRun,
  Perturbation,
  ReducedScore,
  RobustnessAnalysis,
  RunFact,
  VariantFact,
  Verification,
} from "../analysis/index.ts";
import { jsonArm, type JsonArm } from "./json/json-arm.ts";
import { jsonDegradation, type JsonDegradation } from "./json/json-degradation.ts";

export interface JsonReport {
  readonly schemaVersion: 1;
  readonly study: string;
  /** Nominal coverage of every interval. */
  readonly confidence: number;
  /** Resamples behind every bootstrap interval. */
  readonly resamples: number;
  readonly arms: JsonConfiguration["arms"] | null;
  readonly degradation: JsonDegradation | null;
  readonly effort: ConfigurationAnalysis["effort"] | null;
  readonly configurations: readonly JsonConfiguration[];
  readonly perturbation: Perturbation;
  readonly verification: Verification;
  readonly variants: readonly VariantFact[];
  readonly runs: readonly RunFact[];
  readonly ineligible: readonly IneligibleRun[];
  /** The second score; absent where no test is excluded. */
  readonly withoutExcludedTests?: JsonReducedScore;
  /** What the scanner found in trajectories; absent where there is none. */
  readonly withoutFlaggedRuns?: JsonFlaggedScore;
}

/** As the score over all runs, over those that are not flagged; null where no run is. */
export interface JsonFlaggedScore extends Omit<FlaggedScore, "configurations"> {
  readonly configurations: readonly JsonConfiguration[] | null;
}

/** As the published score, over the tests that are left. */
export interface JsonReducedScore extends Omit<ReducedScore, "configurations"> {
  readonly configurations: readonly JsonConfiguration[];
}

export interface JsonConfiguration {
  readonly configuration: string;
  readonly benchmark: string;
  readonly arms: Readonly<Record<Arm, JsonArm>>;
  readonly degradation: JsonDegradation;
  readonly effort: ConfigurationAnalysis["effort"];
  /** Shams and variants that were run more than once; with any, intervals are somewhat narrow. */
  readonly repeatedConditions: number;
  /** Absent where no patch was graded more than once. */
  readonly graderVariance?: GraderVariance;
}

export function jsonReport(analysis: RobustnessAnalysis, study: string): JsonReport {
  const configurations = analysis.configurations.map(jsonConfiguration);
  const { reduced, flagged } = analysis;
  const only = configurations.length === 1 ? configurations[0] : undefined;
  return {
    schemaVersion: 1,
    study,
    confidence: analysis.confidence,
    resamples: analysis.resamples,
    arms: only?.arms ?? null,
    degradation: only?.degradation ?? null,
    effort: only?.effort ?? null,
    configurations,
    perturbation: analysis.perturbation,
    verification: analysis.verification,
    variants: analysis.variants,
    runs: analysis.runs,
    ineligible: analysis.ineligible,
    ...(reduced === null
      ? {}
      : {
          withoutExcludedTests: {
            ...reduced,
            configurations: reduced.configurations.map(jsonConfiguration),
          },
        }),
    ...(flagged === null
      ? {}
      : {
          withoutFlaggedRuns: {
            ...flagged,
            configurations: flagged.configurations?.map(jsonConfiguration) ?? null,
          },
        }),
  };
}

function jsonConfiguration(analysed: ConfigurationAnalysis): JsonConfiguration {
  const { configuration, benchmark, arms, effort, repeatedConditions, graderVariance } = analysed;
  return {
    configuration,
    benchmark,
    arms: { seed: jsonArm(arms.seed), sham: jsonArm(arms.sham), variant: jsonArm(arms.variant) },
    degradation: jsonDegradation(analysed),
    effort,
    repeatedConditions,
    ...(graderVariance === null ? {} : { graderVariance }),
  };
}
