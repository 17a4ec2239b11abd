// A patch as git writes it: what was parsed from git's own output prints to the same bytes.
import { printBinaryChange } from "./binary-change.ts";
import { bytesOf } from "./byte-text.ts";
import type { ContentChange, FilePatch, Hunk } from "./file-patch.ts";
import { quoteName } from "./patch-path.ts";

/**
 * The text of a patch, as bytes: contents may be in any encoding. Counts of one line are left out,
 * and empty context lines have their blank again, as git has it.
 */
export function printPatch(patch: readonly FilePatch[]): Uint8Array {
  return bytesOf(patch.map((file) => header(file) + content(file)).join(""));
}

function header(file: FilePatch): string {
  const { oldPath, newPath, oldMode, newMode, action, notes } = file;
  const a = name("a/", oldPath ?? newPath);
  const b = name("b/", newPath ?? oldPath);
  const lines = [`diff --git ${a} ${b}`];
  if (action === "create") lines.push(`new file mode ${newMode ?? "100644"}`);
  else if (action === "delete") lines.push(`deleted file mode ${oldMode ?? "100644"}`);
  else if (newMode !== null && oldMode !== null) {
    lines.push(`old mode ${oldMode}`, `new mode ${newMode}`);
  }
  if (notes.similarity !== null) lines.push(notes.similarity);
  if (action === "rename" || action === "copy") {
    lines.push(`${action} from ${name("", oldPath)}`, `${action} to ${name("", newPath)}`);
  }
  if (notes.blobs !== null) {
    const mode = newMode === null && action !== "delete" ? oldMode : null;
    lines.push(mode === null ? `index ${notes.blobs}` : `index ${notes.blobs} ${mode}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function content({ oldPath, newPath, content: change }: FilePatch): string {
  const [a, b] = [name("a/", oldPath), name("b/", newPath)];
  switch (change.kind) {
    case "text": {
      if (change.hunks.length === 0) return "";
      return [`--- ${a}${afterName(a)}\n+++ ${b}${afterName(b)}\n`, ...change.hunks.map(hunk)].join(
        "",
      );
    }
    case "binary":
      return binary(change);
    case "binary-omitted":
      return `Binary files ${a} and ${b} differ\n`;
  }
}

function binary({ forward, backward }: ContentChange & { kind: "binary" }): string {
  const back = backward === null ? "" : printBinaryChange(backward);
  return `GIT binary patch\n${printBinaryChange(forward)}${back}`;
}

function hunk({ oldStart, oldLines, newStart, newLines, heading, lines }: Hunk): string {
  const range = (start: number, count: number) => (count === 1 ? `${start}` : `${start},${count}`);
  const head = `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@${heading}\n`;
  const body = lines.map(({ kind, text }) => {
    const line = `${SIGN[kind]}${text}`;
    return text.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`;
  });
  return head + body.join("");
}

const SIGN = { context: " ", added: "+", deleted: "-" } as const;

function name(prefix: string, path: string | null): string {
  return path === null ? "/dev/null" : quoteName(`${prefix}${path}`);
}

/** Git ends a name that has blanks with a tab, so that programs find its end. */
function afterName(written: string): string {
  return written.includes(" ") && !written.startsWith('"') ? "\t" : "";
}
