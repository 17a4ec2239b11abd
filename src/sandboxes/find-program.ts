// Where a program of the owner's machine is: by the owner's PATH, or by another one.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Null where there is none. */
export function findProgram(name: string, path = process.env["PATH"] ?? ""): string | null {
  for (const folder of path.split(delimiter)) {
    if (folder === "") continue;
    const program = join(folder, name);
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
