// What gold and null runs showed of the tests of an instance: how often each passed, of how many
// runs that saw tests. Observations only; which tests are left out for them is a rule
// (analysis/exclusion-rule.ts).
import { z } from "zod";
import type { Isolation } from "./run.ts";

const passCountSchema = z
  .object({ passed: z.int().min(0), runs: z.int().min(0) })
  .refine(({ passed, runs }) => passed <= runs, "more passes than runs");
export type PassCount = z.infer<typeof passCountSchema>;

export const testFactsSchema = z.object({
  list: z.enum(["FAIL_TO_PASS", "PASS_TO_PASS"]),
  test: z.string().min(1),
  /** With the gold patch, and without any. */
  gold: passCountSchema,
  nop: passCountSchema,
});
export type TestFacts = z.infer<typeof testFactsSchema>;

/** Where tests were run: facts of one environment say nothing of another. */
export const factEnvironmentSchema = z.object({
  backend: z.string().min(1),
  /** Digest of the image, or of what was prepared and mounted; null where neither was. */
  image: z.string().nullable(),
});
export type FactEnvironment = z.infer<typeof factEnvironmentSchema>;

export const instanceFactsSchema = z.object({
  instanceId: z.string().min(1),
  /** Of the row that was checked; one that changed has facts of its own. */
  rowDigest: z.string().min(1),
  environment: factEnvironmentSchema,
  /** When the first and the last of the runs were graded, epoch milliseconds. */
  from: z.int(),
  to: z.int(),
  tests: z.array(testFactsSchema),
});
export type InstanceFacts = z.infer<typeof instanceFactsSchema>;

/** What one check of a benchmark adds to the facts of an instance. */
export const checkRecordSchema = instanceFactsSchema.extend({
  /** Names the check: the same check that goes on takes its own place. */
  check: z.string().regex(/^[0-9a-f]{64}$/),
  datasetDigest: z.string().min(1),
  /** K: how often gold and null runs were asked for. */
  times: z.int().min(1),
});
export type CheckRecord = z.infer<typeof checkRecordSchema>;

/** The environment that a sandbox was. */
export function factEnvironment({ backend, container, environment }: Isolation): FactEnvironment {
  const image = container?.imageDigest ?? container?.imageId ?? environment?.digest ?? null;
  return { backend, image };
}
