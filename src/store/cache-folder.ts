// Where things are kept that can be had again: the user's cache folder.
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder that PLUMBLINE_CACHE names, or `plumbline` in the user's cache. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const user = environment["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return environment["PLUMBLINE_CACHE"] ?? join(user, "plumbline");
}
