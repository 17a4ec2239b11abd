import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTree } from "./read-tree.ts";
import { createEmptyFolder, writeTree } from "./write-tree.ts";

describe("readTree", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-tree-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("reads files, modes and links, follows no link and leaves out .git", () => {
    mkdirSync(join(folder, "pkg/.git"), { recursive: true });
    writeFileSync(join(folder, "pkg/.git/config"), "x");
    writeFileSync(join(folder, "pkg/a.py"), "x = 1\n");
    writeFileSync(join(folder, "run"), "#!\n", { mode: 0o755 });
    symlinkSync("..", join(folder, "pkg/loop"));
    symlinkSync("missing", join(folder, "broken.py"));
    const { tree, unreadable } = readTree(folder);
    expect([...tree].map(([path, file]) => `${file.mode} ${path}`)).toEqual([
      "120000 broken.py",
      "100644 pkg/a.py",
      "120000 pkg/loop",
      "100755 run",
    ]);
    expect(unreadable).toEqual([]);
    writeTree(join(folder, "copy"), tree);
    expect(readTree(join(folder, "copy")).tree).toEqual(tree);
  });

  it("lists names that are not UTF-8 and goes on", () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff])]), "x");
    writeFileSync(join(folder, "good.py"), "x");
    const { tree, unreadable } = readTree(folder);
    expect([...tree.keys()]).toEqual(["good.py"]);
    expect(unreadable).toMatchObject([{ reason: "its name is not UTF-8" }]);
  });

  it("says so when the folder is missing, or the output is not empty", () => {
    expect(() => readTree(join(folder, "none"))).toThrow("can't be read (ENOENT)");
    writeFileSync(join(folder, "x"), "");
    expect(() => createEmptyFolder(folder)).toThrow("is not empty");
  });
});
