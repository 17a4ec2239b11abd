import { describe, expect, test } from "vitest";
import type { FileTree, TreeFile } from "../../core/file-tree.ts";
import { applyPatch, describeConflict, parsePatch, reverseApplyPatch } from "./index.ts";

function tree(files: Readonly<Record<string, string>>): FileTree {
  return new Map(
    Object.entries(files).map(([path, text]): [string, TreeFile] => [
      path,
      { bytes: Buffer.from(text), mode: "100644" },
    ]),
  );
}

function text(files: FileTree, path: string): string | undefined {
  const file = files.get(path);
  return file && Buffer.from(file.bytes).toString();
}

const CHANGE = "--- a/x\n+++ b/x\n@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n";
const CREATE = "--- /dev/null\n+++ b/new/x\n@@ -0,0 +1 @@\n+a\n";
const SWAP =
  "diff --git a/x b/y\nrename from x\nrename to y\ndiff --git a/y b/x\nrename from y\nrename to x\n";

describe("applyPatch", () => {
  test("finds its place again after lines came before it", () => {
    const result = applyPatch(tree({ x: "0\n0\na\nb\nc\nd\ne\n" }), parsePatch(CHANGE));
    expect(result.kind === "applied" && text(result.tree, "x")).toBe("0\n0\na\nb\nC\nd\ne\n");
  });

  test("leaves the given tree alone and names what it changed", () => {
    const before = tree({ x: "a\nb\nc\nd\n", other: "1" });
    const result = applyPatch(before, parsePatch(CHANGE + CREATE));
    expect(text(before, "x")).toBe("a\nb\nc\nd\n");
    expect(result.kind === "applied" && [...result.changes.keys()]).toEqual(["new/x", "x"]);
  });

  test("two files can change places", () => {
    for (const apply of [applyPatch, reverseApplyPatch]) {
      const result = apply(tree({ x: "1", y: "2" }), parsePatch(SWAP));
      expect(result.kind === "applied" && [text(result.tree, "x"), text(result.tree, "y")]).toEqual(
        ["2", "1"],
      );
    }
  });

  test("patches after one another on the same file are undone in reverse order", () => {
    const patch = parsePatch(CHANGE + CHANGE.replace("-c", "-C").replace("+C", "+D"));
    const before = tree({ x: "a\nb\nc\nd\n" });
    const after = applyPatch(before, patch);
    expect(after.kind === "applied" && text(after.tree, "x")).toBe("a\nb\nD\nd\n");
    const undone = after.kind === "applied" ? reverseApplyPatch(after.tree, patch) : after;
    expect(undone.kind === "applied" && text(undone.tree, "x")).toBe("a\nb\nc\nd\n");
  });

  test.each([
    ["changed context", { x: "a\nB\nc\nd\n" }, CHANGE, "x: hunk 1: its lines are not found"],
    [
      "another line end",
      { x: "a\r\nb\r\nc\r\nd\r\n" },
      CHANGE,
      "x: hunk 1: its lines are not found",
    ],
    ["no such file", { y: "" }, CHANGE, "x: the file does not exist"],
    ["a file in the way", { "new/x": "" }, CREATE, "new/x: the file exists already"],
    [
      "a file where a folder is needed",
      { new: "" },
      CREATE,
      "new/x: a file and a folder cannot share a path",
    ],
    [
      "a deletion of part of a file",
      { x: "a\nb\n" },
      "--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-c\n",
      "x: hunk 1: its lines are not found",
    ],
    [
      "an empty deletion of a file that is not",
      { x: "a\n" },
      "diff --git a/x b/x\ndeleted file mode 100644\n",
      "x: the file has content that the patch does not delete",
    ],
    [
      "binary data left out",
      { x: "a\n" },
      "diff --git a/x b/x\nBinary files a/x and b/x differ\n",
      "x: the patch leaves out its binary content (made without --binary)",
    ],
    [
      "a new target for a link, where there is a file",
      { x: "a" },
      "diff --git a/x b/x\nindex 1..2 120000\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
      "x: a file and a symbolic link are not the same",
    ],
    [
      "a link in place of a file",
      { x: "a" },
      "diff --git a/x b/x\ndeleted file mode 120000\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n",
      "x: a file and a symbolic link are not the same",
    ],
  ])("%s is a conflict that says what and where", (_, files, patch, expected) => {
    const result = applyPatch(tree(files), parsePatch(patch));
    expect(result.kind === "conflict" && describeConflict(result.conflict)).toBe(expected);
  });
});
