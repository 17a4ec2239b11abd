// Memory and process count of a whole sandbox, kept by the kernel: cgroup v1 (a folder in each of
// two hierarchies) or v2 (one folder). Ours are made below the owner's own, so that a sandbox
// never has more than its owner. Whether limits can be kept is found out by keeping one.
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { systemErrorCode } from "../core/errors.ts";
import { signalProcess } from "./end-processes.ts";
import { SandboxError } from "./sandbox.ts";
import type { SandboxLimits } from "./sandbox.ts";

/** Where folders for sandboxes can be made. */
export interface CgroupHome {
  readonly version: "v1" | "v2";
  readonly memory: string;
  readonly pids: string;
}

const END_DEADLINE_MS = 10_000;
const REMOVE_DEADLINE_MS = 2_000;

/** The folders of one sandbox. In v2 both controllers have the same. */
export function cgroupFolders(home: CgroupHome, id: string): string[] {
  const folders = [home.memory, home.pids].map((parent) => join(parent, `plumbline-${id}`));
  return [...new Set(folders)];
}

export async function makeCgroup(
  home: CgroupHome,
  id: string,
  limits: SandboxLimits,
): Promise<void> {
  const [memory = "", pids = memory] = cgroupFolders(home, id);
  for (const folder of new Set([memory, pids])) await mkdir(folder);
  if (limits.memoryBytes !== undefined) await limitMemory(home, memory, limits.memoryBytes);
  const { processes } = limits;
  if (processes !== undefined) await writeFile(join(pids, "pids.max"), String(processes));
}

/** Kills until nothing is left. Ends at once where the folders are not there. */
export async function endCgroups(folders: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const pids = (await Promise.all(folders.map(members))).flat();
    if (pids.length === 0) return;
    if (performance.now() - startedAt > END_DEADLINE_MS) {
      throw new SandboxError("cannot-end", `Processes in ${folders.join(" and ")} do not end.`);
    }
    // v2 kills a tree at once. Elsewhere the limit on processes lets this catch up with forks.
    for (const folder of folders) await write(join(folder, "cgroup.kill"), "1");
    for (const pid of pids) signalProcess(pid, "SIGKILL");
    await sleep(2);
  }
}

/** The kernel takes a moment to let go of processes that have ended. */
export async function removeCgroups(folders: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  for (const folder of folders) {
    for (;;) {
      try {
        await rmdir(folder);
        break;
      } catch (cause) {
        if (systemErrorCode(cause) === "ENOENT") break;
        if (performance.now() - startedAt > REMOVE_DEADLINE_MS) {
          throw new SandboxError("cannot-remove", `The cgroup ${folder} cannot be removed.`, {
            cause,
          });
        }
        await sleep(2);
      }
    }
  }
}

/** Candidates, best first, read from the texts of `/proc/self/cgroup` and `/proc/self/mountinfo`. */
export function cgroupCandidates(ownCgroups: string, mounts: string): CgroupHome[] {
  const own = (controller: string): string | null => {
    const mount = cgroupMount(mounts, controller);
    const path = ownPath(ownCgroups, controller);
    if (mount === null || path === null) return null;
    // In a container the mount may show only a part of the tree, and the path be within that.
    const below = path.startsWith(mount.root) ? path.slice(mount.root.length) : path;
    return resolve(mount.folder, `.${below}`);
  };
  const [memory, pids, unified] = [own("memory"), own("pids"), own("")];
  const candidates: CgroupHome[] = [];
  if (memory !== null && pids !== null) candidates.push({ version: "v1", memory, pids });
  if (unified !== null) {
    // v2 lets a folder with processes have no children with limits: then a sibling must do.
    const top = cgroupMount(mounts, "")?.folder ?? unified;
    for (let at = unified; at.startsWith(top); at = dirname(at)) {
      candidates.push({ version: "v2", memory: at, pids: at });
    }
  }
  return candidates;
}

async function limitMemory(home: CgroupHome, folder: string, bytes: number): Promise<void> {
  if (home.version === "v2") {
    await writeFile(join(folder, "memory.max"), String(bytes));
    // Absent where the kernel has no swap.
    await write(join(folder, "memory.swap.max"), "0");
    return;
  }
  await writeFile(join(folder, "memory.limit_in_bytes"), String(bytes));
  // Memory and swap together; absent where the kernel doesn't count swap.
  await write(join(folder, "memory.memsw.limit_in_bytes"), String(bytes));
}

async function members(folder: string): Promise<number[]> {
  try {
    const text = await readFile(join(folder, "cgroup.procs"), "utf8");
    return text.split("\n").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Writes to a file that need not be there. Never makes one. */
async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "r+" });
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
}

function ownPath(ownCgroups: string, controller: string): string | null {
  for (const line of ownCgroups.split("\n")) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers?.split(",").includes(controller) === true) return path ?? null;
  }
  return null;
}

/** The empty name stands for v2, which is one hierarchy for all. */
function cgroupMount(mounts: string, controller: string): { root: string; folder: string } | null {
  for (const line of mounts.split("\n")) {
    const [mount = "", filesystem = ""] = line.split(" - ");
    const [type, , options = ""] = filesystem.split(" ");
    const [, , , root = "/", folder] = mount.split(" ");
    const fits =
      controller === ""
        ? type === "cgroup2"
        : type === "cgroup" && options.split(",").includes(controller);
    if (fits && folder !== undefined) return { root: root === "/" ? "" : root, folder };
  }
  return null;
}
