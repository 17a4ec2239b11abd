import { z } from "zod";

export const settingsSchema = z.strictObject({
  mode: z
    .enum(["tools", "text"])
    .default("tools")
    .describe("How the model gives commands: as tool calls, or in a block of its text."),
  format_errors: z
    .int()
    .min(1)
    .default(3)
    .describe("Turns in a row without a usable command after which an attempt ends."),
});
export type MiniSettings = z.infer<typeof settingsSchema>;
