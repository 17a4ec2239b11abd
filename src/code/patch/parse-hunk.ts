// One hunk of a unified diff. The counts in its header decide where it ends, never what its lines
// look like: a deleted line "-- x" reads "--- x".
import type { Hunk, HunkLine } from "./file-patch.ts";
import { malformedPatch } from "./malformed-patch.ts";
import { lineNumber, peekLine } from "./patch-cursor.ts";
import type { PatchCursor } from "./patch-cursor.ts";

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;
/** `-- ` ends a mail; `--- ` begins the next file. */
const MAY_FOLLOW = /^(?![-+ ])|^-- ?$|^--- /;

/** Reads the hunk at the cursor. Throws a usage error with its line where it is malformed. */
export function parseHunk(cursor: PatchCursor): Hunk {
  const header = HEADER.exec(peekLine(cursor) ?? "");
  if (header === null) {
    throw malformedPatch(lineNumber(cursor), "a hunk header like `@@ -1,3 +1,4 @@` is expected");
  }
  const headerLine = lineNumber(cursor);
  const [, oldStart, oldCount = "1", newStart, newCount = "1", heading = ""] = header;
  cursor.at += 1;
  const lines: HunkLine[] = [];
  let oldLeft = Number(oldCount);
  let newLeft = Number(newCount);

  while (oldLeft > 0 || newLeft > 0) {
    const kind = kindOf(peekLine(cursor));
    if (kind === null) {
      throw malformedPatch(
        lineNumber(cursor),
        `the hunk of line ${headerLine} still lacks ${oldLeft} old and ${newLeft} new lines`,
        { hint: "a patch that was not cut off or edited by hand" },
      );
    }
    if (kind !== "added") oldLeft -= 1;
    if (kind !== "deleted") newLeft -= 1;
    if (oldLeft < 0 || newLeft < 0) {
      throw malformedPatch(
        lineNumber(cursor),
        `the hunk of line ${headerLine} has more lines than its header says`,
      );
    }
    lines.push(takeLine(cursor, kind, kind !== "added" && oldLeft === 0, newLeft === 0));
  }
  const next = peekLine(cursor);
  if (next !== null && !MAY_FOLLOW.test(next)) {
    throw malformedPatch(
      lineNumber(cursor),
      `the hunk of line ${headerLine} has more lines than its header says`,
    );
  }
  return {
    oldStart: Number(oldStart),
    oldLines: Number(oldCount),
    newStart: Number(newStart),
    newLines: Number(newCount),
    heading,
    lines,
  };
}

function kindOf(line: string | null): HunkLine["kind"] | null {
  if (line === null) return null;
  switch (line[0]) {
    case "+":
      return "added";
    case "-":
      return "deleted";
    case " ":
    // Editors and mailers strip the blank of an empty context line; git and GNU patch allow it.
    case undefined:
      return "context";
    default:
      return null;
  }
}

/** The line at the cursor together with the `\ No newline at end of file` that may follow it. */
function takeLine(
  cursor: PatchCursor,
  kind: HunkLine["kind"],
  isLastOld: boolean,
  isLastNew: boolean,
): HunkLine {
  const text = (peekLine(cursor) ?? "").slice(1);
  cursor.at += 1;
  if (peekLine(cursor)?.startsWith("\\ ") !== true) return { kind, text: `${text}\n` };
  const isLast =
    kind === "added" ? isLastNew : kind === "deleted" ? isLastOld : isLastOld && isLastNew;
  if (!isLast) {
    throw malformedPatch(lineNumber(cursor), "only the last line can have no newline");
  }
  cursor.at += 1;
  return { kind, text };
}
