// Reads a folder into a tree. What can't be read is listed and left out, never fatal: a broken link
// or an unreadable file somewhere in a repository is no reason not to work on the rest of it.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { isUtf8 } from "node:buffer";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";
import { comparePaths, type FileTree, type TreeFile } from "../core/file-tree.ts";

export interface ReadTree {
  readonly tree: FileTree;
  /** What was left out, with the reason. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

const SKIPPED_FOLDERS = new Set([".git"]);

/** Every file below a folder, but for git's own. Symbolic links are kept as links. */
export function readTree(folder: string): ReadTree {
  const files: [string, TreeFile][] = [];
  const unreadable: { path: string; reason: string }[] = [];

  function visit(relative: string): void {
    let names: Buffer[];
    try {
      names = readdirSync(join(folder, relative), { encoding: "buffer" });
    } catch (error) {
      if (relative === "") throw cannotRead(folder, error);
      unreadable.push({ path: relative, reason: reasonOf(error) });
      return;
    }
    for (const raw of names) {
      const name = raw.toString("utf8");
      const path = relative === "" ? name : `${relative}/${name}`;
      if (!isUtf8(raw)) unreadable.push({ path, reason: "its name is not UTF-8" });
      else if (!SKIPPED_FOLDERS.has(name)) visitEntry(path);
    }
  }

  function visitEntry(path: string): void {
    const full = join(folder, path);
    try {
      const status = lstatSync(full);
      if (status.isDirectory()) visit(path);
      else if (status.isSymbolicLink()) {
        files.push([path, { bytes: readlinkSync(full, { encoding: "buffer" }), mode: "120000" }]);
      } else if (status.isFile()) {
        const mode = (status.mode & 0o111) === 0 ? "100644" : "100755";
        files.push([path, { bytes: readFileSync(full), mode }]);
      } else unreadable.push({ path, reason: "neither file, folder nor link" });
    } catch (error) {
      unreadable.push({ path, reason: reasonOf(error) });
    }
  }

  visit("");
  files.sort(([a], [b]) => comparePaths(a, b));
  return { tree: new Map(files), unreadable };
}

function reasonOf(error: unknown): string {
  return systemErrorCode(error) ?? String(error);
}

function cannotRead(folder: string, cause: unknown): PlumblineError {
  const message = `The folder ${folder} can't be read (${reasonOf(cause)}).`;
  return new PlumblineError("unreadable-folder", "usage", message, {
    hint: "the path of a folder that exists",
    cause,
  });
}
