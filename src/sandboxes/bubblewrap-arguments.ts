// What a sandboxed program sees: an allow-list. The system's programs and libraries, the few parts
// of /etc that they need, its own tree, and nothing else that the machine has.
import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";

import { systemErrorCode } from "../core/errors.ts";
import { HOSTNAME, INNER_UID, etcArguments } from "./etc-inside.ts";
import { reachArguments } from "./reach-inside.ts";
import type { ReadOnlyMount } from "./sandbox.ts";

export const WORKDIR = "/testbed";
export const SCRATCH = "/tmp";

const SYSTEM_FOLDERS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

export interface View {
  /** The sandbox's folder outside: `files/{tree,tmp,shm}`, `etc`, and what `reach-inside.ts` makes. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly mounts: readonly ReadOnlyMount[];
  /** Whether there is a socket to reach. */
  readonly reach: boolean;
  /** bubblewrap has it since 0.8: no user namespace can be made inside, so no capability gained. */
  readonly disableUserns: boolean;
}

export function bubblewrapArguments(view: View): string[] {
  const files = join(view.folder, "files");
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net"],
    ...["--unshare-cgroup-try", ...(view.disableUserns ? ["--disable-userns"] : [])],
    ...["--uid", `${INNER_UID}`, "--gid", `${INNER_UID}`, "--hostname", HOSTNAME],
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"],
    ...Object.entries(view.environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--ro-bind", "/usr", "/usr", ...SYSTEM_FOLDERS.flatMap(systemFolder)],
    ...etcArguments(join(view.folder, "etc")),
    ...["--proc", "/proc", "--dev", "/dev", "--bind", join(files, "shm"), "/dev/shm"],
    ...["--bind", join(files, "tmp"), SCRATCH, "--bind", join(files, "tree"), WORKDIR],
    ...view.mounts.flatMap(({ outside, inside }) => ["--ro-bind", outside, inside]),
    ...(view.reach ? reachArguments(view.folder) : []),
    // bubblewrap's own / and /dev are in memory and writable: room that no limit would count.
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"],
  ];
}

/** The same shape as outside: on most systems these lead into /usr. */
function systemFolder(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink()
      ? ["--symlink", readlinkSync(path), path]
      : ["--ro-bind", path, path];
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return [];
    throw error;
  }
}
