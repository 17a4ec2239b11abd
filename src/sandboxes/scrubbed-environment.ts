// The whole environment of a command. Nothing of the owner's is passed on: it holds keys, and
// settings that would make two machines measure different things.

/** Where the system's own programs are. */
export const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export function scrubbedEnvironment(
  scratch: string,
  path: string = SYSTEM_PATH,
): Record<string, string> {
  return {
    PATH: path,
    HOME: `${scratch}/home`,
    TMPDIR: scratch,
    LANG: "C.UTF-8",
    TZ: "UTC",
    // No colours and no cursor movements in what programs print.
    TERM: "dumb",
    // The order of sets of strings would otherwise differ from run to run.
    PYTHONHASHSEED: "0",
    // Caches would show up in work trees, and go stale when files are rewritten within a second.
    PYTHONDONTWRITEBYTECODE: "1",
  };
}
