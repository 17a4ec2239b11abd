// What the analyses read: facts about runs, not records. Whoever reads a study's store, or imports
// finished runs, makes these and passes them through the schemas once.
import { z } from "zod";
import { outcomeSchema } from "../core/outcome.ts";

export const armSchema = z.enum(["seed", "sham", "variant"]);
export type Arm = z.infer<typeof armSchema>;
export const ARMS = armSchema.options;

/** One finished run. */
export const runFactSchema = z.object({
  runId: z.string().min(1),
  /** Name of the agent; with the benchmark, a configuration in the paper's sense. */
  configuration: z.string().min(1),
  benchmark: z.string().min(1),
  instanceId: z.string().min(1),
  arm: armSchema,
  /** For example `seed`, `sham-2`, `variant-2`. */
  conditionId: z.string().min(1),
  /** From 1. */
  replicate: z.int().min(1),
  outcome: outcomeSchema,
  /** Without excluded tests; absent where its instance has none, null where that is left out. */
  reducedOutcome: outcomeSchema.nullable().optional(),
  /** Whether each grading resolved that saw tests; absent where there was one. */
  gradings: z.array(z.boolean()).min(2).optional(),
  /** What the scanner found in its trajectory; absent where it has none. */
  findings: z.array(z.object({ rule: z.string(), step: z.int().min(0) })).optional(),
  steps: z.int().min(0),
  wallMs: z.number().min(0),
});
export type RunFact = z.infer<typeof runFactSchema>;

/** How far one variant of one instance is from its seed. */
export const variantFactSchema = z.object({
  instanceId: z.string().min(1),
  conditionId: z.string().min(1),
  filesChanged: z.int().min(0),
  /** Lines added and lines deleted, together. */
  linesChanged: z.int().min(0),
  /** Of the files changed, those that the gold patch touches. */
  goldFilesChanged: z.int().min(0),
  /** Whether the variant equals its seed, because nothing could be rewritten. */
  unchanged: z.boolean(),
  /** Draws thrown away before this one, because verification rejected them. */
  rejected: z.int().min(0),
});
export type VariantFact = z.infer<typeof variantFactSchema>;

/** A draw of a variant that verification judged, used or not. */
export const judgedVariantSchema = z.object({
  instanceId: z.string().min(1),
  conditionId: z.string().min(1),
  /** Which draw it was, from 1. */
  candidate: z.int().min(1),
  rejected: z.boolean(),
  /** Transformations of which it has a rewrite. */
  transformations: z.array(z.string()),
  /** Why no Python compiled its files, or null. */
  uncompiled: z.string().nullable(),
});
export type JudgedVariant = z.infer<typeof judgedVariantSchema>;

/** A fault of ours that verification found, with its minimal case. */
export const engineFaultFactSchema = z.object({
  instanceId: z.string().min(1),
  conditionId: z.string().min(1),
  candidate: z.int().min(1),
  gate: z.enum(["syntax", "compile", "null-run", "gold"]),
  /** Of the rewrites to blame. */
  transformations: z.array(z.string()),
  file: z.string().nullable(),
  message: z.string(),
  failing: z.array(z.string()),
  culprits: z.array(
    z.object({
      transformation: z.string(),
      file: z.string(),
      site: z.int(),
      /** Byte of the file as the rewrites before it left it. */
      start: z.int(),
      before: z.string(),
      after: z.string(),
      stream: z.string(),
    }),
  ),
  /** How many rewrites the culprits were made on. */
  context: z.int(),
  seed: z.string(),
  unreduced: z.string().nullable(),
});
export type EngineFaultFact = z.infer<typeof engineFaultFactSchema>;

/** Tests of an instance that are left out of the second score. */
export const instanceExclusionSchema = z.object({
  benchmark: z.string().min(1),
  instanceId: z.string().min(1),
  tests: z.array(
    z.object({
      list: z.enum(["FAIL_TO_PASS", "PASS_TO_PASS"]),
      test: z.string(),
      reason: z.enum(["flaky", "broken"]),
      detail: z.string(),
    }),
  ),
  /** Whether the instance is in no denominator of the second score. */
  isLeftOut: z.boolean(),
});
export type InstanceExclusion = z.infer<typeof instanceExclusionSchema>;

/** A run of the plan that could not take place; it is in no denominator. */
export const ineligibleRunSchema = z.object({
  runId: z.string().min(1),
  reason: z.string().min(1),
});
export type IneligibleRun = z.infer<typeof ineligibleRunSchema>;

export const robustnessFactsSchema = z.object({
  runs: z.array(runFactSchema),
  variants: z.array(variantFactSchema),
  judged: z.array(judgedVariantSchema).optional(),
  faults: z.array(engineFaultFactSchema).optional(),
  ineligible: z.array(ineligibleRunSchema),
  exclusions: z.array(instanceExclusionSchema).optional(),
});
export type RobustnessFacts = z.infer<typeof robustnessFactsSchema>;
