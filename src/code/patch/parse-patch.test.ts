import { describe, expect, test } from "vitest";
import { parsePatch } from "./index.ts";

const HUNK = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
const HEADER = "--- a/x.py\n+++ b/x.py\n";

describe("parsePatch", () => {
  test("white space is the empty patch", () => {
    expect(parsePatch("\n \n")).toEqual([]);
  });

  test("mail headers, a commit message and a signature are skipped", () => {
    const mail = `From 1234\nSubject: [PATCH] x\n\n---\n x.py | 2 +-\n\n${HEADER}${HUNK}-- \n2.39.5\n`;
    expect(parsePatch(mail)).toHaveLength(1);
  });

  test("a missing newline at the end is forgiven, as models often drop it", () => {
    expect(parsePatch(`${HEADER}${HUNK}`.trimEnd())).toEqual(parsePatch(`${HEADER}${HUNK}`));
  });

  test("deleted and added lines that look like headers are lines", () => {
    const [file] = parsePatch(`${HEADER}@@ -1,2 +1,2 @@\n--- a/y\n- x\n+++ b/y\n+@@ -1 +1 @@\n`);
    expect(file?.content).toMatchObject({
      hunks: [{ lines: [{ text: "-- a/y\n" }, { text: " x\n" }, { text: "++ b/y\n" }, {}] }],
    });
  });

  test("carriage returns and bytes that are not UTF-8 stay in the content", () => {
    const [file] = parsePatch(Buffer.from(`${HEADER}@@ -1 +1 @@\n-a\r\n+\xff\r\n`, "latin1"));
    expect(file?.content).toMatchObject({
      hunks: [{ lines: [{ text: "a\r\n" }, { text: "\xff\r\n" }] }],
    });
  });

  test.each([
    ['diff --git "a/\\303\\274.py" "b/\\303\\274.py"', "ü.py"],
    ['diff --git "a/t\\tq\\"b\\\\" "b/t\\tq\\"b\\\\"', 't\tq"b\\'],
    ["diff --git a/x b/x b/x b/x", "x b/x"],
    ["diff --git old/x.py new/x.py", "x.py"],
  ])("%s names one file", (line, path) => {
    expect(parsePatch(`${line}\nold mode 100644\nnew mode 100755\n`)).toMatchObject([
      { action: "modify", oldPath: path, newPath: path, newMode: "100755" },
    ]);
  });

  test("the time that diff -u puts after a name is not part of it", () => {
    expect(
      parsePatch(`--- a/x.py\t2024-01-01 00:00:00 +0000\n+++ b/x.py\t2024\n${HUNK}`),
    ).toMatchObject([{ oldPath: "x.py", newPath: "x.py" }]);
  });

  test("a binary file without its data is recognised", () => {
    const text = "diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n";
    expect(parsePatch(text)).toMatchObject([{ content: { kind: "binary-omitted" } }]);
  });

  test.each([
    ["no file in it", "hello\n", "at line 1: no file header is found in it"],
    ["a hunk first", HUNK, "at line 1: a hunk comes before any file header"],
    [
      "a hunk that ends early",
      `${HEADER}@@ -1,3 +1,3 @@\n a\n-b\n+c\n`,
      "at line 7: the hunk of line 3 still lacks 1 old and 1 new lines",
    ],
    [
      "a hunk that goes on",
      `${HEADER}${HUNK}+d\n`,
      "at line 7: the hunk of line 3 has more lines than its header says",
    ],
    [
      "a line of no kind",
      `${HEADER}@@ -1,2 +1,2 @@\nx\n`,
      "at line 4: the hunk of line 3 still lacks 2 old and 2 new lines",
    ],
    [
      "Windows line ends",
      `${HEADER}${HUNK}`.replaceAll("\n", "\r\n"),
      "at line 1: the patch was saved with Windows line ends",
    ],
    [
      "Windows line ends, from git",
      `diff --git a/x.py b/x.py\n${HEADER}${HUNK}`.replaceAll("\n", "\r\n"),
      "at line 1: the patch was saved with Windows line ends",
    ],
    ["a merge", "diff --cc x.py\n", "at line 1: a combined diff of a merge cannot be applied"],
    [
      "a path out of the tree",
      `--- a/../x\n+++ b/../x\n${HUNK}`,
      'at line 1: the path "../x" leads out of the tree or is not in its plain form',
    ],
    [
      "an absolute path",
      `--- a//etc/x\n+++ b//etc/x\n${HUNK}`,
      'at line 1: the path "/etc/x" leads out of the tree or is not in its plain form',
    ],
    [
      "git's own folder",
      `--- a/.git/config\n+++ b/.git/config\n${HUNK}`,
      'at line 1: the path ".git/config" lies inside git\'s own folder',
    ],
    [
      "a folder's mode",
      "diff --git a/x b/x\nnew file mode 040000\n",
      "at line 1: the mode 040000 is none of a file, a symbolic link or a submodule",
    ],
    [
      "a name that is not UTF-8",
      'diff --git "a/\\377" "b/\\377"\nold mode 100644\nnew mode 100755\n',
      "at line 1: the file name is not UTF-8",
    ],
    [
      "an inner line without newline",
      `${HEADER}@@ -1,2 +1 @@\n-a\n\\ No newline at end of file\n-b\n+c\n`,
      "at line 5: only the last line can have no newline",
    ],
    [
      "broken binary data",
      "diff --git a/x b/x\nGIT binary patch\nliteral 5\nMc$`b*O$lRU0{{R3\n\n",
      "at line 4: not a line of git's base 85",
    ],
  ])("refuses %s and says where", (_, text, message) => {
    expect(() => parsePatch(text)).toThrow(
      expect.objectContaining({
        kind: "usage",
        code: "malformed-patch",
        message: `The patch is malformed ${message}.`,
      }),
    );
  });
});
