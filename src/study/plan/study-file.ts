// The study file: one YAML document that says what is measured. Defaults are the paper's
// (A Jagged Frontier, Variant generation). Unknown keys are refused with the nearest known one.
import { parseDocument } from "yaml";
import { z } from "zod";
import { PlumblineError } from "../../core/errors.ts";
import { modelEntrySchema } from "../../core/model-entry.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { levelSchema, styleSchema } from "../../core/variant-log.ts";
import { GUARD_NAMES } from "../conditions/guard.ts";
import { selectionSchema } from "./selection.ts";

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+@=-]*$/, "letters, digits and . _ + @ = - only");

export const benchmarkEntrySchema = z.strictObject({
  id: name.describe("A benchmark: its id, for example starter or swe-bench."),
  name: name.optional().describe("Its name in this study; the id where absent."),
  from: z
    .string()
    .min(1)
    .optional()
    .describe("A file, a folder, an http address, or owner/name of a data set on a hub."),
  revision: z
    .string()
    .min(1)
    .optional()
    .describe("A revision of a data set on a hub; the SHA-256 of a file."),
  split: z.string().min(1).optional().describe("The split of a data set; test where absent."),
  repos: z.string().min(1).optional().describe("Folder of clones: base trees are read from them."),
  environments: z
    .string()
    .min(1)
    .optional()
    .describe("YAML file that says what the tests of a repository need where no image is run."),
  pro_scripts: z
    .string()
    .min(1)
    .optional()
    .describe("Folder of the scripts that run and read the tests of SWE-bench Pro."),
  suite: z
    .string()
    .optional()
    .describe("A folder in the starter suite's form: the benchmark is read from it."),
  instances: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe("Ids of the instances to use; all where absent."),
  select: selectionSchema.optional().describe("Which instances are used, by rule."),
});

export type BenchmarkEntry = z.infer<typeof benchmarkEntrySchema>;

const scaffoldEntry = z.strictObject({
  id: name.describe("An agent program: mini, mender, gold, nop."),
  name: name.optional().describe("Its name in this study; the id where absent."),
  settings: z.record(z.string(), z.unknown()).default({}).describe("Settings of the agent."),
});

export type ScaffoldEntry = z.infer<typeof scaffoldEntry>;

const conditionEntry = z.strictObject({
  condition: name.describe("A condition: seed, sham, variant, stacked."),
  name: name.optional().describe("Its name in this study; the condition's id where absent."),
  after: z
    .strictObject({
      condition: name,
      agent: name,
      replicate: z.int().min(1).default(1),
      require: z
        .array(z.enum(["resolved", "unresolved", "empty", "limit", "ambiguous"]))
        .default(["resolved"]),
    })
    .optional()
    .describe("The run that this condition builds on."),
  guard: z
    .enum(GUARD_NAMES)
    .optional()
    .describe("An addition to the prompt, given before the first edit; none where absent."),
});

/** An entry written as a bare id means an object with that id. */
function orId<T extends z.ZodType>(schema: T, key: string) {
  return z.preprocess((value) => (typeof value === "string" ? { [key]: value } : value), schema);
}

const fraction = z.number().gt(0).max(1);
const count = z.int().min(1);

