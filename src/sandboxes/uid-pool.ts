// A user id for each live sandbox, when root makes it: files and process counts are then its own,
// and a program that breaks out is nobody. A lock is a folder named after the id that holds one
// file named after the sandbox. It appears whole, by a rename, which fails while another is there;
// and only who names the right sandbox can take it away, so late sweepers do no harm.
import { mkdtemp, readFile, readdir, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { systemErrorCode } from "../core/errors.ts";
import { SandboxError } from "./sandbox.ts";

const POOL_SIZE = 4096;
/** Above what systemd gives to containers (…1879048191), below where signed numbers end. */
const HIGH_FIRST = 1_900_000_000;
/** For owners in a user namespace of 65536 ids: below `nobody`. */
const LOW_FIRST = 60_000 - POOL_SIZE;

/** First id of the pool. `uidMap` is the text of `/proc/self/uid_map`. */
export function firstUid(uidMap: string): number {
  const mapped = uidMap.split("\n").some((line) => {
    const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number);
    return first <= HIGH_FIRST && HIGH_FIRST + POOL_SIZE <= first + count;
  });
  return mapped ? HIGH_FIRST : LOW_FIRST;
}

export async function acquireUid(locks: string, sandboxId: string): Promise<number> {
  const first = firstUid(await readFile("/proc/self/uid_map", "utf8"));
  const prepared = await mkdtemp(join(locks, `.${sandboxId}-`));
  try {
    await writeFile(join(prepared, sandboxId), "");
    for (let uid = first; uid < first + POOL_SIZE; uid += 1) {
      if (await placed(prepared, join(locks, String(uid)))) return uid;
    }
  } finally {
    await rm(prepared, { recursive: true, force: true });
  }
  throw new SandboxError("no-uid-left", `All ${POOL_SIZE} user ids for sandboxes are in use.`, {
    hint: "run fewer at once, or `plumbline doctor` to sweep what dead processes left",
  });
}

export async function releaseUid(locks: string, sandboxId: string): Promise<void> {
  for (const name of await readdir(locks)) {
    // Others' locks in the making are empty for a moment, and must stay.
    if (name.startsWith(".") && !name.startsWith(`.${sandboxId}-`)) continue;
    const lock = join(locks, name);
    await expected(["ENOENT"], unlink(join(lock, sandboxId)));
    // Fails where it is somebody's again.
    await expected(["ENOENT", "ENOTEMPTY"], rmdir(lock));
  }
}

async function placed(prepared: string, lock: string): Promise<boolean> {
  try {
    await rename(prepared, lock);
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOTEMPTY" || code === "EEXIST") return false;
    throw error;
  }
}

async function expected(codes: readonly string[], action: Promise<void>): Promise<void> {
  try {
    await action;
  } catch (error) {
    if (!codes.includes(systemErrorCode(error) ?? "")) throw error;
  }
}
