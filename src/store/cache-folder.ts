// Where things are kept that can be had again: the user's cache folder.
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder that PLUMBLINE_CACHE names, or `plumbline` in the user's cache. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const user = environment["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return environment["PLUMBLINE_CACHE"] ?? join(user, "plumbline");
}

/** The folder of prepared environments. */
export function environmentsFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return join(mountedFolder(environment), "environments");
}

/** The folder of installed agents. */
export function agentsFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return join(mountedFolder(environment), "agents");
}

/**
 * Where things are kept that sandboxes see. Those of root run as other users, who can't look into
 * root's home: there it is the machine's cache.
 */
function mountedFolder(environment: NodeJS.ProcessEnv): string {
  const isNamed = environment["PLUMBLINE_CACHE"] !== undefined;
  const isRoot = process.getuid?.() === 0;
  return isRoot && !isNamed ? "/var/cache/plumbline" : cacheFolder(environment);
}
