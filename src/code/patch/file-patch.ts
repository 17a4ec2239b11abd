// What a git diff says about each file. Text is "byte text": one character (U+0000 to U+00FF) for
// each byte, so that content in any encoding, or in none, passes through unchanged.
import type { FileMode } from "../../core/file-tree.ts";

export interface HunkLine {
  readonly kind: "context" | "added" | "deleted";
  /** Byte text with its line end; only the last line of a file may have none. */
  readonly text: string;
}

export interface Hunk {
  /** First line in the old file, from 1; where `oldLines` is 0, the line after which to insert. */
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly HunkLine[];
}

/** One direction of a `git diff --binary`: the whole new content, or a delta from the old. */
export interface BinaryChange {
  readonly kind: "literal" | "delta";
  readonly bytes: Uint8Array;
}

export type ContentChange =
  /** No hunk at all where only the name or the mode changes, or an empty file comes or goes. */
  | { readonly kind: "text"; readonly hunks: readonly Hunk[] }
  /** `backward` is null where the patch carries one direction only. */
  | {
      readonly kind: "binary";
      readonly forward: BinaryChange;
      readonly backward: BinaryChange | null;
    }
  /** "Binary files differ": the patch says that content changes, but not how. */
  | { readonly kind: "binary-omitted" };

export interface FilePatch {
  readonly action: "create" | "delete" | "modify" | "rename" | "copy";
  /** Null where the file is created. */
  readonly oldPath: string | null;
  /** Null where the file is deleted, or a copy is undone. */
  readonly newPath: string | null;
  /** The mode that the patch was made from; null where it does not say. */
  readonly oldMode: FileMode | null;
  /** Null where the patch leaves the mode as it is. */
  readonly newMode: FileMode | null;
  readonly content: ContentChange;
}
