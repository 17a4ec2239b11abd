// The analyses: pure functions from facts about runs to plain objects.
export type { ArmSummary } from "./arm-summary.ts";
export type { ConfigurationAnalysis } from "./configuration-analysis.ts";
export type { Contrast, Degradation } from "./contrast.ts";
export { CONTRASTS, type ContrastDefinition, type ContrastId } from "./contrast-definitions.ts";
export type { EffortChange, EffortMean, EffortMeasure, EffortQuantity } from "./effort.ts";
export type { FlaggedScore, RuleCount } from "./flagged-score.ts";
export type { GraderVariance } from "./grader-variance.ts";
export type { InstanceContrast, LeftOutReason } from "./instance-contrast.ts";
export type { Perturbation, Spread } from "./perturbation.ts";
export type { ReducedScore } from "./reduced-score.ts";
export type { ResolveRate } from "./resolve-rate.ts";
export { robustness, type RobustnessAnalysis, type RobustnessOptions } from "./robustness.ts";
export {
  ARMS,
  armSchema,
  ineligibleRunSchema,
  robustnessFactsSchema,
  runFactSchema,
  variantFactSchema,
  type Arm,
  type EngineFaultFact,
  type IneligibleRun,
  type InstanceExclusion,
  type JudgedVariant,
  type RobustnessFacts,
  type RunFact,
  type VariantFact,
} from "./run-fact.ts";
export type { Verdict } from "./verdict.ts";
export type { RejectionRate, Verification } from "./verification.ts";
