// Files that were downloaded, kept by what they were asked for under. An entry is two files, the
// content and its digest: one that was damaged, or written by half, is as good as none.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomic } from "./write-file-atomic.ts";

/** A cache below `folder`. What cannot be written is asked for again. */
export function byteCache(folder: string) {
  const pathOf = (key: string) => join(folder, digestOf(key));
  return {
    read: (key: string): Uint8Array | null => {
      try {
        const bytes = readFileSync(pathOf(key));
        const digest = readFileSync(`${pathOf(key)}.sha256`, "utf8");
        return digestOf(bytes) === digest.trim() ? bytes : null;
      } catch {
        return null;
      }
    },
    write: (key: string, bytes: Uint8Array): void => {
      try {
        writeFileAtomic(pathOf(key), bytes);
        writeFileAtomic(`${pathOf(key)}.sha256`, `${digestOf(bytes)}\n`);
      } catch {
        // A cache that can't be written costs time and nothing else.
      }
    },
  };
}

function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
