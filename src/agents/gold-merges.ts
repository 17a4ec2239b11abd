// What the gold patch makes of each file, as the two known sides of a three-way merge.
import { applyPatch, describeConflict, parsePatch } from "../code/patch/index.ts";
import type { FilePatch } from "../code/patch/index.ts";
import { PlumblineError } from "../core/errors.ts";
import type { FileMode, FileTree, TreeFile } from "../core/file-tree.ts";
import type { Reference } from "./agent.ts";

export interface FileMerge {
  /** Null where the patch creates the file. */
  readonly from: string | null;
  /** Null where the patch deletes the file. */
  readonly to: string | null;
  /** Content at the base commit. */
  readonly base: Uint8Array | null;
  /** Content at the base commit with the gold patch. */
  readonly theirs: Uint8Array | null;
  /** Null where the patch leaves the mode as it is. */
  readonly mode: FileMode | null;
}

/** One merge for each file of the gold patch. Throws a usage error where it does not fit the base. */
export function goldMerges(reference: Reference): readonly FileMerge[] {
  const patch = parsePatch(reference.goldPatch);
  const base = baseTree(patch, reference);
  const patched = applyPatch(base, patch);
  if (patched.kind === "conflict") {
    throw new PlumblineError(
      "gold-does-not-apply",
      "usage",
      `The gold patch does not apply to the base commit: ${describeConflict(patched.conflict)}.`,
      { hint: "the instance's patch and base_commit must belong together" },
    );
  }
  return patch.map((file) => toMerge(file, base, patched.tree));
}

function toMerge(file: FilePatch, base: FileTree, patched: FileTree): FileMerge {
  // The source of a copy stays, so a copy is a new file.
  const from = file.action === "copy" ? null : file.oldPath;
  const to = file.newPath;
  return {
    from,
    to,
    base: from === null ? null : (base.get(from)?.bytes ?? null),
    theirs: to === null ? null : (patched.get(to)?.bytes ?? null),
    mode: modeOfFile(file.newMode),
  };
}

function baseTree(patch: readonly FilePatch[], reference: Reference): FileTree {
  const tree = new Map<string, TreeFile>();
  for (const { oldPath, oldMode } of patch) {
    const bytes = oldPath === null ? null : reference.baseFile(oldPath);
    if (oldPath !== null && bytes !== null)
      tree.set(oldPath, { bytes, mode: modeOfFile(oldMode) ?? "100644" });
  }
  return tree;
}

/** A patch that touches a submodule does not apply to files, so none gets here. */
function modeOfFile(mode: FilePatch["newMode"]): FileMode | null {
  return mode === "160000" ? null : mode;
}
