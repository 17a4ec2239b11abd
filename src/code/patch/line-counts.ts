// How much a patch changes, as `git diff --numstat` counts.
import type { FilePatch } from "./file-patch.ts";

export interface LineCounts {
  readonly files: number;
  readonly added: number;
  readonly deleted: number;
}

/** Lines added and deleted; a changed line is one of each, binary content counts no lines. */
export function lineCounts(patch: readonly FilePatch[]): LineCounts {
  const lines = patch.flatMap(({ content }) =>
    content.kind === "text" ? content.hunks.flatMap((hunk) => hunk.lines) : [],
  );
  return {
    files: patch.length,
    added: lines.filter((line) => line.kind === "added").length,
    deleted: lines.filter((line) => line.kind === "deleted").length,
  };
}
