// Materials kept between studies, one file each, by what they were asked for with:
//   materials/<kind>/<key>.json
// A file that is damaged is as good as none, and is said to be so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "../core/errors.ts";
import { materialSchema } from "../core/material.ts";
import type { Material, MaterialKind } from "../core/material.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import { contentDigest } from "./material-key.ts";

export interface MaterialCache {
  /** The material of a key; null where there is none that can be used. */
  read(kind: MaterialKind, key: string): Material | null;
  write(material: Material): void;
}

/** A cache below `folder`; `notice` is told of files that cannot be used or written. */
export function materialCache(folder: string, notice: (text: string) => void): MaterialCache {
  const pathOf = (kind: MaterialKind, key: string) =>
    join(folder, "materials", kind, `${key}.json`);
  return {
    read: (kind, key) => {
      const path = pathOf(kind, key);
      const read = readMaterial(path, key);
      if (read === null || !("fault" in read)) return read;
      notice(`${path} is ignored: ${read.fault}\n`);
      return null;
    },
    write: (material) => {
      const path = pathOf(material.kind, material.key);
      try {
        writeFileAtomic(path, `${JSON.stringify(materialSchema.parse(material))}\n`);
      } catch (error) {
        const code = systemErrorCode(error);
        if (code === null) throw error;
        notice(`What a model made is not kept for other studies: ${path}: ${code}\n`);
      }
    },
  };
}

function readMaterial(path: string, key: string): Material | null | { readonly fault: string } {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === null) throw error;
    return code === "ENOENT" ? null : { fault: code };
  }
  try {
    const parsed = materialSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return { fault: "it is no material" };
    if (parsed.data.key !== key) return { fault: "it answers another question" };
    const isWhole = contentDigest(parsed.data.content) === parsed.data.digest;
    return isWhole ? parsed.data : { fault: "its content is not what its digest says" };
  } catch {
    return { fault: "it is no JSON" };
  }
}
