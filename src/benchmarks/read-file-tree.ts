// A folder on disk as a tree value. Links are kept as links, so none can lead in a circle or out.
import { lstat, readFile, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { systemErrorCode } from "../core/errors.ts";
import type { FileTree, TreeFile } from "../core/file-tree.ts";
import { badSuite } from "./bad-suite.ts";

/**
 * Every file below a folder, without what running Python leaves there. Throws a usage error that
 * names what cannot be read.
 */
export async function readFileTree(root: string): Promise<FileTree> {
  const files = new Map<string, TreeFile>();
  await readInto(files, root, "");
  return files;
}

async function readInto(files: Map<string, TreeFile>, root: string, prefix: string): Promise<void> {
  const folder = join(root, prefix);
  for (const entry of await attempt(folder, () => readdir(folder, { withFileTypes: true }))) {
    const path = `${prefix}${entry.name}`;
    const place = join(root, path);
    if (entry.name === "__pycache__" || entry.name.endsWith(".pyc")) continue;
    if (entry.isDirectory()) await readInto(files, root, `${path}/`);
    else if (entry.isSymbolicLink()) {
      const bytes = await attempt(place, () => readlink(place, "buffer"));
      files.set(path, { bytes, mode: "120000" });
    } else if (entry.isFile()) {
      const { mode } = await attempt(place, () => lstat(place));
      const bytes = await attempt(place, () => readFile(place));
      files.set(path, { bytes, mode: (mode & 0o100) === 0 ? "100644" : "100755" });
    } else throw badSuite(place, "neither a file, a folder nor a link");
  }
}

async function attempt<T>(place: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    const code = systemErrorCode(cause);
    const problem = code === "ENOENT" ? "not found" : `cannot be read (${code ?? String(cause)})`;
    throw badSuite(place, problem, { cause });
  }
}

/** Text of a file in UTF-8. Throws a usage error where there is none, or where it is not UTF-8. */
export async function readText(file: string): Promise<string> {
  const bytes = await attempt(file, () => readFile(file));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw badSuite(file, "not valid UTF-8", { cause });
  }
}

/** Names of the folders directly in a folder, sorted. */
export async function readFolderNames(folder: string): Promise<readonly string[]> {
  const entries = await attempt(folder, () => readdir(folder, { withFileTypes: true }));
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
