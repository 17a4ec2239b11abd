// Files that options name.
import { readFileSync } from "node:fs";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";

/** The text of the file that an option names, or null where the option is absent. */
export function readInputFile(option: string, path: unknown): string | null {
  if (typeof path !== "string") return null;
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = systemErrorCode(cause) ?? "unknown";
    throw new PlumblineError(
      "unreadable-file",
      "usage",
      `${option} ${path} can't be read (${code}).`,
      {
        hint: `${option} with the path of a file`,
        cause,
      },
    );
  }
}
