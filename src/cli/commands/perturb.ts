// Writes variants of a folder, each with the log of its rewrites; or one variant again from a log.
import { z } from "zod";
import {
  findTransformation,
  keywordsFromProblem,
  parseKeywordFile,
  replay,
} from "../../code/spt/index.ts";
import { applyPatch, describeConflict, touchedFiles } from "../../code/patch/index.ts";
import { PlumblineError } from "../../core/errors.ts";
import type { FileTree } from "../../core/file-tree.ts";
import {
  levelSchema,
  samplerParametersSchema,
  styleSchema,
  type KeywordMap,
} from "../../core/variant-log.ts";
import { defineCommand, type CommandIo } from "../command.ts";
import { readInputFile, readPatchFile } from "../read-input-file.ts";
import { readRepository } from "../read-repository.ts";
import { levelOption, styleOption } from "../rewriting-options.ts";
import { parseVariantLog } from "../read-variant-log.ts";
import { sampleInWorkers } from "../sample-in-workers.ts";
import {
  variantName,
  writeSamples,
  writeVariant,
  type SampleRequest,
  type UnreadableSource,
  type WrittenSample,
} from "../write-samples.ts";
import { createEmptyFolder } from "../write-tree.ts";

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
    if (fromLog === null) await sampleAll(tree, options, raw, io);
    else replayOne(tree, fromLog, options, io);
  },
});

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function replayOne(tree: FileTree, content: string, options: Options, io: CommandIo): void {
  const log = parseVariantLog(content, "--from");
  const changes = replay(tree, log);
  createEmptyFolder(options.out);
  writeVariant(tree, 1, { changes, log }, options.out);
  io.out(
    io.json
      ? `${JSON.stringify({ files_changed: changes.size })}\n`
      : `Replayed ${log.rewrites.length} rewrites in ${changes.size} files.\n`,
  );
}

async function sampleAll(
  tree: FileTree,
  options: Options,
  raw: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<void> {
  const request = requestOf(tree, options, raw, io);
  createEmptyFolder(options.out);
  const samples: WrittenSample[] = [];
  const onSample = (sample: WrittenSample) => {
    samples.push(sample);
    report(sample, io);
  };
  const onUnreadable = ({ path, reason }: UnreadableSource) => {
    io.err(`not rewritten: ${path} (${reason})\n`);
  };
  const workers = Math.min(io.workers ?? 1, options.samples);
  if (workers > 1) {
    const { samples: count } = options;
    const { signal } = io;
    const listeners = { onSample, onUnreadable };
    await sampleInWorkers(request, { samples: count, workers, signal, ...listeners });
  } else {
    for (const sample of writeSamples(request, oneTo(options.samples), onUnreadable)) {
      io.signal.throwIfAborted();
      onSample(sample);
    }
  }
  if (io.json) {
    const variants = samples.map(({ index, magnitude, rewrites }) => ({
      variant: index,
      ...magnitude,
      rewrites,
    }));
    io.out(`${JSON.stringify({ seed: request.seed, variants }, null, 2)}\n`);
  }
}

function requestOf(
  tree: FileTree,
  options: Options,
  raw: Readonly<Record<string, unknown>>,
  io: CommandIo,
): SampleRequest {
  const { spt, exclude, out } = options;
  return {
    tree,
    goldFiles: new Set(goldPatchFiles(tree, raw["goldPatch"])),
    testPatchFiles: touchedFiles(readPatchFile("--test-patch", raw["testPatch"]) ?? []),
    exclude,
    keywords: keywordsOf(tree, raw),
    parameters: parseWith(samplerParametersSchema, {
      ...definedOnly(options),
      transformations: spt?.split(",").map((id) => findTransformation(id.trim()).id) ?? null,
    }),
    seed: io.seed ?? "0",
    out,
  };
}

function* oneTo(last: number): Generator<number> {
  for (let number = 1; number <= last; number++) yield number;
}

function report(sample: WrittenSample, io: CommandIo): void {
  if (!io.json) io.out(describe(sample));
  for (const fault of sample.log.faults) {
    io.err(`engine fault: ${fault.transformation} in ${fault.file}: ${fault.message}\n`);
  }
}

function describe({ index, log, transformations, ...sample }: WrittenSample): string {
  const size = `${sample.rewrites} rewrites in ${sample.rewrittenFiles} files`;
  const share = `${(100 * sample.magnitude.targetedFraction).toFixed(1)} % of source lines`;
  const what = log.unchanged ? "unchanged" : `${size}, ${share}`;
  return `${variantName(index)}: ${what} (${transformations.join(", ")})\n`;
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
