// What carrying out runs needs from outside: everything that has an effect, in one place.
import type { Clock } from "../../core/clock.ts";
import type { Agent } from "../../agents/agent.ts";
import type { AgentLimits } from "../../agents/session.ts";
import type { Benchmark } from "../../benchmarks/benchmark.ts";
import type { Transformation } from "../../code/spt/index.ts";
import type { PlannedCondition } from "../conditions/condition.ts";
import type { SamplerParameters } from "../../core/variant-log.ts";
import type { ReadOnlyMount, SandboxBackend, SandboxLimits } from "../../sandboxes/sandbox.ts";
import type { TestLogParser } from "../../grading/parsers/test-log-parser.ts";
import type { MaterialCache } from "../../materials/material-cache.ts";
import type { GradeCache } from "../../store/grade-cache.ts";
import type { StudyDatabase } from "../../store/database.ts";
import type { StudyModels } from "./attempt-model.ts";
import type { FindSetting } from "./setting.ts";

/** An agent as a study configures it. */
export interface ConfiguredAgent {
  readonly name: string;
  readonly agent: Agent;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Name of its model in the study; null for agents without one. */
  readonly model: string | null;
  /** Folders with its own program, for agents that run in the sandbox. */
  readonly mounts: readonly ReadOnlyMount[];
  /** By instance, for an agent that needs them. */
  readonly predictions?: ReadonlyMap<string, string>;
}

export interface RunContext {
  readonly folder: string;
  readonly db: StudyDatabase;
  readonly seed: string | number;
  readonly benchmarks: ReadonlyMap<string, Benchmark>;
  readonly agents: ReadonlyMap<string, ConfiguredAgent>;
  /** Null for a study whose agents have no model. */
  readonly models: StudyModels | null;
  /** The model that names keywords, and where what it made is kept; null: rules find them. */
  readonly keywordModel: { readonly name: string; readonly cache: MaterialCache } | null;
  readonly conditions: ReadonlyMap<string, PlannedCondition>;
  readonly parsers: ReadonlyMap<string, TestLogParser>;
  readonly backend: SandboxBackend;
  /** Whether the sandbox runs the images of instances. */
  readonly runsImages: boolean;
  readonly sandboxLimits: SandboxLimits;
  readonly findSetting: FindSetting;
  readonly agentLimits: AgentLimits;
  readonly sampler: SamplerParameters;
  readonly exclude: readonly string[];
  /** Transformations to draw from instead of the catalogue's. */
  readonly catalogue?: readonly Transformation[];
  /** Whether states are shown by a null run before they are used. */
  readonly verify: boolean;
  /** How often each patch of an agent is graded, each time in a fresh environment. */
  readonly grades: number;
  /** Grades of earlier studies, where they may stand for new ones. */
  readonly gradeCache?: GradeCache;
  /** Null runs that must agree before a state is rejected. */
  readonly nullRuns: number;
  /** Whether the gold patch is carried onto each rewritten state, where all tests must pass. */
  readonly goldCheck: boolean;
  /** Whether files of the tests come back as they were before a patch is tested. */
  readonly restoreTests: boolean;
  /** Whether scratch files are part of the patch that is graded. */
  readonly keepScratch: boolean;
  /** Carries the gold patch onto a state. */
  readonly goldAgent: Agent;
  /** Trees that are tested to find the rewrite that made a state fail. */
  readonly reduceTests: number;
  /** Candidate states that are tried before a condition is given up. */
  readonly draws: number;
  /** Further attempts after an infrastructure failure. */
  readonly retries: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called at each named point of a run's life; a test may end the process here. */
  readonly onPoint: (point: string) => void;
}

/** What is planned under a name; the plan made sure that it is there. */
export function planned<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name);
  if (value === undefined) throw new Error(`"${name}" is in no plan.`);
  return value;
}

/** The condition of a member id. */
export function conditionOf(context: Pick<RunContext, "conditions">, id: string): PlannedCondition {
  return planned(context.conditions, id);
}
