// A fault of ours that verification found: a state that is not what it claims, with the smallest part
// of it that shows so. Enough to make the case again: replay `minimal` on the seed.
import { z } from "zod";
import { testResultSchema } from "./run.ts";
import { loggedRewriteSchema } from "./variant-log.ts";

/**
 * What noticed it: the syntax gate while rewriting (the file was left as it was), the target's own
 * compiler, the null run, or the gold patch carried onto the state.
 */
export const faultGateSchema = z.enum(["syntax", "compile", "null-run", "gold"]);
export type FaultGate = z.infer<typeof faultGateSchema>;

export const engineFaultCaseSchema = z.object({
  gate: faultGateSchema,
  /** Transformation and file of the rewrites to blame; null where none was found. */
  transformation: z.string().nullable(),
  file: z.string().nullable(),
  /** What was wrong, in one line. */
  message: z.string(),
  /** Tests that are not what they must be; none for syntax. */
  failing: z.array(testResultSchema),
  /** One rewrite as a rule, several where it takes them together; none where none was found. */
  culprits: z.array(loggedRewriteSchema),
  /** Rewrites that the culprits were made on: earlier ones in the same files. */
  context: z.array(loggedRewriteSchema),
  /** Both as a log holds them that makes the minimal case from the seed. */
  minimal: z.array(loggedRewriteSchema),
  /** Seed of the study and name of the stream that the state was drawn from. */
  seed: z.string(),
  stream: z.string(),
  /** Trees that were tested to find the culprits. */
  trees: z.int().nonnegative(),
  /** Why no culprit was found, or null. */
  unreduced: z.string().nullable(),
});
export type EngineFaultCase = z.infer<typeof engineFaultCaseSchema>;
