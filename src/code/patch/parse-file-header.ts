// The lines above the content of one file: names, modes, and what happens to it.
import type { FilePatch, PatchMode, PatchNotes } from "./file-patch.ts";
import { malformedPatch } from "./malformed-patch.ts";
import { lineNumber, peekLine } from "./patch-cursor.ts";
import type { PatchCursor } from "./patch-cursor.ts";
import { pathProblem, sameNameOf, takeName, withoutFirstPart } from "./patch-path.ts";

export type FileHeader = Omit<FilePatch, "content">;

/** `null`: named as /dev/null; `undefined`: not named by this line. */
interface Named {
  old?: string | null;
  new?: string | null;
}

const EXTENDED =
  /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.*)$/;

/** Reads the header at the cursor; null, without moving, where none begins there. */
export function parseFileHeader(cursor: PatchCursor): FileHeader | null {
  const first = peekLine(cursor) ?? "";
  if (/^diff --(cc|combined) /.test(first)) {
    throw malformedPatch(lineNumber(cursor), "a combined diff of a merge cannot be applied", {
      hint: "the diff against one parent",
    });
  }
  const isGit = first.startsWith("diff --git ");
  if (!isGit && !isPlainHeader(cursor)) return null;
  const start = lineNumber(cursor);
  const extended = isGit ? parseExtended(cursor) : new Map<string, string>();
  const named = parseNames(cursor);
  const common = isGit ? sameNameOf(first.slice("diff --git ".length)) : null;

  const from = extended.get("rename from") ?? extended.get("copy from");
  const to = extended.get("rename to") ?? extended.get("copy to");
  const created = extended.has("new file mode") || named.old === null;
  const deleted = extended.has("deleted file mode") || named.new === null;
  const oldPath = created ? null : (moved(from, start) ?? named.old ?? common);
  const newPath = deleted ? null : (moved(to, start) ?? named.new ?? common);
  if ((oldPath === null && !created) || (newPath === null && !deleted) || (created && deleted)) {
    throw malformedPatch(start, "the header does not say which file it changes");
  }
  return {
    action: created
      ? "create"
      : deleted
        ? "delete"
        : extended.has("copy from")
          ? "copy"
          : oldPath === newPath
            ? "modify"
            : "rename",
    oldPath: oldPath === null ? null : safePath(oldPath, start),
    newPath: newPath === null ? null : safePath(newPath, start),
    oldMode: mode(
      extended.get("old mode") ??
        extended.get("deleted file mode") ??
        // Where the mode stays, it stands behind the two blob ids.
        extended.get("index")?.split(" ")[1],
      start,
    ),
    newMode: mode(extended.get("new mode") ?? extended.get("new file mode"), start),
    notes: notesOf(extended),
  };
}

function notesOf(extended: ReadonlyMap<string, string>): PatchNotes {
  const key = ["similarity index", "dissimilarity index"].find((name) => extended.has(name));
  return {
    similarity: key === undefined ? null : `${key} ${extended.get(key) ?? ""}`,
    blobs: extended.get("index")?.split(" ")[0] ?? null,
  };
}

function isPlainHeader(cursor: PatchCursor): boolean {
  const [old = "", fresh = "", hunk = ""] = cursor.lines.slice(cursor.at, cursor.at + 3);
  return old.startsWith("--- ") && fresh.startsWith("+++ ") && hunk.startsWith("@@ -");
}

function parseExtended(cursor: PatchCursor): Map<string, string> {
  refuseCarriageReturn(cursor);
  cursor.at += 1;
  const extended = new Map<string, string>();
  for (;;) {
    const line = EXTENDED.exec(peekLine(cursor) ?? "");
    if (line === null) return extended;
    refuseCarriageReturn(cursor);
    extended.set(line[1] ?? "", line[2] ?? "");
    cursor.at += 1;
  }
}

function parseNames(cursor: PatchCursor): Named {
  if (!(peekLine(cursor) ?? "").startsWith("--- ")) return {};
  const old = parseName(cursor);
  if (!(peekLine(cursor) ?? "").startsWith("+++ ")) {
    throw malformedPatch(lineNumber(cursor), "a `+++` line is expected after the `---` line");
  }
  return { old, new: parseName(cursor) };
}

/** Git ends a name that has blanks with a tab; diff puts a time after the tab. */
function parseName(cursor: PatchCursor): string | null {
  refuseCarriageReturn(cursor);
  const line = lineNumber(cursor);
  const taken = takeName((peekLine(cursor) ?? "").slice(4), /\t/);
  cursor.at += 1;
  if (taken === null) throw malformedPatch(line, "the quoted file name does not end");
  if (taken.name === "/dev/null") return null;
  const name = withoutFirstPart(taken.name);
  if (name === null) {
    throw malformedPatch(line, "the file name has no `a/` or `b/` before it", {
      hint: "`git diff` without --no-prefix",
    });
  }
  return name;
}

function moved(name: string | undefined, line: number): string | undefined {
  if (name === undefined) return undefined;
  const taken = takeName(name, /$/);
  if (taken === null) throw malformedPatch(line, "the quoted file name does not end");
  return taken.name;
}

function safePath(name: string, line: number): string {
  let path: string;
  try {
    path = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(name, "latin1"));
  } catch (cause) {
    throw malformedPatch(line, "the file name is not UTF-8", { cause });
  }
  const problem = pathProblem(path);
  if (problem !== null) throw malformedPatch(line, problem);
  return path;
}

function mode(digits: string | undefined, line: number): PatchMode | null {
  if (digits === undefined) return null;
  if (digits === "120000" || digits === "160000") return digits;
  if (/^100[0-7]{3}$/.test(digits)) {
    return (Number.parseInt(digits, 8) & 0o100) === 0 ? "100644" : "100755";
  }
  throw malformedPatch(
    line,
    `the mode ${digits} is none of a file, a symbolic link or a submodule`,
  );
}

/** Git quotes a carriage return in a name, so one at a line's end means a converted file. */
function refuseCarriageReturn(cursor: PatchCursor): void {
  if ((peekLine(cursor) ?? "").endsWith("\r")) {
    throw malformedPatch(lineNumber(cursor), "the patch was saved with Windows line ends", {
      hint: "the patch as git wrote it, for example `git diff --output=FILE`",
    });
  }
}
