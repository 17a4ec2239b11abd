// A path that is a file and a folder at once cannot be written to disk.
import type { FileTree } from "../../core/file-tree.ts";

/** The first of the written paths that has a file as its folder, or is the folder of a file. */
export function pathCollision(tree: FileTree, written: ReadonlySet<string>): string | null {
  if (written.size === 0) return null;
  const folders = new Set<string>();
  for (const path of tree.keys()) for (const folder of foldersOf(path)) folders.add(folder);
  for (const path of written) {
    if (!tree.has(path)) continue;
    if (folders.has(path) || foldersOf(path).some((folder) => tree.has(folder))) return path;
  }
  return null;
}

/** `a/b/c.py` → `a`, `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}
