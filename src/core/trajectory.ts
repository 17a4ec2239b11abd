// What an agent did, in order. The same record for every scaffold, made by us as its commands pass.
import { z } from "zod";

export const stepSchema = z.object({
  /** From 1. */
  number: z.int().min(1),
  /** What the agent said it was doing, if it says such things. */
  thought: z.string(),
  /** The shell command that it ran. */
  command: z.string(),
  exitCode: z.int().nullable(),
  timedOut: z.boolean(),
  output: z.string(),
  outputTruncated: z.boolean(),
  /** Milliseconds since the agent started. */
  startedAtMs: z.number(),
  durationMs: z.number(),
});
export type Step = z.infer<typeof stepSchema>;

export const trajectorySchema = z.object({
  schemaVersion: z.literal(1),
  runId: z.string(),
  agent: z.string(),
  steps: z.array(stepSchema),
  /** The agent's closing words. */
  conclusion: z.string(),
});
export type Trajectory = z.infer<typeof trajectorySchema>;
