// Git diffs (and plain unified diffs) as data. Not jsdiff's parser, which trims file names, knows no
// binary content and gives no line for what is wrong: docs/decisions/own-patch-parser.md.
import { parseFileHeader } from "./parse-file-header.ts";
import type { FileHeader } from "./parse-file-header.ts";
import { parseBinaryChange } from "./binary-change.ts";
import { byteText } from "./byte-text.ts";
import type { ContentChange, FilePatch, Hunk } from "./file-patch.ts";
import { malformedPatch } from "./malformed-patch.ts";
import { parseHunk } from "./parse-hunk.ts";
import { lineNumber, peekLine } from "./patch-cursor.ts";
import type { PatchCursor } from "./patch-cursor.ts";

/**
 * Reads a patch: bytes, or text that stands for its UTF-8 encoding. Lines outside of file sections
 * (mail headers, commit messages) are skipped; a missing newline at its end is forgiven. Nothing
 * but white space is the empty patch.
 *
 * Throws a usage error that names the line where the patch is malformed, names a path outside of
 * the tree, or is the combined diff of a merge.
 * Format: git-diff(1), "Generating patch text with -p", and the source of git's apply.c.
 */
export function parsePatch(patch: string | Uint8Array): readonly FilePatch[] {
  const lines = byteText(patch).split("\n");
  if (lines.at(-1) === "") lines.pop();
  const cursor: PatchCursor = { lines, at: 0 };
  const files: FilePatch[] = [];
  while (cursor.at < lines.length) {
    const header = parseFileHeader(cursor);
    if (header !== null) files.push(withContent(header, parseContent(cursor)));
    else if (/^@@ -/.test(lines[cursor.at] ?? "")) {
      throw malformedPatch(lineNumber(cursor), "a hunk comes before any file header");
    } else cursor.at += 1;
  }
  if (files.length === 0 && lines.some((line) => line.trim() !== "")) {
    throw malformedPatch(1, "no file header is found in it", { hint: "the output of `git diff`" });
  }
  return files;
}

function parseContent(cursor: PatchCursor): ContentChange {
  const line = peekLine(cursor) ?? "";
  if (line === "GIT binary patch") {
    cursor.at += 1;
    const forward = parseBinaryChange(cursor);
    if (forward === null) {
      throw malformedPatch(lineNumber(cursor), "`literal` or `delta` is expected");
    }
    return { kind: "binary", forward, backward: parseBinaryChange(cursor) };
  }
  if (/^Binary files .* differ$/.test(line)) {
    cursor.at += 1;
    return { kind: "binary-omitted" };
  }
  const hunks: Hunk[] = [];
  while (/^@@ -/.test(peekLine(cursor) ?? "")) hunks.push(parseHunk(cursor));
  return { kind: "text", hunks };
}

function withContent(header: FileHeader, content: ContentChange): FilePatch {
  return { ...header, content };
}
