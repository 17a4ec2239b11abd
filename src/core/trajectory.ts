// What an agent did, in order: one format for every scaffold, ours and those that are imported.
import { z } from "zod";

/** What model turns consumed, as the provider counted it. What it does not tell is null, never 0. */
export const tokenUsageSchema = z.object({
  /** All tokens of the prompts, those read from a cache among them. */
  inputTokens: z.int().min(0).nullable(),
  /** All tokens that were generated, those of reasoning among them. */
  outputTokens: z.int().min(0).nullable(),
  /** Tokens of the prompts that the provider read from its cache. */
  cachedTokens: z.int().min(0).nullable(),
  /** Tokens of the prompts that the provider wrote to its cache. */
  cacheWriteTokens: z.int().min(0).nullable(),
  reasoningTokens: z.int().min(0).nullable(),
  /** US dollars. */
  costUsd: z.number().min(0).nullable(),
});
export type TokenUsage = z.infer<typeof tokenUsageSchema>;

const common = {
  /** The model turn that it belongs to, from 1; 0 is what came before the first. */
  step: z.int().min(0),
  /** Milliseconds since the agent started; null where that is not known. */
  atMs: z.number().nullable(),
};

/** What the scaffold tells the model. */
export const messageEventSchema = z.object({
  ...common,
  role: z.enum(["system", "user"]),
  text: z.string(),
});

/** One model turn. */
export const assistantEventSchema = z.object({
  ...common,
  role: z.literal("assistant"),
  /** What the model said, without its tool calls. */
  text: z.string(),
  /** What it thought, where that is shown. */
  reasoning: z.string(),
  /** The model that answered; null where that is not known. */
  model: z.string().nullable(),
  usage: tokenUsageSchema.nullable(),
  durationMs: z.number().nullable(),
});

/** One action and what came of it. */
export const toolEventSchema = z.object({
  ...common,
  role: z.literal("tool"),
  /** Name of the tool, as the scaffold calls it; `bash` for a shell of ours. */
  tool: z.string(),
  callId: z.string().nullable(),
  /** What the model called it with; text where that is no JSON object. */
  arguments: z.union([z.record(z.string(), z.unknown()), z.string()]),
  /** The shell command, where the tool runs one. */
  command: z.string().nullable(),
  /** What the model was shown; null where no answer is on record. */
  output: z.string().nullable(),
  exitCode: z.int().nullable(),
  timedOut: z.boolean(),
  outputTruncated: z.boolean(),
  durationMs: z.number().nullable(),
});

export const trajectoryEventSchema = z.discriminatedUnion("role", [
  messageEventSchema,
  assistantEventSchema,
  toolEventSchema,
]);
export type MessageEvent = z.infer<typeof messageEventSchema>;
export type AssistantEvent = z.infer<typeof assistantEventSchema>;
export type ToolEvent = z.infer<typeof toolEventSchema>;
export type TrajectoryEvent = z.infer<typeof trajectoryEventSchema>;

export const trajectorySchema = z.object({
  schemaVersion: z.literal(2),
  /** A run id; for an import, what its file calls itself. */
  runId: z.string(),
  instanceId: z.string().nullable(),
  /** Name and, where known, version of the scaffold. */
  agent: z.string(),
  /** The model that was asked for; null for agents without one, or where that is not known. */
  model: z.string().nullable(),
  events: z.array(trajectoryEventSchema),
  /** How the scaffold says that it ended, in its own words; null where it says nothing. */
  exitStatus: z.string().nullable(),
  /** The patch that the scaffold handed in itself; null where it hands in none. */
  submission: z.string().nullable(),
  /** The agent's closing words. */
  conclusion: z.string(),
  /** Totals as the scaffold reports them; null where it reports none. */
  reported: tokenUsageSchema.extend({ modelCalls: z.int().min(0).nullable() }).nullable(),
  /** Why the record is not whole, for example a file that was cut off; null where it is. */
  truncated: z.string().nullable(),
});
export type Trajectory = z.infer<typeof trajectorySchema>;

/** Model turns of a trajectory: its highest step. */
export function stepCount({ events }: Pick<Trajectory, "events">): number {
  return events.reduce((highest, { step }) => Math.max(highest, step), 0);
}
