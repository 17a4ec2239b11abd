// Writes a tree to a folder.
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";
import type { FileTree } from "../core/file-tree.ts";

/** Makes a folder for results. One that holds anything is refused, so that nothing is overwritten. */
export function createEmptyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length === 0) return;
  } catch (cause) {
    const code = systemErrorCode(cause) ?? "unknown";
    throw new PlumblineError("output-folder", "usage", `${folder} can't be made (${code}).`, {
      hint: "--out with a path that can be written",
      cause,
    });
  }
  throw new PlumblineError("output-not-empty", "usage", `The folder ${folder} is not empty.`, {
    hint: "--out with a new folder",
  });
}

/** Writes all files of a tree below a folder, with modes and links. */
export function writeTree(folder: string, tree: FileTree): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, file] of tree) {
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    if (file.mode === "120000") symlinkSync(Buffer.from(file.bytes), full);
    else {
      writeFileSync(full, file.bytes);
      if (file.mode === "100755") chmodSync(full, 0o755);
    }
  }
}
