// The three records. A run is what the plan asks for; it has one or more attempts and one or more
// grades. Attempts and grades hold observations only.
import { z } from "zod";
import { limitKindSchema } from "./limit-reached.ts";
import { materialUseSchema } from "./material.ts";
import { tokenUsageSchema } from "./trajectory.ts";

/** `solve` runs measure an agent; `verify` runs show a prepared state to be what it claims. */
export const runPurposeSchema = z.enum(["solve", "verify"]);

/** What the plan asks for: one agent, one instance, one condition, once. */
export const plannedRunSchema = z.object({
  /** `<benchmark>:<instance>:<condition>:<agent>:<replicate>`; see ids.ts. */
  id: z.string(),
  purpose: runPurposeSchema,
  benchmark: z.string(),
  instanceId: z.string(),
  /** Id of the condition, for example `seed`, `sham-2`, `variant-2`. */
  condition: z.string(),
  /** Name of the agent in the study. */
  agent: z.string(),
  /** From 1. */
  replicate: z.int().min(1),
  /** Runs that must be recorded, and must qualify, before this one may start. */
  needs: z.array(z.string()),
});
export type PlannedRun = z.infer<typeof plannedRunSchema>;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, "bytes");

/** How an attempt ended, as observed. `finished` is the agent's own decision, with or without a patch. */
export const attemptEndingSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("finished"), decision: z.enum(["submit", "abstain", "give-up"]) }),
  z.object({ kind: z.literal("limit"), which: limitKindSchema }),
  z.object({ kind: z.literal("infra"), code: z.string(), evidence: z.string() }),
  z.object({ kind: z.literal("ambiguous"), code: z.string(), evidence: z.string() }),
  /** A patch was handed in that can't be applied to the tree by any means: nothing to test. */
  z.object({ kind: z.literal("rejected"), code: z.string(), evidence: z.string() }),
]);
export type AttemptEnding = z.infer<typeof attemptEndingSchema>;

/** What an attempt consumed. Absent is null, never 0. */
export const usageSchema = tokenUsageSchema.extend({
  /** Model turns; commands, for agents without a model. */
  steps: z.int().min(0),
  wallMs: z.number().min(0),
  /** Answers of models, also those that are no step. */
  modelCalls: z.int().min(0).nullable(),
  /** Calls whose answer was cut off: what they took is not in the sums. */
  cutCalls: z.int().min(0).nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

/** Which model was asked and which answered, with what was refused or went wrong on the way. */
export const modelUseSchema = z.object({
  /** As the provider names it. */
  asked: z.string(),
  provider: z.string(),
  temperature: z.number().nullable(),
  reasoningEffort: z.string().nullable(),
  /** Names under which answers came; the day is that of the attempt. */
  answeredBy: z.array(z.string()),
  /** Whether a recording answered instead of the provider. */
  replayed: z.boolean(),
  incidents: z.array(z.object({ kind: z.string(), detail: z.string(), atMs: z.number() })),
});
export type ModelUse = z.infer<typeof modelUseSchema>;

/** What the sandbox really kept apart and really limited; null means not limited. */
export const isolationSchema = z.object({
  backend: z.string(),
  filesystem: z.enum(["isolated", "none"]),
  network: z.enum(["isolated", "none"]),
  processes: z.enum(["isolated", "none"]),
  /** uid inside the machine that runs the commands. */
  uid: z.int().nullable(),
  memory: z.enum(["cgroup-v1", "cgroup-v2", "rlimit"]).nullable(),
  processCount: z.enum(["cgroup-v1", "cgroup-v2", "rlimit"]).nullable(),
  disk: z.enum(["tmpfs"]).nullable(),
  /** What a container was made from and what ran it; absent where there is no container. */
  container: z
    .object({
      image: z.string(),
      /** The engine's own id of the image: a digest of its configuration and layers. */
      imageId: z.string(),
      /** As the registry knows the image; null for one that was made here. */
      imageDigest: z.string().nullable(),
      engine: z.string(),
      engineVersion: z.string(),
      kernel: z.string(),
    })
    .optional(),
  /** What was mounted for the repository and its version; absent where nothing was prepared. */
  environment: z
    .object({
      id: z.string(),
      /** SHA-256 of what was asked for and of the versions that it gave. */
      digest: z.string(),
      kernel: z.string(),
    })
    .optional(),
});
export type Isolation = z.infer<typeof isolationSchema>;

export const attemptSchema = z.object({
  runId: z.string(),
  /** From 1; a retry after an infrastructure failure is the next attempt. */
  number: z.int().min(1),
  /** Which candidate state of its condition it was given, from 1. */
  candidate: z.int().min(1),
  /** Epoch milliseconds. */
  startedAt: z.int(),
  finishedAt: z.int(),
  ending: attemptEndingSchema,
  usage: usageSchema,
  /** Null for agents without a model. */
  model: modelUseSchema.nullable().default(null),
  isolation: isolationSchema.nullable(),
  /** SHA-256 of the prepared tree that the agent was given. */
  stateDigest: z.string().nullable(),
  /** What models made that the state was made with. */
  materials: z.array(materialUseSchema).default([]),
  /** The agent's own diff against the commit that it was given, as a git diff. */
  patch: bytes,
  /** Whether the agent reset or rewrote the history that it was given. */
  reverted: z.boolean().default(false),
  /** The diff from the base commit, variant and agent together: what `preds.jsonl` carries. */
  wholePatch: bytes,
});
export type Attempt = z.infer<typeof attemptSchema>;

export const testStatusSchema = z.enum([
  "PASSED",
  "FAILED",
  "SKIPPED",
  "ERROR",
  "XFAIL",
  "MISSING",
]);
export type TestStatus = z.infer<typeof testStatusSchema>;

export const testResultSchema = z.object({ test: z.string(), status: testStatusSchema });
export type TestResult = z.infer<typeof testResultSchema>;

export const gradeSchema = z.object({
  runId: z.string(),
  attempt: z.int().min(1),
  number: z.int().min(1),
  gradedAt: z.int(),
  durationMs: z.number(),
  /** When the grading was made that an earlier study kept; absent for one of this study's own. */
  reusedFrom: z.int().optional(),
  /** Name of the parser that read the output. */
  parser: z.string(),
  observation: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("tests"), exitCode: z.int().nullable() }),
    z.object({ kind: z.literal("timeout"), limitMs: z.int() }),
    /** The tests were started and no result of any is to be had. */
    z.object({ kind: z.literal("no-tests"), code: z.string(), evidence: z.string() }),
    z.object({ kind: z.literal("infra"), code: z.string(), evidence: z.string() }),
  ]),
  failToPass: z.array(testResultSchema),
  passToPass: z.array(testResultSchema),
  /** Files of the tests, or of what decides how they run, that the patch touches. */
  touchedTestFiles: z.array(z.string()).default([]),
});
export type Grade = z.infer<typeof gradeSchema>;
