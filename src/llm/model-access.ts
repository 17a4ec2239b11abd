// A model as an agent has it: by the gateway, which holds the key, counts and limits.
import type { z } from "zod";
import type { dialectSchema } from "../core/model-entry.ts";
import type { TokenUsage } from "../core/trajectory.ts";

export type Dialect = z.infer<typeof dialectSchema>;

export interface ModelAnswer {
  /** The provider's answer in the dialect of the question. */
  readonly body: unknown;
  /** The model that answered, as the provider names it; null where it does not say. */
  readonly model: string | null;
  readonly usage: TokenUsage;
  readonly durationMs: number;
}

export interface ModelAccess {
  /** The name to ask for; the gateway knows which provider and model that is. */
  readonly name: string;
  /** What it understands; the first is the one to use where there is a choice. */
  readonly dialects: readonly [Dialect, ...Dialect[]];
  /**
   * Where programs inside the sandbox reach the gateway, without a path
   * (`http://127.0.0.1:PORT`); null where the agent runs outside.
   */
  readonly address: string | null;
  /** Opens the gateway to this run alone; worthless elsewhere. */
  readonly token: string;
  /**
   * One turn, asked from this process. Throws LimitReached at a limit, ModelRefused where the
   * provider takes the request for wrong, and ModelUnavailable where it can't be had.
   */
  ask(dialect: Dialect, body: Readonly<Record<string, unknown>>): Promise<ModelAnswer>;
}
