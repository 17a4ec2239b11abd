// What a trajectory shows of how a run went, by rules alone: no model, no clock, the same result
// every time.
import type { Trajectory } from "../../core/trajectory.ts";
import type { GitPurpose } from "./actions/git-action.ts";
import { decoyHits, type DecoyHit, type Decoys } from "./decoy-hits.ts";
import { fileTouches, type FileTouches } from "./file-touches.ts";
import { findLoops, type Loop } from "./loops.ts";
import { isWork, phaseEntropyBits, PHASES, phasesOf, type Phase } from "./phase-rules.ts";
import {
  fixCycles,
  patchIterations,
  testRuns,
  type FixCycle,
  type RecordedRun,
} from "./run-cycles.ts";
import { scratchFiles, stepActions, type Call, type StepActions } from "./step-actions.ts";
import { isAtStepCeiling } from "./step-flags.ts";

export interface AnalysisInputs {
  /** Absolute path of the work tree, where that is known. */
  readonly workdir?: string | null;
  /** Files that the gold patch touches. */
  readonly goldFiles?: readonly string[] | null;
  /** Files that the condition rewrote. */
  readonly perturbedFiles?: readonly string[] | null;
  readonly decoys?: Decoys | null;
  /** Most steps that the run was given. */
  readonly stepLimit?: number;
}

export interface StepAnalysis {
  readonly step: number;
  readonly phase: Phase;
  readonly kinds: readonly string[];
  readonly read: readonly string[];
  readonly edited: readonly string[];
  readonly deleted: readonly string[];
}

export interface GitUse {
  readonly step: number;
  readonly subcommand: string;
  readonly purpose: GitPurpose;
}

export interface TrajectoryAnalysis {
  readonly runId: string;
  readonly instanceId: string | null;
  readonly agent: string;
  readonly model: string | null;
  /** Why the trajectory is not whole; null where it is. */
  readonly truncated: string | null;
  readonly steps: readonly StepAnalysis[];
  /** Steps of each phase. */
  readonly phases: Readonly<Record<Phase, number>>;
  readonly phaseEntropyBits: number;
  readonly git: readonly GitUse[];
  /** Files that are work, edited at least once. */
  readonly editedFiles: readonly string[];
  readonly scratchFiles: readonly string[];
  readonly gold: FileTouches | null;
  readonly perturbed: FileTouches | null;
  readonly testRuns: readonly RecordedRun[];
  readonly fixCycles: readonly FixCycle[];
  readonly patchIterations: number;
  /** `at` counts calls from 0. */
  readonly loops: readonly Loop[];
  readonly isAtStepCeiling: boolean;
  readonly decoyHits: readonly DecoyHit[] | null;
  readonly timedOutCalls: number;
}

export function analyzeTrajectory(
  trajectory: Trajectory,
  inputs: AnalysisInputs = {},
): TrajectoryAnalysis {
  const steps = stepActions(trajectory, inputs.workdir ?? null);
  const scratch = scratchFiles(steps);
  const phases = phasesOf(steps, scratch);
  const calls = steps.flatMap((step) => step.calls);
  const perStep = steps.map((step, index) => describeStep(step, phases[index] ?? "general"));
  const edits = perStep.filter(({ edited }) => edited.some(isWork(scratch)));
  const work = { edits: edits.map(({ step }) => step), runs: testRuns(steps) };
  const given = (files: readonly string[] | null | undefined) =>
    files == null ? null : fileTouches(steps, files);
  return {
    ...{ runId: trajectory.runId, instanceId: trajectory.instanceId },
    ...{ agent: trajectory.agent, model: trajectory.model, truncated: trajectory.truncated },
    steps: perStep,
    phases: counted(phases),
    phaseEntropyBits: phaseEntropyBits(phases),
    git: gitUses(steps),
    editedFiles: unique(edits.flatMap(({ edited }) => edited.filter(isWork(scratch)))),
    scratchFiles: [...scratch].sort(),
    gold: given(inputs.goldFiles),
    perturbed: given(inputs.perturbedFiles),
    testRuns: work.runs,
    fixCycles: fixCycles(work),
    patchIterations: patchIterations(work),
    loops: findLoops(calls.map(commandText)),
    isAtStepCeiling: isAtStepCeiling(steps.length, inputs.stepLimit),
    decoyHits: inputs.decoys == null ? null : decoyHits(trajectory, steps, inputs.decoys),
    timedOutCalls: calls.filter(({ event }) => event.timedOut).length,
  };
}

/** A trajectory's calls in order, as loops and similarity compare them: without needless spaces. */
export function trajectoryCommands(trajectory: Trajectory): string[] {
  return trajectory.events.flatMap((event) =>
    event.role === "tool" ? [commandText({ event })] : [],
  );
}

function commandText({ event: { command, tool, arguments: args } }: Pick<Call, "event">): string {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return (command ?? `${tool} ${text}`).trim().replace(/\s+/g, " ");
}

function describeStep({ step, calls }: StepActions, phase: Phase): StepAnalysis {
  const actions = calls.flatMap((call) => call.actions);
  return {
    ...{ step, phase, kinds: unique(actions.map(({ kind }) => kind)) },
    read: unique(actions.flatMap(({ reads }) => reads)),
    edited: unique(actions.flatMap(({ edits }) => edits)),
    deleted: unique(actions.flatMap(({ deletes }) => deletes)),
  };
}

function counted(phases: readonly Phase[]): Record<Phase, number> {
  const counts = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
  for (const phase of phases) counts[phase] += 1;
  return counts;
}

function gitUses(steps: readonly StepActions[]): GitUse[] {
  return steps.flatMap(({ step, calls }) =>
    calls.flatMap(({ actions }) =>
      actions.flatMap(({ git }) =>
        git === null ? [] : [{ step, subcommand: git.subcommand, purpose: git.purpose }],
      ),
    ),
  );
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
