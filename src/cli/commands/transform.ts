// Applies one transformation to a file or folder: to look at it, or to try it out.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import {
  countRefusals,
  exclusions,
  findTransformation,
  keywordProblem,
  ModuleCache,
  pythonFiles,
  rewriteFile,
  type Site,
  type Transformation,
} from "../../code/spt/index.ts";
import { PlumblineError, systemErrorCode } from "../../core/errors.ts";
import type { FileTree } from "../../core/file-tree.ts";
import { randomStream } from "../../core/random-stream.ts";
import { levelSchema, styleSchema } from "../../core/variant-log.ts";
import { defineCommand, type CommandIo } from "../command.ts";
import { levelOption, styleOption } from "../rewriting-options.ts";
import { typeFactStore } from "../../store/type-fact-store.ts";
import { readRepository } from "../read-repository.ts";

export const transform = defineCommand({
  name: "transform",
  summary: "Apply one transformation to a file or folder.",
  configure: (command) =>
    void command
      .argument("<id>", "transformation, for example python/double-negation")
      .argument("<path>", "file or folder")
      .option("--site <k>", "rewrite only the site with this number")
      .option("--all-sites", "rewrite every site (the default)")
      .option("--keyword <text>", "keyword to plant, for transformations that plant one")
      .addOption(levelOption())
      .addOption(styleOption())
      .option("--write", "change the files")
      .option("--diff", "print a diff (the default)")
      .option("--stdout", "print the rewritten text"),
  run: ([id = "", path = ""], options, io) => {
    const transformation = findTransformation(id);
    const { root, tree, isFolder } = open(path, io);
    const cache = new ModuleCache(typeFactStore());
    const context = {
      level: levelSchema.parse(options["level"]),
      style: styleSchema.parse(options["style"]),
      keyword: keywordOf(transformation, options["keyword"]),
      repository: cache.repository(tree),
      types: cache.types(tree),
    };
    // In a folder tests are left alone as in a variant; a file that is named is meant.
    const rules = {
      testPatchFiles: [],
      testIdFiles: [],
      isBenchmarkTest: () => false,
      exclude: [],
    };
    const isExcluded = isFolder ? exclusions(rules) : () => null;
    const seen: FileResult[] = [];
    for (const file of pythonFiles(tree).filter((name) => isExcluded(name) === null)) {
      io.signal.throwIfAborted();
      const bytes = tree.get(file)?.bytes ?? new Uint8Array();
      const loaded = cache.load(bytes);
      if (!loaded.ok) {
        io.err(`left out: ${file} (${loaded.reason})\n`);
        continue;
      }
      const here = { ...context, path: file };
      const sites = cache.sites(transformation, loaded.facts, here);
      const chosen = chooseSites(sites, options["site"], file);
      const random = randomStream(io.seed ?? "0", `transform/${transformation.id}/${file}`);
      const result = rewriteFile(transformation, loaded, chosen, here, random);
      if (result.kind === "fault" || result.kind === "skipped") {
        io.err(`${file}: ${result.kind === "fault" ? result.message : result.reason}\n`);
      }
      const changed = result.kind === "rewritten" ? result.bytes : bytes;
      seen.push({ file, sites, rewritten: result.kind === "rewritten" ? chosen.length : 0 });
      if (result.kind === "rewritten" || options["stdout"] === true) {
        show(join(root, file), { bytes, changed }, options, io);
      }
    }
    if (io.json) io.out(`${JSON.stringify(seen.map(summary), null, 2)}\n`);
    return Promise.resolve();
  },
});

interface FileResult {
  readonly file: string;
  readonly sites: readonly Site[];
  readonly rewritten: number;
}

function summary({ file, sites, rewritten }: FileResult) {
  const refused: Record<string, number> = {};
  countRefusals(sites, refused);
  return { file, matched: sites.length, rewritten, refused };
}

function show(
  path: string,
  { bytes, changed }: { bytes: Uint8Array; changed: Uint8Array },
  options: Readonly<Record<string, unknown>>,
  io: CommandIo,
): void {
  const after = Buffer.from(changed).toString("utf8");
  if (options["write"] === true) writeFileSync(path, changed);
  else if (io.json) return;
  else if (options["stdout"] === true) io.out(after);
  else io.out(createTwoFilesPatch(path, path, Buffer.from(bytes).toString("utf8"), after));
}

function open(path: string, io: CommandIo): { root: string; tree: FileTree; isFolder: boolean } {
  try {
    if (statSync(path).isDirectory()) {
      return { root: path, tree: readRepository(path, io), isFolder: true };
    }
    const name = basename(path);
    const tree: FileTree = new Map([[name, { bytes: readFileSync(path), mode: "100644" }]]);
    if (!name.endsWith(".py")) throw noPython(path);
    return { root: join(path, ".."), tree, isFolder: false };
  } catch (cause) {
    const code = systemErrorCode(cause);
    if (code === null) throw cause;
    throw new PlumblineError("unreadable-file", "usage", `${path} can't be read (${code}).`, {
      hint: "the path of a Python file or of a folder",
      cause,
    });
  }
}

function noPython(path: string): PlumblineError {
  return new PlumblineError("no-python", "usage", `${path} is no Python file.`, {
    hint: "a file that ends in .py, or a folder",
  });
}

function chooseSites(sites: readonly Site[], wanted: unknown, file: string): readonly Site[] {
  const accepted = sites.filter((site) => site.refusal === null);
  if (typeof wanted !== "string") return accepted;
  const site = sites.find((item) => String(item.number) === wanted);
  if (site === undefined) {
    throw new PlumblineError("no-such-site", "usage", `${file} has no site ${wanted}.`, {
      hint: `a number below ${sites.length}`,
    });
  }
  if (site.refusal === null) return [site];
  const message = `Site ${wanted} of ${file} is not rewritten: ${site.refusal}.`;
  throw new PlumblineError("site-refused", "usage", message, { hint: "--level paper" });
}

function keywordOf(transformation: Transformation, keyword: unknown): string | null {
  if (transformation.keyword === null) return null;
  if (typeof keyword !== "string") {
    const message = `${transformation.id} plants a ${transformation.keyword}.`;
    throw new PlumblineError("no-keyword", "usage", message, { hint: "--keyword WORD" });
  }
  const problem = keywordProblem(transformation.keyword, keyword);
  if (problem === null) return keyword;
  throw new PlumblineError("bad-keyword", "usage", `The keyword is ${problem}.`);
}
