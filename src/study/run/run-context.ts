// What carrying out runs needs from outside: everything that has an effect, in one place.
import type { Clock } from "../../core/clock.ts";
import type { Agent } from "../../agents/agent.ts";
import type { AgentLimits } from "../../agents/session.ts";
import type { Benchmark } from "../../benchmarks/benchmark.ts";
import type { Transformation } from "../../code/spt/index.ts";
import type { PlannedCondition } from "../conditions/condition.ts";
import type { SamplerParameters } from "../../core/variant-log.ts";
import type { SandboxBackend, SandboxLimits } from "../../sandboxes/sandbox.ts";
import type { TestLogParser } from "../../grading/parsers/test-log-parser.ts";
import type { StudyDatabase } from "../../store/database.ts";

/** An agent as a study configures it. */
export interface ConfiguredAgent {
  readonly name: string;
  readonly agent: Agent;
  readonly settings: Readonly<Record<string, unknown>>;
  /** By instance, for an agent that needs them. */
  readonly predictions?: ReadonlyMap<string, string>;
}

export interface RunContext {
  readonly folder: string;
  readonly db: StudyDatabase;
  readonly seed: string | number;
  readonly benchmarks: ReadonlyMap<string, Benchmark>;
  readonly agents: ReadonlyMap<string, ConfiguredAgent>;
  readonly conditions: ReadonlyMap<string, PlannedCondition>;
  readonly parsers: ReadonlyMap<string, TestLogParser>;
  readonly backend: SandboxBackend;
  readonly sandboxLimits: SandboxLimits;
  readonly agentLimits: AgentLimits;
  readonly sampler: SamplerParameters;
  readonly exclude: readonly string[];
  /** Transformations to draw from instead of the catalogue's. */
  readonly catalogue?: readonly Transformation[];
  /** Whether states are shown by a null run before they are used. */
  readonly verify: boolean;
  /** Null runs that must agree before a state is rejected. */
  readonly nullRuns: number;
  /** Whether the gold patch is carried onto each rewritten state, where all tests must pass. */
  readonly goldCheck: boolean;
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
export function conditionOf(context: RunContext, id: string): PlannedCondition {
  return planned(context.conditions, id);
}
