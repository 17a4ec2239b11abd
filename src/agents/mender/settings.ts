// Settings of mender in a study file.
import { z } from "zod";

export const settingsSchema = z.strictObject({
  /** Most edits that an attempt tries; how many it really tries is drawn for each attempt. */
  maxCandidates: z.int().min(1).max(2000).default(240),
  /** Chance of submitting what is not shown to be right: a guess, or half a repair. */
  boldness: z.number().min(0).max(1).default(0.35),
});
export type MenderSettings = z.infer<typeof settingsSchema>;
