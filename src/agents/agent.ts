// The contract of an agent: it gets a problem statement and a work tree in which it may run
// commands, and ends with a decision. Everything it does passes through its session, which counts
// steps, keeps the limits and writes the trajectory, the same way for every agent.
import type { RandomStream } from "../core/random-stream.ts";
import type { Dialect, ModelAccess } from "../llm/model-access.ts";
import type { Program } from "./programs/installed-program.ts";
import type { AgentSession } from "./session.ts";

/** What an agent may know. */
export interface AgentTask {
  readonly problemStatement: string;
  readonly session: AgentSession;
  /** The run's own stream: the same run draws the same numbers. */
  readonly random: RandomStream;
  /** The answer, for agents that declare that they need it (gold); null for all others. */
  readonly reference: Reference | null;
  /** The patch that was handed in, for agents that declare that they carry one; else null. */
  readonly prediction: string | null;
  /** The model to work with, for agents that declare that they need one; null for all others. */
  readonly model: ModelAccess | null;
  /** Settings from the study file, passed through the agent's schema. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface Reference {
  readonly goldPatch: string;
  /** Content of a file at the base commit, or null where there is none. */
  baseFile(path: string): Uint8Array | null;
}

/** How an agent ends on its own account. */
export type AgentEnding =
  | {
      readonly kind: "finished";
      readonly decision: "submit" | "abstain" | "give-up";
      readonly conclusion: string;
      /** How the scaffold itself says that it ended, where it says so. */
      readonly exitStatus?: string;
    }
  | { readonly kind: "ambiguous"; readonly code: string; readonly evidence: string }
  /** It submits this patch, which can't be applied to the tree. */
  | {
      readonly kind: "rejected";
      readonly code: string;
      readonly evidence: string;
      readonly patch: string;
    };

/** How a scaffold with a model differs from others, in a few words each. */
export interface ScaffoldTraits {
  readonly tools: string;
  readonly turn: string;
  /** What it does when the model can take in no more. */
  readonly context: string;
  /** What ends an attempt. */
  readonly ends: string;
}

export interface Agent {
  readonly id: string;
  readonly summary: string;
  /** Whether it is shown the gold patch. */
  readonly needsReference: boolean;
  /** Whether it hands in what a file of predictions holds for the instance. */
  readonly needsPrediction?: boolean;
  /** Whether it works with a model. */
  readonly needsModel?: boolean;
  /** Whether its program runs in the sandbox, and reaches its model from there. */
  readonly runsInside?: boolean;
  /** For agents with a model. */
  readonly traits?: ScaffoldTraits;
  /** What it speaks to models, for an agent that does not speak whatever its model understands. */
  readonly dialects?: readonly [Dialect, ...Dialect[]];
  /**
   * Whether it asks its model things on the side, without offering it tools: such calls count in
   * tokens and cost, and are no step.
   */
  readonly sideCalls?: boolean;
  /** Its own program, for agents that run inside the sandbox: installed once and mounted there. */
  readonly program?: Program;
  /** Checks and completes the settings of the study file; throws a zod error on bad ones. */
  readonly parseSettings: (settings: unknown) => Readonly<Record<string, unknown>>;
  solve(task: AgentTask): Promise<AgentEnding>;
}

/** Declares an agent; the registry finds it by this call. */
export function defineAgent(agent: Agent): Agent {
  return agent;
}