export const studyFileSchema = z.strictObject({
  name: name.describe("Name of the study."),
  seed: z
    .union([z.int(), z.string().min(1)])
    .default(0)
    .describe("Every random draw of the study comes from it."),
  benchmarks: z.array(orId(benchmarkEntrySchema, "id")).min(1),
  scaffolds: z.array(orId(scaffoldEntry, "id")).min(1),
  models: z
    .array(modelEntrySchema)
    .default([])
    .describe("Models of the scaffolds that work with one; each is crossed with each."),
  conditions: z.array(orId(conditionEntry, "condition")).min(1).default(defaultConditions),
  replicates: count.default(20).describe("Runs of each instance in the seed condition."),
  variants: count.default(20).describe("N: variants of each instance."),
  runs_per_variant: count.default(1).describe("K: runs on each variant and each sham."),
  sampler: z
    .strictObject({
      num_transformations: count.default(3).describe("N_t: transformations drawn for a variant."),
      max_keywords: count.default(5).describe("N_k: keywords of a keyword-bound transformation."),
      max_files: count.default(10).describe("N_f: files of a keyword-bound transformation."),
      fraction: fraction.default(0.7).describe("φ: share of a file's candidate sites rewritten."),
      transformations: z.array(z.string()).nullable().default(null).describe("All where absent."),
      level: levelSchema.default("conservative"),
      style: styleSchema.default("natural").describe("How inserted code looks."),
      exclude: z.array(z.string()).default([]).describe("Globs of files that are never rewritten."),
      keywords: z
        .union([z.enum(["rules", "agent-model"]), z.strictObject({ model: name })], {
          error: "must be rules, agent-model or { model: NAME }",
        })
        .default("rules")
        .describe("Who takes keywords from a problem statement: rules, or a model of the study."),
    })
    .prefault({}),
  verify: z
    .strictObject({
      null_run: z.boolean().default(true).describe("Grade each prepared tree without a patch."),
      null_runs: count.default(1).describe("Null runs that must agree before a tree is rejected."),
      gold_check: z
        .boolean()
        .default(false)
        .describe("Merge the gold patch onto each rewritten tree: all tests must pass."),
      reduce_tests: z
        .int()
        .min(0)
        .default(60)
        .describe("Trees tested to find the rewrite that made a tree fail; 0: none."),
      draws: count.default(5).describe("Candidate states tried before a condition is given up."),
    })
    .prefault({}),
  limits: z
    .strictObject({
      steps: count
        .default(250)
        .describe("Model turns of one attempt; commands, for agents without a model."),
      cost_usd: z
        .number()
        .positive()
        .nullable()
        .default(3)
        .describe("What the models of one attempt may cost; null: no limit."),
      tokens: count
        .nullable()
        .default(null)
        .describe("Tokens of one attempt, prompts and answers together; null: no limit."),
      wall_seconds: z.number().positive().default(1800).describe("Wall time of one attempt."),
      command_seconds: z.number().positive().default(60).describe("Wall time of one command."),
      output_bytes: count.default(65_536).describe("Output of one command that an agent sees."),
      memory_mb: count.nullable().default(2048).describe("Memory of a sandbox; null: no limit."),
      processes: count.nullable().default(256).describe("Processes in a sandbox; null: no limit."),
      disk_mb: count
        .nullable()
        .optional()
        .describe("What a sandbox may write, 1024 where absent; null: no limit."),
    })
    .prefault({}),
  budget: z
    .strictObject({
      cost_usd: z.number().positive().nullable().default(null).describe("What models may cost."),
      tokens: count.nullable().default(null).describe("Tokens, prompts and answers together."),
    })
    .prefault({})
    .describe("Of the whole study: once it is spent, no further run is begun. null: no limit."),
  grades: count.default(1).describe("How often each patch is graded; most of its grades decide."),
  exclude_tests: z
    .boolean()
    .default(true)
    .describe("Show a second score, without tests that are known to be flaky or broken."),
  restore_tests: z
    .boolean()
    .default(true)
    .describe(
      "Put back files of the tests, and what decides how they run, before a patch's tests.",
    ),
  keep_scratch: z
    .boolean()
    .default(true)
    .describe(
      "Grade patches with the scratch files that they create (logs, caches, trial scripts).",
    ),
  retries: z.int().min(0).default(2).describe("Further attempts after an infrastructure failure."),
  sandbox: name
    .default("auto")
    .describe("Where commands run: a sandbox by name, or auto for the best that works here."),
});
export type StudyFile = z.infer<typeof studyFileSchema>;

function defaultConditions() {
  return ["seed", "sham", "variant"].map((condition) => ({ condition }));
}

/** Reads the text of a study file. Throws a usage error that names file, place and remedy. */
export function parseStudyFile(text: string, file: string): StudyFile {
  const document = parseDocument(text, { prettyErrors: true });
  const [syntaxError] = document.errors;
  if (syntaxError !== undefined) {
    throw new PlumblineError("bad-yaml", "usage", `${file}: ${firstLine(syntaxError.message)}`);
  }
  const parsed = studyFileSchema.safeParse(document.toJS(), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw studyFileError(parsed.error, file);
}

function studyFileError(error: z.ZodError, file: string): PlumblineError {
  const [issue] = error.issues;
  if (issue === undefined)
    return new PlumblineError("bad-study-file", "usage", `${file}: invalid.`);
  const place = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const known = knownKeys(issue.path);
    const nearest = nearestName(key, known);
    const where = place === "" ? "" : ` in ${place}`;
    return new PlumblineError("unknown-key", "usage", `${file}: unknown key "${key}"${where}.`, {
      hint: nearest === null ? `one of ${known.join(", ")}` : `"${nearest}"`,
    });
  }
  if (issue.code === "invalid_value" && typeof issue.input === "string") {
    const known = issue.values.map(String);
    const nearest = nearestName(issue.input, known);
    const said = `${file}: ${place}: unknown value "${issue.input}".`;
    return new PlumblineError("bad-study-file", "usage", said, {
      hint: nearest === null ? `one of ${known.join(", ")}` : `"${nearest}"`,
    });
  }
  const at = place === "" ? "" : `${place}: `;
  return new PlumblineError("bad-study-file", "usage", `${file}: ${at}${issue.message}.`);
}

/** Keys that the schema knows at a place, walked through its own JSON Schema. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let node = studyFileJsonSchema() as JsonSchemaNode | undefined;
  for (const step of path) {
    node = typeof step === "number" ? node?.items : node?.properties?.[String(step)];
  }
  return Object.keys(node?.properties ?? {});
}

interface JsonSchemaNode {
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>;
  readonly items?: JsonSchemaNode;
}

/** JSON Schema (draft 2020-12) of a study file. */
export function studyFileJsonSchema(): unknown {
  return z.toJSONSchema(studyFileSchema, { io: "input", unrepresentable: "any" });
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? text;
}
