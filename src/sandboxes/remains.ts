// Removes all that a sandbox of bubblewrap has outside. The same at disposal, after a creation that
// failed half-way, and for what a dead owner left; each step bears that there is nothing to do, so
// that two sweepers may be at it together. The folder goes last: its label says what there is.
import { endCgroups, removeCgroups } from "./cgroup.ts";
import { SANDBOX_VARIABLE, endProcesses } from "./end-processes.ts";
import type { LabelledFolder } from "./owner-label.ts";
import { removeTree } from "./remove-tree.ts";
import type { RuntimeFolder } from "./runtime-folder.ts";
import { unmountBelow } from "./sized-tmpfs.ts";
import { releaseUid } from "./uid-pool.ts";

export async function removeRemains(
  runtime: RuntimeFolder,
  folder: LabelledFolder,
  cgroups: readonly string[],
): Promise<void> {
  await endCgroups(cgroups);
  // Where there is no cgroup: bubblewrap itself has the label, and what it started ends with it.
  if (cgroups.length === 0) await endProcesses([`${SANDBOX_VARIABLE}=${folder.id}`]);
  await removeCgroups(cgroups);
  await unmountBelow(folder.path);
  await releaseUid(runtime.uids, folder.id);
  await removeTree(folder.path);
}
