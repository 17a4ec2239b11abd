// The room's law: what git diffs, we apply to the same bytes; what `git apply` refuses, we refuse.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { FileMode, FileTree, TreeFile } from "../../core/file-tree.ts";
import {
  applyPatch,
  lineCounts,
  parsePatch,
  printPatch,
  reverseApplyPatch,
  touchedFiles,
} from "./index.ts";

const root = mkdtempSync(join(tmpdir(), "plumbline-patch-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const env = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

const NAMES = [
  "plain.py",
  "dir/inner.py",
  "dir/in ner.py",
  "p",
  "p/q",
  "trailing ",
  " leading",
  "-dash",
  'quo"ted',
  "tab\tname",
  "new\nline",
  "back\\slash",
  "ümlaut/日本.py",
  "x b/x",
  "a b/a b/a",
  "carriage\r",
  "bell\x07",
];

const line = fc.constantFrom(
  "a",
  "b",
  "c",
  "",
  "    return x",
  "--- a/plain.py",
  "+++ b/q",
  "\\ No",
);
const lineEnd = fc.constantFrom("\n", "\n", "\n", "\r\n");
const textBytes = fc
  .tuple(fc.array(fc.tuple(line, lineEnd), { maxLength: 30 }), fc.constantFrom("", "", "é", "\xff"))
  .map(([lines, tail]) => Buffer.from(lines.flat().join("") + tail, "latin1"));
const binaryBytes = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 0, max: 200 }))
  .map(([bytes, repeat]) =>
    Buffer.concat([
      Buffer.from([0]),
      ...Array<Buffer>(repeat).fill(Buffer.from(bytes)),
      Buffer.from(bytes),
    ]),
  );
const file: fc.Arbitrary<TreeFile> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ bytes: textBytes, mode: mode("100644", "100755") }) },
  { weight: 1, arbitrary: fc.record({ bytes: binaryBytes, mode: mode("100644", "100755") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      bytes: fc.constantFrom("plain.py", "../x", "ü").map((target) => Buffer.from(target)),
      mode: mode("120000"),
    }),
  },
);

function mode(...modes: FileMode[]): fc.Arbitrary<FileMode> {
  return fc.constantFrom(...modes);
}

/** Content with a few lines inserted, deleted or replaced. */
function edited(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  const edit = fc.tuple(fc.nat(lines.length), fc.nat(2), fc.array(line, { maxLength: 2 }));
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    const result = [...lines];
    for (const [at, count, fresh] of edits) result.splice(at, count, ...fresh);
    return Buffer.from(result.join("\n"), "latin1");
  });
}

function editedFile(before: TreeFile): fc.Arbitrary<TreeFile> {
  if (before.mode === "120000") return file;
  return fc.oneof(
    fc.record({ bytes: edited(before.bytes), mode: mode("100644", "100755") }),
    fc.constant(before),
    file,
  );
}

const tree: fc.Arbitrary<FileTree> = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), file), { maxLength: 6 })
  .map((files) => withoutCollisions(new Map(files)));

function withoutCollisions(files: Map<string, TreeFile>): FileTree {
  if (files.has("p/q")) files.delete("p");
  return files;
}

/** A tree and what became of it: files edited, moved, created and gone. */
const change: fc.Arbitrary<{ before: FileTree; after: FileTree }> = tree.chain((before) =>
  fc
    .tuple(
      ...[...before].map(([path, old]) =>
        fc.oneof(
          fc.constant<readonly [string, TreeFile][]>([]),
          editedFile(old).map((f): readonly [string, TreeFile][] => [[path, f]]),
          fc
            .tuple(fc.constantFrom(...NAMES), editedFile(old))
            .map(([name, f]): readonly [string, TreeFile][] => [[name, f]]),
        ),
      ),
      tree.map((fresh) => [...fresh].slice(0, 1)),
    )
    .map((files) => ({ before, after: withoutCollisions(new Map(files.flat())) })),
);

function git(cwd: string, ...args: string[]): Buffer {
  return execFileSync("git", args, { cwd, env, maxBuffer: 1 << 26 });
}

function writeTree(folder: string, files: FileTree): void {
  for (const name of readdirSync(folder)) {
    if (name !== ".git") rmSync(join(folder, name), { recursive: true });
  }
  for (const [path, { bytes, mode: fileMode }] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    if (fileMode === "120000") symlinkSync(Buffer.from(bytes), target);
    else {
      writeFileSync(target, bytes);
      chmodSync(target, fileMode === "100755" ? 0o755 : 0o644);
    }
  }
}

function readTree(folder: string, prefix = ""): [string, TreeFile][] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    const full = join(folder, path);
    if (path === ".git") return [];
    if (entry.isDirectory()) return readTree(folder, `${path}/`);
    if (entry.isSymbolicLink()) {
      return [[path, { bytes: readlinkSync(full, "buffer"), mode: "120000" }]];
    }
    const isExecutable = (lstatSync(full).mode & 0o100) !== 0;
    return [[path, { bytes: readFileSync(full), mode: isExecutable ? "100755" : "100644" }]];
  });
}

const repository = join(root, "repository");
mkdirSync(repository);
git(repository, "init", "--quiet");

