// A patch as FeatBench's raw file keeps it: one object a file, with hunks and no headers. Put
// together again as git writes it.
import { z } from "zod";

export const fileObjectSchema = z.object({
  filename: z.string().min(1),
  status: z.enum(["added", "removed", "modified", "changed", "renamed", "copied"]),
  /** Hunks; absent where the content is binary, or only the name changes. */
  patch: z.string().nullish(),
  changes: z.number().nullish(),
  old_filename: z.string().nullish(),
  previous_filename: z.string().nullish(),
});
export type FileObject = z.infer<typeof fileObjectSchema>;

/** The git diff of file objects. */
export function diffOfFiles(files: readonly FileObject[]): string {
  return files.map(diffOfFile).join("");
}

function diffOfFile(file: FileObject): string {
  const { filename, status, patch } = file;
  const old = file.old_filename ?? file.previous_filename ?? filename;
  const hunks = patch === null || patch === undefined || patch.trim() === "" ? null : patch;
  const [from, to] = [
    status === "added" ? "/dev/null" : `a/${old}`,
    status === "removed" ? "/dev/null" : `b/${filename}`,
  ];
  const lines = [`diff --git a/${old} b/${filename}`];
  if (status === "added") lines.push("new file mode 100644");
  if (status === "removed") lines.push("deleted file mode 100644");
  if (status === "renamed" || status === "copied") {
    const verb = status === "renamed" ? "rename" : "copy";
    if (hunks === null) lines.push("similarity index 100%");
    lines.push(`${verb} from ${old}`, `${verb} to ${filename}`);
  }
  if (hunks !== null) {
    lines.push(
      `--- ${from}${blankEnd(from)}`,
      `+++ ${to}${blankEnd(to)}`,
      hunks.replace(/\n$/, ""),
    );
  } else if (status === "modified" || status === "changed") {
    lines.push(`Binary files ${from} and ${to} differ`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** Git ends a name that has blanks with a tab. */
function blankEnd(name: string): string {
  return name.includes(" ") ? "\t" : "";
}
