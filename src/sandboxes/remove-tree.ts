// Removes a folder that programs we don't trust have filled. `rm` walks by open folders, not by
// paths: it follows no link that is swapped in, and no nesting is too deep for it.
import { execa } from "execa";

import { SandboxError } from "./sandbox.ts";

export async function removeTree(path: string): Promise<void> {
  if (await remove(path)) return;
  // Module caches make their folders read-only; only root removes from those without asking.
  await execa("chmod", ["-R", "u+rwx", "--", path], { reject: false });
  if (await remove(path)) return;
  throw new SandboxError("cannot-remove", `The folder ${path} cannot be removed.`, {
    hint: `see what holds it: fuser -vm ${path}`,
  });
}

async function remove(path: string): Promise<boolean> {
  const { exitCode } = await execa("rm", ["-rf", "--one-file-system", "--", path], {
    reject: false,
    stderr: "ignore",
  });
  return exitCode === 0;
}
