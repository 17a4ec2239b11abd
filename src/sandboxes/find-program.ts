// Where a program of the owner's machine is, by the owner's PATH.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Null where there is none. */
export function findProgram(name: string): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    if (folder === "") continue;
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
