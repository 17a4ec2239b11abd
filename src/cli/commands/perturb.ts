// Writes variants of a folder, each with the log of its rewrites; or one variant again from a log.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  exclusions,
  keywordsFromProblem,
  magnitudeOf,
  ModuleCache,
  parseKeywordFile,
  pythonFiles,
  replay,
  sampleVariant,
} from "../../code/spt/index.ts";
import { applyPatch, describeConflict, touchedFiles } from "../../code/patch/index.ts";
import { PlumblineError } from "../../core/errors.ts";
import { applyChanges, type FileTree } from "../../core/file-tree.ts";
import { randomStream } from "../../core/random-stream.ts";
import {
  levelSchema,
  samplerParametersSchema,
  styleSchema,
  variantLogSchema,
  type KeywordMap,
  type VariantLog,
} from "../../core/variant-log.ts";
import { defineCommand, type CommandIo } from "../command.ts";
import { readInputFile, readPatchFile } from "../read-input-file.ts";
import { readRepository } from "../read-repository.ts";
import { levelOption, styleOption } from "../rewriting-options.ts";
import { typeFactStore } from "../../store/type-fact-store.ts";
import { createEmptyFolder, writeTree } from "../write-tree.ts";

const optionsSchema = z.object({
  samples: z.coerce.number().int().positive().default(1),
  out: z.string(),
  spt: z.string().optional(),
  exclude: z.array(z.string()).default([]),
  numTransformations: z.coerce.number().optional(),
  fraction: z.coerce.number().optional(),
  maxFiles: z.coerce.number().optional(),
  maxKeywords: z.coerce.number().optional(),
  level: levelSchema,
  style: styleSchema,
});
type Options = z.infer<typeof optionsSchema>;

export const perturb = defineCommand({
  name: "perturb",
  summary: "Write variants of a repository that behave the same.",
  configure: (command) =>
    void command
      .argument("<dir>", "folder of the repository; it is not changed")
      .requiredOption("--out <dir>", "new folder for the variants and their logs")
      .option("--samples <n>", "how many variants", "1")
      .option("--gold-patch <file>", "patch that resolves the issue; its files are always included")
      .option("--test-patch <file>", "patch of the tests; its files are never rewritten")
      .option("--keywords <file>", "keywords to plant, as JSON")
      .option("--problem <file>", "problem statement from which keywords are taken")
      .option("--spt <ids>", "draw from these transformations only, separated by commas")
      .option("--exclude <glob>", "never rewrite these files (repeatable)", collect, [])
      .option("--num-transformations <n>", "transformations of a variant (3)")
      .option("--fraction <f>", "share of the sites of a file that are rewritten (0.7)")
      .option("--max-files <n>", "files that a keyword may reach (10)")
      .option("--max-keywords <n>", "keywords of a transformation (5)")
      .addOption(levelOption())
      .addOption(styleOption())
      .option("--from <log>", "make the variant of this log again"),
  run: async ([dir = "."], raw, io) => {
    const options = parseWith(optionsSchema, raw);
    const tree = readRepository(dir, io);
    const fromLog = readInputFile("--from", raw["from"]);
    if (fromLog === null) sampleAll(tree, options, raw, io);
    else replayOne(tree, fromLog, options, io);
    return Promise.resolve();
  },
});

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function replayOne(tree: FileTree, content: string, options: Options, io: CommandIo): void {
  const log = parseWith(variantLogSchema, parseJson(content));
  const changes = replay(tree, log);
  createEmptyFolder(options.out);
  writeVariant(tree, 1, { changes, log }, options.out);
  io.out(
    io.json
      ? `${JSON.stringify({ files_changed: changes.size })}\n`
      : `Replayed ${log.rewrites.length} rewrites in ${changes.size} files.\n`,
  );
}

