// Answers about types, kept between runs: asking them of a large repository takes minutes. One file
// a set of sources, named by their digest, so that nothing is ever out of date.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";
import { writeFileAtomic } from "./write-file-atomic.ts";

/** Where answers are kept by key; what can't be kept is asked again. */
export interface TextStore {
  read(key: string): string | null;
  write(key: string, text: string): void;
}

/** The user's cache folder, or the one that PLUMBLINE_CACHE names. */
export function typeFactStore(environment: NodeJS.ProcessEnv = process.env): TextStore {
  const base = cacheFolder(environment);
  const pathOf = (key: string) => join(base, "types", `${key}.json`);
  return {
    read: (key) => {
      try {
        return readFileSync(pathOf(key), "utf8");
      } catch {
        return null;
      }
    },
    write: (key, text) => {
      try {
        mkdirSync(join(base, "types"), { recursive: true });
        writeFileAtomic(pathOf(key), text);
      } catch {
        // A cache that can't be written costs time and nothing else.
      }
    },
  };
}
