// How a study, or a command, says which instances it wants.
import { z } from "zod";

const names = z.array(z.string().min(1)).min(1);

export const selectionSchema = z.strictObject({
  ids: names.optional().describe("Ids of instances, in this order."),
  match: z
    .string()
    .refine(isPattern, "not a regular expression")
    .optional()
    .describe("A regular expression that an id has to match."),
  repos: names.optional().describe("Repositories, as owner/name."),
  languages: names.optional().describe("Languages, for example python."),
  task_types: names.optional().describe("Types of task, for example bug-fix."),
  difficulties: names.optional().describe("Difficulties, in the data set's words."),
  resolved_by: z
    .string()
    .optional()
    .describe("A file of a reference agent's results: only what it resolved is used."),
  rewritable: z
    .boolean()
    .default(false)
    .describe("Only instances that hold a file that can be rewritten."),
  strata: z
    .strictObject({
      n: z.int().min(1).describe("How many are drawn of each."),
      per: z.enum(["stratum", "repository"]).default("stratum"),
    })
    .optional()
    .describe("A draw by repository and difficulty, with the study's seed."),
  shuffle: z.boolean().default(false).describe("In an order drawn with the study's seed."),
  slice: z
    .string()
    .regex(/^-?\d*:-?\d*$/, "expected start:end, for example 0:50")
    .optional()
    .describe("A part of what is left, as start:end."),
});
export type Selection = z.infer<typeof selectionSchema>;

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
