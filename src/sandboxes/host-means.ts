// What this machine can keep, found out by doing it once a process: a file that exists or a version
// that is new enough promises nothing inside containers.
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { execa } from "execa";

import { cgroupCandidates, cgroupFolders, makeCgroup, removeCgroups } from "./cgroup.ts";
import type { CgroupHome } from "./cgroup.ts";
import { findProgram } from "./find-program.ts";
import { labelledFolder } from "./owner-label.ts";
import { removeTree } from "./remove-tree.ts";
import type { RuntimeFolder } from "./runtime-folder.ts";
import type { SandboxLimits } from "./sandbox.ts";
import { mountSized, unmountBelow } from "./sized-tmpfs.ts";

export interface HostMeans {
  /** Programs that sandboxes are started with, by absolute path; null where missing. */
  readonly programs: Readonly<Record<"bash" | "bwrap" | "prlimit" | "setpriv", string | null>>;
  readonly isRoot: boolean;
  readonly cgroupHome: CgroupHome | null;
  readonly canMount: boolean;
  /** bubblewrap can forbid user namespaces inside; since 0.8. */
  readonly disableUserns: boolean;
}

/** A label needs the backend that sweeps the folder, should the owner die in here. */
export async function findHostMeans(runtime: RuntimeFolder, backend: string): Promise<HostMeans> {
  const isRoot = process.getuid?.() === 0;
  const bwrap = findProgram("bwrap");
  const candidates = cgroupCandidates(
    await readFile("/proc/self/cgroup", "utf8"),
    await readFile("/proc/self/mountinfo", "utf8"),
  );
  const folder = await labelledFolder(runtime, backend, "probe", (id) =>
    candidates.flatMap((home) => cgroupFolders(home, id)),
  );
  try {
    return {
      programs: {
        bash: findProgram("bash"),
        bwrap,
        prlimit: findProgram("prlimit"),
        setpriv: findProgram("setpriv"),
      },
      isRoot,
      cgroupHome: await firstThatWorks(candidates, folder.id),
      canMount: isRoot && (await mountWorks(folder.path)),
      disableUserns: bwrap !== null && (await helpOf(bwrap)).includes("--disable-userns"),
    };
  } finally {
    await removeTree(folder.path);
  }
}

/** How many processes can be counted a sandbox without a cgroup: by user id, which only root gives. */
export function keptLimits(means: HostMeans): (keyof SandboxLimits)[] {
  const byCgroup = means.cgroupHome !== null;
  const byRlimit = means.programs.prlimit !== null;
  const kept: (keyof SandboxLimits)[] = [];
  if (byCgroup || byRlimit) kept.push("memoryBytes");
  if (byCgroup || (byRlimit && means.isRoot)) kept.push("processes");
  if (means.canMount) kept.push("diskBytes");
  return kept;
}

async function firstThatWorks(candidates: CgroupHome[], id: string): Promise<CgroupHome | null> {
  const some: SandboxLimits = { memoryBytes: 64 * 1024 * 1024, processes: 16 };
  for (const home of candidates) {
    try {
      await makeCgroup(home, id, some);
      return home;
    } catch {
      // Read-only, not delegated, without its controllers, …: the next one may do.
    } finally {
      await removeCgroups(cgroupFolders(home, id)).catch(() => undefined);
    }
  }
  return null;
}

async function mountWorks(folder: string): Promise<boolean> {
  const probe = join(folder, "files");
  await mkdir(probe);
  try {
    await mountSized(probe, 1024 * 1024, 0);
    return true;
  } catch {
    return false;
  } finally {
    await unmountBelow(probe);
  }
}

async function helpOf(bwrap: string): Promise<string> {
  const { stdout, stderr } = await execa(bwrap, ["--help"], { reject: false });
  return stdout + stderr;
}
