// What trajectories show: how a run went, and what it did that it should not have. Pure.
export {
  analyzeTrajectory,
  trajectoryCommands,
  type AnalysisInputs,
  type GitUse,
  type StepAnalysis,
  type TrajectoryAnalysis,
} from "./analyze-trajectory.ts";
export { commandSimilarity, meanCommandSimilarity } from "./command-similarity.ts";
export type { DecoyHit, Decoys } from "./decoy-hits.ts";
export type { FileTouches } from "./file-touches.ts";
export { findLoops, type Loop } from "./loops.ts";
export { PHASES, type Phase } from "./phase-rules.ts";
export type { FixCycle, RecordedRun } from "./run-cycles.ts";
export { isAtStepCeiling, shortRuns } from "./step-flags.ts";
export type { ScanRule } from "./rules/scan-rule.ts";
export {
  flaggedRuns,
  SCAN_VERSION,
  SCAN_RULES,
  scanTrajectory,
  type Finding,
  type ScannedRun,
} from "./scan-trajectory.ts";
