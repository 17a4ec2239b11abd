// Removes what owners that no longer live have left of sandboxes that are a folder and plain processes.
import { SANDBOX_VARIABLE, endProcesses } from "./end-processes.ts";
import { abandonedFolders } from "./owner-label.ts";
import { removeTree } from "./remove-tree.ts";
import { runtimeFolder } from "./runtime-folder.ts";

/** Ids of what was removed, of one backend. */
export async function sweepProcesses(backend: string): Promise<readonly string[]> {
  const removed = [];
  for (const { id, path } of await abandonedFolders(await runtimeFolder(), backend)) {
    await endProcesses([`${SANDBOX_VARIABLE}=${id}`]);
    await removeTree(path);
    removed.push(id);
  }
  return removed;
}
