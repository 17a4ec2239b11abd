// A patch onto a tree, forward or in reverse. What does not fit is a value: whose patch it is, and
// so whether that is bad input or an unresolved run, is not known here.
import type { FileMode, FileTree, TreeChanges, TreeFile } from "../../core/file-tree.ts";
import { applyBinaryChange } from "./binary-change.ts";
import { byteText, bytesOf } from "./byte-text.ts";
import type { ContentChange, FilePatch } from "./file-patch.ts";
import { applyHunks } from "./apply-hunks.ts";
import { reverseFilePatch } from "./reverse-patch.ts";
import { pathCollision } from "./path-collision.ts";
import { touchedFiles } from "./touched-files.ts";

export interface PatchConflict {
  readonly path: string;
  /** Which hunk of the file's, from 1; null where the conflict is about the file itself. */
  readonly hunk: number | null;
  /** Why, as a clause. */
  readonly reason: string;
}

export type PatchResult =
  | { readonly kind: "applied"; readonly tree: FileTree; readonly changes: TreeChanges }
  | { readonly kind: "conflict"; readonly conflict: PatchConflict };

/**
 * The tree with the patch applied, or the first conflict; then nothing of the tree has changed.
 * Bytes that the patch does not name stay as they are, line ends included.
 */
export function applyPatch(tree: FileTree, patch: readonly FilePatch[]): PatchResult {
  const result = new Map(tree);
  const written = new Set<string>();
  const leaving = new Set(patch.filter(leavesItsPlace).map((file) => file.oldPath));

  for (const file of patch) {
    const { oldPath, newPath, oldMode, newMode } = file;
    const path = newPath ?? oldPath ?? "";
    if (oldMode === "160000" || newMode === "160000") {
      return conflict(path, null, "a submodule is no file");
    }
    // Git describes moves against the state before the patch, whatever their order: `a` and `b` may
    // change places. Everything else sees what earlier parts of the patch did.
    const isMove = file.action === "rename" || file.action === "copy";
    const source = oldPath === null ? null : (isMove ? tree : result).get(oldPath);
    if (source === undefined) return conflict(oldPath ?? path, null, "the file does not exist");
    if (newPath !== null && newPath !== oldPath && result.has(newPath) && !leaving.has(newPath)) {
      return conflict(newPath, null, "the file exists already");
    }
    if (source !== null && isLink(source.mode) !== isLink(oldMode ?? source.mode)) {
      return conflict(path, null, "a file and a symbolic link are not the same");
    }
    const changed = applyContent(source?.bytes ?? new Uint8Array(), file.content);
    if (!("bytes" in changed)) return conflict(path, changed.hunk, changed.reason);

    if (leavesItsPlace(file) && oldPath !== null && !(isMove && written.has(oldPath))) {
      result.delete(oldPath);
    }
    if (newPath !== null) {
      const mode = newMode ?? source?.mode ?? "100644";
      result.set(newPath, { bytes: changed.bytes, mode });
      written.add(newPath);
    } else if (file.action === "delete" && changed.bytes.length > 0) {
      return conflict(path, null, "the file has content that the patch does not delete");
    }
  }
  const collision = pathCollision(result, written);
  if (collision !== null) {
    return conflict(collision, null, "a file and a folder cannot share a path");
  }
  return { kind: "applied", tree: result, changes: changesOf(tree, result, patch) };
}

/** The tree as it was before the patch, or the first conflict. Undoing a copy removes it. */
export function reverseApplyPatch(tree: FileTree, patch: readonly FilePatch[]): PatchResult {
  return applyPatch(tree, patch.map(reverseFilePatch).reverse());
}

/** Text of a conflict: `src/a.py: hunk 2 does not apply`. */
export function describeConflict({ path, hunk, reason }: PatchConflict): string {
  return hunk === null ? `${path}: ${reason}` : `${path}: hunk ${hunk}: ${reason}`;
}

function changesOf(before: FileTree, after: FileTree, patch: readonly FilePatch[]): TreeChanges {
  const changes = new Map<string, TreeFile | null>();
  for (const path of touchedFiles(patch)) {
    const file = after.get(path);
    if (file !== undefined) changes.set(path, file);
    else if (before.has(path)) changes.set(path, null);
  }
  return changes;
}

type Changed =
  { readonly bytes: Uint8Array } | { readonly hunk: number | null; readonly reason: string };

function applyContent(source: Uint8Array, content: ContentChange): Changed {
  switch (content.kind) {
    case "text": {
      if (content.hunks.length === 0) return { bytes: source };
      const result = applyHunks(byteText(source), content.hunks);
      return result.kind === "applied"
        ? { bytes: bytesOf(result.text) }
        : { hunk: result.hunk, reason: "its lines are not found" };
    }
    case "binary": {
      const bytes = applyBinaryChange(source, content.forward);
      // A literal says nothing of what it replaces; its way back does.
      const undone =
        bytes === null || content.backward === null
          ? source
          : applyBinaryChange(bytes, content.backward);
      return bytes === null || undone === null || !Buffer.from(undone).equals(source)
        ? { hunk: null, reason: "its binary content is not what the patch was made from" }
        : { bytes };
    }
    case "binary-omitted":
      return {
        hunk: null,
        reason: "the patch leaves out its binary content (made without --binary)",
      };
  }
}

function conflict(path: string, hunk: number | null, reason: string): PatchResult {
  return { kind: "conflict", conflict: { path, hunk, reason } };
}

function leavesItsPlace(file: FilePatch): boolean {
  return file.newPath === null || (file.action !== "copy" && file.newPath !== file.oldPath);
}

function isLink(mode: FileMode): boolean {
  return mode === "120000";
}
