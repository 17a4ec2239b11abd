// A patch without the scratch files that it creates, beside the whole of it.
import type { FileTree } from "../../core/file-tree.ts";
import { parsePatch, printPatch, scratchFiles } from "../../code/patch/index.ts";
import type { ScratchFile } from "../../code/patch/index.ts";

export interface ScratchSplit {
  readonly files: readonly ScratchFile[];
  /** Without these files; patches as git printed them come out of it as git would print them. */
  without(patch: Uint8Array): Buffer;
}

/** Null where a patch on this tree has no scratch file. */
export function splitScratch(patch: Uint8Array, tree: FileTree): ScratchSplit | null {
  if (patch.length === 0) return null;
  const files = scratchFiles(parsePatch(patch), tree.keys());
  if (files.length === 0) return null;
  const paths = new Set(files.map(({ path }) => path));
  return {
    files,
    without: (whole) => {
      const kept = parsePatch(whole).filter(
        ({ action, newPath }) => action !== "create" || newPath === null || !paths.has(newPath),
      );
      return Buffer.from(printPatch(kept));
    },
  };
}
