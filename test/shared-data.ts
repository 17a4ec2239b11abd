// Published benchmark rows, which are not part of this repository: beside it, or where
// PLUMBLINE_SHARED says. A test that needs them says so where they are not there.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const SHARED = process.env["PLUMBLINE_SHARED"] ?? resolve(PROJECT, "../shared");

/** A folder of the shared data, or null, with a word on it, where it is not there. */
export function sharedData(folder: string): string | null {
  const path = join(SHARED, "data", folder);
  if (existsSync(path)) return path;
  process.stderr.write(`skipped: ${path} is not there (PLUMBLINE_SHARED names another folder)\n`);
  return null;
}
