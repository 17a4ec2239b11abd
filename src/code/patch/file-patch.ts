// What a git diff says about each file. Text is "byte text": one character (U+0000 to U+00FF) for
// each byte, so that content in any encoding, or in none, passes through unchanged.
import type { FileMode } from "../../core/file-tree.ts";

/** A submodule's mode beside those of files: its content is the line that names a commit. */
export type PatchMode = FileMode | "160000";

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
  /** What stands behind the second `@@`, its blank included: the function that git found. */
  readonly heading: string;
  readonly lines: readonly HunkLine[];
}

/** One direction of a `git diff --binary`: the whole new content, or a delta from the old. */
export interface BinaryChange {
  readonly kind: "literal" | "delta";
  readonly bytes: Uint8Array;
  /** Its lines as the patch has them: no two builds of zlib deflate to the same bytes. */
  readonly encoded: readonly string[];
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
  readonly oldMode: PatchMode | null;
  /** Null where the patch leaves the mode as it is. */
  readonly newMode: PatchMode | null;
  readonly content: ContentChange;
  /** Header lines that change nothing; kept, so that a patch can be printed as it was written. */
  readonly notes: PatchNotes;
}

export interface PatchNotes {
  /** `similarity index 96%` or `dissimilarity index 80%`. */
  readonly similarity: string | null;
  /** Ids of the content before and after, as in `index 83db48f..bf269f4`. */
  readonly blobs: string | null;
}
