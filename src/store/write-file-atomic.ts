// A file that is either whole or not there, also after a crash in the middle of writing.
import { mkdirSync, openSync, closeSync, fsyncSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";

/** Writes `content` to `path`, making its folder. Throws an environment error on a full disk. */
export function writeFileAtomic(path: string, content: string | Uint8Array): void {
  const partial = `${path}.partial`;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(partial, "w");
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    if (systemErrorCode(error) === "ENOSPC") {
      throw new PlumblineError("disk-full", "environment", `No space is left to write ${path}.`, {
        hint: "free some space and run the same command again",
        cause: error,
      });
    }
    throw error;
  }
}
