// One question and its answer, as they went between the gateway and where answers come from.
import { z } from "zod";
import { dialectSchema } from "../core/model-entry.ts";
import { tokenUsageSchema } from "../core/trajectory.ts";

export const exchangeSchema = z.object({
  /** In the order in which they were asked, from 1. */
  number: z.int().min(1),
  dialect: dialectSchema,
  /** Whether it counts as a step. */
  isStep: z.boolean(),
  /** As the provider was asked, settings in it. */
  request: z.record(z.string(), z.unknown()),
  status: z.int(),
  contentType: z.string(),
  /** The answer as it came: JSON, or a stream of events. */
  body: z.string(),
  /** Whether it ended in the middle. */
  isCut: z.boolean(),
  /** The model that answered. */
  model: z.string().nullable(),
  usage: tokenUsageSchema.nullable(),
  tries: z.int().min(1),
  /** Epoch milliseconds. */
  askedAt: z.int(),
  firstByteMs: z.number().nullable(),
  durationMs: z.number(),
});
export type Exchange = z.infer<typeof exchangeSchema>;
