// Files that options name.
import { readFileSync } from "node:fs";
import { parsePatch, type FilePatch } from "../code/patch/index.ts";
import { describeError, PlumblineError, systemErrorCode } from "../core/errors.ts";

/** The text of the file that an option names, or null where the option is absent. */
export function readInputFile(option: string, path: unknown): string | null {
  const bytes = readBytes(option, path);
  if (bytes === null) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(option, path, "not UTF-8", cause);
  }
}

/** The patch that an option names, or null. As bytes: what it changes may be in any encoding. */
export function readPatchFile(option: string, path: unknown): readonly FilePatch[] | null {
  const bytes = readBytes(option, path);
  if (bytes === null) return null;
  try {
    return parsePatch(bytes);
  } catch (cause) {
    const message = `${option} ${String(path)}: ${describeError(cause)}`;
    throw new PlumblineError("bad-patch", "usage", message, { cause });
  }
}

function readBytes(option: string, path: unknown): Uint8Array | null {
  if (typeof path !== "string") return null;
  try {
    return readFileSync(path);
  } catch (cause) {
    throw unreadable(option, path, systemErrorCode(cause) ?? "unknown", cause);
  }
}

function unreadable(option: string, path: unknown, why: string, cause: unknown): PlumblineError {
  const message = `${option} ${String(path)} can't be read (${why}).`;
  return new PlumblineError("unreadable-file", "usage", message, {
    hint: `${option} with the path of a file`,
    cause,
  });
}
