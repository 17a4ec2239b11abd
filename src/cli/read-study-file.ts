// Reads a study file from disk, with the overrides that every command takes.
import { readFileSync } from "node:fs";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";
import { parseStudyFile } from "../study/plan/study-file.ts";
import type { StudyFile } from "../study/plan/study-file.ts";

/** The study that a file describes. Throws a usage error on a file that cannot be read. */
export function readStudyFile(path: string, seed: string | null): StudyFile {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const why = systemErrorCode(error) ?? "not UTF-8";
    throw new PlumblineError("unreadable-study-file", "usage", `${path} cannot be read: ${why}.`, {
      cause: error,
    });
  }
  const study = parseStudyFile(text, path);
  if (seed === null) return study;
  return { ...study, seed: /^-?\d+$/.test(seed) ? Number(seed) : seed };
}
