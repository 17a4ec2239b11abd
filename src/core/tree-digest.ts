// One name for the content of a tree, the same on every machine.
import { createHash } from "node:crypto";
import type { FileTree } from "./file-tree.ts";
import { comparePaths } from "./file-tree.ts";

/** SHA-256 (hexadecimal) over paths, modes and bytes in path order. */
export function treeDigest(tree: FileTree): string {
  const hash = createHash("sha256");
  for (const path of [...tree.keys()].sort(comparePaths)) {
    const file = tree.get(path);
    if (file === undefined) continue;
    hash.update(`${path}\u0000${file.mode}\u0000${file.bytes.length}\u0000`).update(file.bytes);
  }
  return hash.digest("hex");
}
