// The patch that undoes a patch, file by file.
import type { ContentChange, FilePatch, Hunk, HunkLine } from "./file-patch.ts";

/** What undoes one file's part. Where content cannot be undone, applying the result says so. */
export function reverseFilePatch(file: FilePatch): FilePatch {
  const keepsMode = file.oldPath !== null && file.newPath !== null && file.newMode === null;
  return {
    action: REVERSE_ACTION[file.action],
    oldPath: file.newPath,
    newPath: file.action === "copy" ? null : file.oldPath,
    oldMode: keepsMode ? file.oldMode : file.newMode,
    newMode: keepsMode ? null : file.oldMode,
    content: reverseContent(file.content),
    notes: {
      similarity: file.notes.similarity,
      blobs: file.notes.blobs?.split("..").reverse().join("..") ?? null,
    },
  };
}

const REVERSE_ACTION = {
  create: "delete",
  delete: "create",
  modify: "modify",
  rename: "rename",
  copy: "copy",
} as const satisfies Record<FilePatch["action"], FilePatch["action"]>;

function reverseContent(content: ContentChange): ContentChange {
  switch (content.kind) {
    case "text":
      return { kind: "text", hunks: content.hunks.map(reverseHunk) };
    case "binary":
      return content.backward === null
        ? { kind: "binary-omitted" }
        : { kind: "binary", forward: content.backward, backward: content.forward };
    case "binary-omitted":
      return content;
  }
}

function reverseHunk(hunk: Hunk): Hunk {
  return {
    oldStart: hunk.newStart,
    oldLines: hunk.newLines,
    newStart: hunk.oldStart,
    newLines: hunk.oldLines,
    heading: hunk.heading,
    lines: hunk.lines.map(({ kind, text }) => ({ kind: REVERSE_LINE[kind], text })),
  };
}

const REVERSE_LINE = {
  context: "context",
  added: "deleted",
  deleted: "added",
} as const satisfies Record<HunkLine["kind"], HunkLine["kind"]>;
