// Which files a patch is about.
import { comparePaths } from "../../core/file-tree.ts";
import type { FilePatch } from "./file-patch.ts";

/** All paths that a patch creates, changes, moves or deletes, before and after; each once, sorted. */
export function touchedFiles(patch: readonly FilePatch[]): readonly string[] {
  const paths = patch.flatMap(({ action, oldPath, newPath }) =>
    action === "copy" && newPath !== null ? [newPath] : [oldPath, newPath],
  );
  return [...new Set(paths.filter((path) => path !== null))].sort(comparePaths);
}