function gitDiff(before: FileTree, after: FileTree, ...options: string[]): Buffer {
  const [oldId, newId] = [before, after].map((files) => {
    writeTree(repository, files);
    git(repository, "add", "--all", "--force");
    return git(repository, "write-tree").toString().trim();
  });
  return git(repository, "diff", "-p", ...options, oldId ?? "", newId ?? "");
}

/** A tree as text, for readable failures. */
function shown(files: Iterable<[string, TreeFile]>): Record<string, string> {
  return Object.fromEntries(
    [...files]
      .map(([path, f]): [string, string] => [
        path,
        `${f.mode} ${Buffer.from(f.bytes).toString("latin1")}`,
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe("patches against git", () => {
  test.each([
    ["--no-renames"],
    ["-M"],
    ["-C"],
    ["-U1"],
    ["-U10"],
    ["--no-prefix", "--src-prefix=x/", "--dst-prefix=y/"],
  ])(
    "git diff --binary %s, parsed and applied, gives the new tree; undone, the old one",
    (...options) => {
      fc.assert(
        fc.property(change, ({ before, after }) => {
          const patch = parsePatch(gitDiff(before, after, "--binary", ...options));
          const forward = applyPatch(before, patch);
          expect(forward.kind === "applied" ? shown(forward.tree) : forward).toEqual(shown(after));
          const backward = reverseApplyPatch(after, patch);
          expect(backward.kind === "applied" ? shown(backward.tree) : backward).toEqual(
            shown(before),
          );
        }),
        { numRuns: 30 },
      );
    },
  );

  test("a drifted tree is patched, or refused, exactly as by `git apply`", () => {
    const drifted = change.chain(({ before, after }) =>
      fc
        .tuple(
          ...[...before].map(([path, f]) =>
            editedFile(f).map((to): [string, TreeFile] => [path, to]),
          ),
        )
        .map((files) => ({ before, after, drift: withoutCollisions(new Map(files)) })),
    );
    const counts = { applied: 0, refused: 0 };
    fc.assert(
      fc.property(drifted, ({ before, after, drift }) => {
        const diff = gitDiff(before, after, "--binary");
        fc.pre(diff.length > 0);
        writeTree(repository, drift);
        const applied = spawnSync("git", ["apply", "--whitespace=nowarn"], {
          cwd: repository,
          env,
          input: diff,
        });
        const ours = applyPatch(drift, parsePatch(diff));
        // Git takes a context line without newline for one that has one, and drops the newline.
        fc.pre(
          !(applied.status === 0 && ours.kind === "conflict" && diff.includes("\n\\ No newline")),
        );
        counts[applied.status === 0 ? "applied" : "refused"] += 1;
        expect(
          ours.kind,
          `git: ${applied.stderr.toString()}
${diff.toString()}`,
        ).toBe(applied.status === 0 ? "applied" : "conflict");
        if (ours.kind === "applied") {
          expect(shown(ours.tree)).toEqual(shown(readTree(repository)));
        }
      }),
      { numRuns: 80 },
    );
    // Neither side may be empty, or the law would say nothing.
    expect(Math.min(counts.applied, counts.refused)).toBeGreaterThan(0);
  });

  test.each([["--no-renames"], ["-M"], ["-C"], ["-B", "-M"], ["-U1"], ["--full-index"]])(
    "git diff %s, parsed and printed, is the same text",
    (...options) => {
      fc.assert(
        fc.property(change, fc.boolean(), ({ before, after }, binary) => {
          const diff = gitDiff(before, after, ...(binary ? ["--binary"] : []), ...options);
          expect(Buffer.from(printPatch(parsePatch(diff))).toString("latin1")).toBe(
            diff.toString("latin1"),
          );
        }),
        { numRuns: 15 },
      );
    },
  );

  test("touched files and line counts are git's own", () => {
    fc.assert(
      fc.property(change, ({ before, after }) => {
        // For a file that becomes a link numstat compares contents; the patch deletes and creates.
        const isLink = (f: TreeFile | undefined) => f?.mode === "120000";
        fc.pre(
          [...after].every(
            ([path, f]) => !before.has(path) || isLink(before.get(path)) === isLink(f),
          ),
        );
        const patch = parsePatch(gitDiff(before, after, "--binary", "--no-renames"));
        const [oldId, newId] = [before, after].map((files) => {
          writeTree(repository, files);
          git(repository, "add", "--all", "--force");
          return git(repository, "write-tree").toString().trim();
        });
        const numstat = git(
          repository,
          "diff",
          "--numstat",
          "-z",
          "--no-renames",
          oldId ?? "",
          newId ?? "",
        )
          .toString()
          .split("\0")
          .filter((row) => row !== "")
          .map((row) => row.split("\t"));
        const sum = (column: number) =>
          numstat.reduce((total, row) => total + (Number(row[column]) || 0), 0);
        expect(lineCounts(patch)).toMatchObject({ added: sum(0), deleted: sum(1) });
        expect(touchedFiles(patch)).toEqual(
          [...new Set(numstat.map((row) => row.slice(2).join("\t")))].sort(),
        );
      }),
      { numRuns: 20 },
    );
  });
});