function sampleAll(
  tree: FileTree,
  options: Options,
  raw: Readonly<Record<string, unknown>>,
  io: CommandIo,
): void {
  const goldFiles = new Set(goldPatchFiles(tree, raw["goldPatch"]));
  const isExcluded = exclusions({
    testPatchFiles: touchedFiles(readPatchFile("--test-patch", raw["testPatch"]) ?? []),
    testIdFiles: [],
    isBenchmarkTest: () => false,
    exclude: options.exclude,
  });
  const parameters = parseWith(samplerParametersSchema, {
    ...definedOnly(options),
    transformations: options.spt?.split(",").map((id) => id.trim()) ?? null,
  });
  const keywords = keywordsOf(tree, raw);
  createEmptyFolder(options.out);
  const cache = new ModuleCache(typeFactStore());
  for (const file of pythonFiles(tree)) {
    const loaded = cache.load(tree.get(file)?.bytes ?? new Uint8Array());
    if (!loaded.ok) io.err(`not rewritten: ${file} (${loaded.reason})\n`);
  }
  const seed = io.seed ?? "0";
  const summaries = [];
  for (let index = 1; index <= options.samples; index++) {
    io.signal.throwIfAborted();
    const random = randomStream(seed, `variant/${index}`);
    const input = { tree, goldFiles, isExcluded, keywords, parameters, random, cache };
    const variant = sampleVariant(input);
    writeVariant(tree, index, variant, options.out);
    const magnitude = magnitudeOf(tree, variant.changes, variant.log, goldFiles);
    summaries.push({ variant: index, ...magnitude, rewrites: variant.log.rewrites.length });
    if (!io.json) io.out(describe(index, variant.log, magnitude.targetedFraction));
    for (const fault of variant.log.faults) {
      io.err(`engine fault: ${fault.transformation} in ${fault.file}: ${fault.message}\n`);
    }
  }
  if (io.json) io.out(`${JSON.stringify({ seed, variants: summaries }, null, 2)}\n`);
}

function describe(index: number, log: VariantLog, targeted: number): string {
  const names = [...new Set(log.passes.map((pass) => pass.transformation))].join(", ");
  const files = new Set(log.rewrites.map((rewrite) => rewrite.file)).size;
  const size = `${log.rewrites.length} rewrites in ${files} files`;
  const share = `${(100 * targeted).toFixed(1)} % of source lines`;
  return `${variantName(index)}: ${log.unchanged ? "unchanged" : `${size}, ${share}`} (${names})\n`;
}

function keywordsOf(tree: FileTree, raw: Readonly<Record<string, unknown>>): KeywordMap {
  const file = readInputFile("--keywords", raw["keywords"]);
  if (file !== null) return parseKeywordFile(file, String(raw["keywords"]));
  const problem = readInputFile("--problem", raw["problem"]);
  return problem === null ? { methods: [], strings: [] } : keywordsFromProblem(problem, tree);
}

/** A gold patch of another state of the repository would name the wrong files. */
function goldPatchFiles(tree: FileTree, path: unknown): readonly string[] {
  const patch = readPatchFile("--gold-patch", path) ?? [];
  const result = applyPatch(tree, patch);
  if (result.kind === "applied") return touchedFiles(patch);
  const message = `--gold-patch ${String(path)} does not apply: ${describeConflict(result.conflict)}.`;
  throw new PlumblineError("bad-gold-patch", "usage", message, {
    hint: "the patch of this state of the repository",
  });
}

function writeVariant(
  tree: FileTree,
  index: number,
  { changes, log }: { changes: Parameters<typeof applyChanges>[1]; log: VariantLog },
  out: string,
): void {
  writeTree(join(out, variantName(index)), applyChanges(tree, changes));
  writeFileSync(join(out, `${variantName(index)}.json`), `${JSON.stringify(log, null, 1)}\n`);
}

function variantName(index: number): string {
  return `variant-${String(index).padStart(3, "0")}`;
}

function definedOnly(options: Options): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function parseWith<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") ?? "";
  throw new PlumblineError("bad-input", "usage", `${where}: ${issue?.message ?? "not valid"}.`, {
    hint: "plumbline perturb --help",
  });
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new PlumblineError("bad-log", "usage", "The log is no JSON.", {
      hint: "--from with the .json file beside a variant",
      cause,
    });
  }
}
