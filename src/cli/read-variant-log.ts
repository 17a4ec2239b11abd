// The log that `perturb` wrote beside a variant.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";
import { variantLogSchema } from "../core/variant-log.ts";
import type { VariantLog } from "../core/variant-log.ts";

/** Reads `<folder>.json`. Throws a usage error where there is none, or another kind of file. */
export function readVariantLog(folder: string): VariantLog {
  const path = `${resolve(folder)}.json`;
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (cause) {
    const why = systemErrorCode(cause) ?? "unknown";
    throw new PlumblineError("no-variant-log", "usage", `${path} can't be read (${why}).`, {
      hint: "a folder that plumbline perturb wrote, with its log beside it",
      cause,
    });
  }
  return parseVariantLog(content, path);
}

/** Checks the text of a log; `path` names it in errors. */
export function parseVariantLog(content: string, path: string): VariantLog {
  try {
    return variantLogSchema.parse(JSON.parse(content));
  } catch (cause) {
    throw new PlumblineError("bad-log", "usage", `${path} is no log of a variant.`, {
      hint: "the .json file that was written with the variant",
      cause,
    });
  }
}
