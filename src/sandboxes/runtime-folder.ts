// The folder that holds everything sandboxes keep outside. It is one a user, so that a sweep finds
// what any earlier process of that user left. Names inside say nothing about runs: a sandboxed
// program can see where its work tree is mounted from, and must not learn its condition there.
import { chmod, lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { systemErrorCode } from "../core/errors.ts";
import { SandboxError } from "./sandbox.ts";

export interface RuntimeFolder {
  readonly path: string;
  /** One folder a sandbox. */
  readonly sandboxes: string;
  /** One lock a user id that a sandbox has to itself. */
  readonly uids: string;
}

/** Makes the folder where it is missing. Refuses one that another user could have prepared. */
export async function runtimeFolder(base: string = tmpdir()): Promise<RuntimeFolder> {
  const uid = process.getuid?.() ?? 0;
  const path = join(base, `plumbline-${uid}`);
  await makeFolder(path);
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new SandboxError(
      "runtime-folder-not-ours",
      `${path} is a link, belongs to somebody else, or others may write to it.`,
      { hint: "remove it, or set TMPDIR to a folder of your own" },
    );
  }
  const folder = { path, sandboxes: join(path, "sandboxes"), uids: join(path, "uids") };
  await makeFolder(folder.sandboxes);
  await makeFolder(folder.uids);
  return folder;
}

/** 0711: the user id of a sandbox passes through to its own folder, and can list nothing. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
    // Apart from mkdir, whose mode the owner's umask cuts.
    await chmod(path, 0o711);
  } catch (cause) {
    if (systemErrorCode(cause) === "EEXIST") return;
    throw new SandboxError("runtime-folder", `The folder ${path} cannot be made.`, {
      hint: "set TMPDIR to a folder of your own",
      cause,
    });
  }
}
