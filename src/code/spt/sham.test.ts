// Shams of random variants of real modules, against git's diff and CPython's ast.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  applyChanges,
  type FileTree,
  type TreeChanges,
  type TreeFile,
} from "../../core/file-tree.ts";
import { randomStream } from "../../core/random-stream.ts";
import { samplerParametersSchema, variantLogSchema } from "../../core/variant-log.ts";
import { ModuleCache, replay, sampleVariant, shamOf, type Variant } from "./index.ts";
import { diffHunks, totals } from "./sham/line-diff.ts";

const MODULES = [
  "json/decoder.py",
  "json/encoder.py",
  "textwrap.py",
  "dataclasses.py",
  "shlex.py",
  "csv.py",
  "argparse.py",
];
const VARIANTS = 4;

function standardLibrary(): string {
  const script = "import sysconfig; print(sysconfig.get_paths()['stdlib'])";
  return spawnSync("python3", ["-c", script], { encoding: "utf8" }).stdout.trim();
}

/** Compiles every file of `variant`, and compares the ast of every file of `sham` with the seed's. */
const CHECK = `
import ast, pathlib, sys
seed, variant, sham = map(pathlib.Path, sys.argv[1:])
for file in seed.rglob("*.py"):
    name = file.relative_to(seed)
    compile((variant / name).read_bytes(), str(name), "exec", dont_inherit=True)
    trees = [ast.dump(ast.parse((root / name).read_bytes(), type_comments=True)) for root in (seed, sham)]
    if trees[0] != trees[1]: print("differs:", name)
`;

describe("shamOf", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-sham-"));
  const cache = new ModuleCache();
  let tree: FileTree;
  const pairs: { variant: Variant; sham: Variant }[] = [];

  function write(name: string, changes: TreeChanges): string {
    const root = join(folder, name);
    for (const [path, file] of applyChanges(tree, changes)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), file.bytes);
    }
    return root;
  }

  beforeAll(() => {
    const library = standardLibrary();
    tree = new Map(
      MODULES.filter((path) => existsSync(join(library, path))).map((path): [string, TreeFile] => [
        path,
        { bytes: readFileSync(join(library, path)), mode: "100644" },
      ]),
    );
    write("seed", new Map());
    for (let index = 0; index < VARIANTS; index++) {
      const random = randomStream("sham test", `variant/${index}`);
      const strings = [{ text: "invalid choice", origin: "test" }];
      const variant = sampleVariant({
        tree,
        goldFiles: new Set(["json/decoder.py"]),
        isExcluded: () => null,
        keywords: { methods: [], strings },
        parameters: samplerParametersSchema.parse({}),
        random,
        cache,
      });
      const sham = shamOf({
        tree,
        variantChanges: variant.changes,
        random: random.fork("sham"),
        cache,
      });
      write(`variant-${index}`, variant.changes);
      write(`sham-${index}`, sham.changes);
      pairs.push({ variant, sham });
    }
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const git = (name: string, ...options: string[]) =>
    spawnSync("git", ["diff", "--no-index", "--minimal", ...options, "seed", name], {
      cwd: folder,
      encoding: "utf8",
    }).stdout.replaceAll(name, "changed");

  /** Lines added and deleted of each file, as git counts them. */
  const lineCounts = (name: string) =>
    git(name, "--numstat")
      .trim()
      .split("\n")
      .map((row) => row.split("\t"))
      .map(([added, deleted, path]) => ({ added: Number(added), deleted: Number(deleted), path }));
  const textOf = (changes: TreeChanges, path: string) =>
    Buffer.from((changes.get(path) ?? tree.get(path))?.bytes ?? []).toString();
  const hunksOf = (changes: TreeChanges, path: string) =>
    diffHunks(textOf(new Map(), path), textOf(changes, path));

  it("touches the same files, with as many deleted and added lines in each", () => {
    for (const [index, { variant, sham }] of pairs.entries()) {
      expect(sham.log.skipped).toEqual([]);
      for (const path of variant.changes.keys()) {
        expect(totals(hunksOf(sham.changes, path))).toEqual(totals(hunksOf(variant.changes, path)));
      }
      // A long diff has no one answer: git's differs from ours by some lines.
      const [shams, variants] = [lineCounts(`sham-${index}`), lineCounts(`variant-${index}`)];
      expect(shams.map(({ path }) => path)).toEqual(variants.map(({ path }) => path));
      for (const [at, { added, deleted }] of variants.entries()) {
        expect(Math.abs((shams[at]?.added ?? 0) - added)).toBeLessThanOrEqual(0.05 * added);
        expect(Math.abs((shams[at]?.deleted ?? 0) - deleted)).toBeLessThanOrEqual(0.05 * deleted);
      }
    }
  });

  it("makes them in about as many places", () => {
    for (const { variant, sham } of pairs) {
      for (const path of variant.changes.keys()) {
        const places = hunksOf(variant.changes, path).length;
        const missed = Math.abs(hunksOf(sham.changes, path).length - places);
        expect(missed).toBeLessThanOrEqual(Math.max(1, 0.05 * places));
      }
    }
  });

  it("keeps the syntax tree, of which CPython is the judge", () => {
    for (let index = 0; index < VARIANTS; index++) {
      const script = ["-c", CHECK, "seed", `variant-${index}`, `sham-${index}`];
      const { stdout, stderr } = spawnSync("python3", script, { cwd: folder, encoding: "utf8" });
      expect(stdout + stderr).toBe("");
    }
  });

  it("is the same for the same stream, and replays from its log", () => {
    const { variant, sham } = pairs[0] ?? { variant: null, sham: null };
    if (variant === null) throw new Error("no variant");
    const random = randomStream("sham test", "variant/0").fork("sham");
    const again = shamOf({
      tree,
      variantChanges: variant.changes,
      random,
      cache: new ModuleCache(),
    });
    expect(again.changes).toEqual(sham.changes);
    const replayed = replay(tree, variantLogSchema.parse(sham.log));
    for (const [path, file] of sham.changes) {
      expect(
        Buffer.from(replayed.get(path)?.bytes ?? []).equals(Buffer.from(file?.bytes ?? [])),
      ).toBe(true);
    }
  });
});
