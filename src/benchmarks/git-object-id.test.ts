import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { FileMode, FileTree, TreeFile } from "../core/file-tree.ts";
import { blobId, rootCommitId, treeId } from "./git-object-id.ts";

const root = mkdtempSync(join(tmpdir(), "plumbline-ids-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// `a`, `a.b` and `a-b` beside the folder `a/` show the order of names: folders sort as `a/`.
const NAMES = ["a/x", "a.b", "a-b", "a0", "é", "d/e/f", "d.e", "new\nline", "日本/x"];
const file = fc.record({
  bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }).filter((bytes) => !bytes.includes(0)),
  mode: fc.constantFrom<FileMode[]>("100644", "100755", "120000"),
});
const tree = fc.array(fc.tuple(fc.constantFrom(...NAMES), file)).map((files) => new Map(files));
const identity = fc.record({
  authorName: fc.constantFrom("Starter Suite", "Ünä"),
  authorEmail: fc.constant("starter@example.org"),
  authorDate: fc
    .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  message: fc.constantFrom("Initial state", "Two\n\nparagraphs"),
});

function gitIds(files: FileTree, who: Parameters<typeof rootCommitId>[1]): [string, string] {
  const folder = mkdtempSync(join(root, "tree-"));
  for (const [path, { bytes, mode }] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    if (mode === "120000") symlinkSync(Buffer.from(bytes), target);
    else {
      writeFileSync(target, bytes);
      chmodSync(target, mode === "100755" ? 0o755 : 0o644);
    }
  }
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: who.authorName,
    GIT_AUTHOR_EMAIL: who.authorEmail,
    GIT_AUTHOR_DATE: who.authorDate,
    GIT_COMMITTER_NAME: who.authorName,
    GIT_COMMITTER_EMAIL: who.authorEmail,
    GIT_COMMITTER_DATE: who.authorDate,
  };
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, env }).toString().trim();
  git("init", "--quiet");
  git("add", "--all", "--force");
  git("commit", "--quiet", "--allow-empty", "-m", who.message);
  return [git("rev-parse", "HEAD^{tree}"), git("rev-parse", "HEAD")];
}

test("an empty file and an empty tree have git's well-known ids", () => {
  expect(blobId(new Uint8Array())).toBe("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  expect(treeId(new Map<string, TreeFile>())).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
});

test("trees and commits have the ids that git gives them", () => {
  fc.assert(
    fc.property(tree, identity, (files, who) => {
      const id = treeId(files);
      expect([id, rootCommitId(id, who)]).toEqual(gitIds(files, who));
    }),
    { numRuns: 40 },
  );
});
