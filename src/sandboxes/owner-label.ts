// Who owns a sandbox's folder. A pid alone would lie after a reboot, a reuse of the pid, or from
// another container that shares /tmp; so the label holds what tells these apart.
import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdtemp, readFile, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import { systemErrorCode } from "../core/errors.ts";
import { hasEnded, processStat } from "./process-table.ts";
import { removeTree } from "./remove-tree.ts";
import type { RuntimeFolder } from "./runtime-folder.ts";

/** A process, told apart from all others that have had or will have its pid. */
export const ownerProcessSchema = z.object({
  pid: z.int(),
  startTime: z.string(),
  bootId: z.string(),
  pidNamespace: z.string(),
});
export type OwnerProcess = z.infer<typeof ownerProcessSchema>;

const ownerLabelSchema = ownerProcessSchema.extend({
  backend: z.string(),
  /** What the sandbox was made for, for people who look. */
  label: z.string(),
  /** Cgroup folders that the sandbox makes; named before they are made. */
  cgroups: z.array(z.string()),
});
export type OwnerLabel = z.infer<typeof ownerLabelSchema>;

export interface LabelledFolder {
  readonly id: string;
  readonly path: string;
}

const LABEL_FILE = "owner.json";
/** Begins the names of folders that have no label yet. */
const UNFINISHED = ".new-";
const UNFINISHED_MAX_AGE_MS = 10 * 60_000;

/** A new folder that is never seen without its label: it gets its name when that is written. */
export async function labelledFolder(
  runtime: RuntimeFolder,
  backend: string,
  label: string,
  cgroupsFor: (id: string) => readonly string[] = () => [],
): Promise<LabelledFolder> {
  const id = randomBytes(8).toString("hex");
  const path = join(runtime.sandboxes, id);
  const unfinished = await mkdtemp(join(runtime.sandboxes, UNFINISHED));
  const owner: OwnerLabel = { backend, label, ...thisProcess(), cgroups: [...cgroupsFor(id)] };
  await writeFile(join(unfinished, LABEL_FILE), JSON.stringify(owner), { mode: 0o600 });
  await chmod(unfinished, 0o711);
  await rename(unfinished, path);
  return { id, path };
}

/** Folders of one backend whose owner no longer lives. Also clears away unfinished ones. */
export async function abandonedFolders(
  runtime: RuntimeFolder,
  backend: string,
): Promise<(LabelledFolder & { readonly owner: OwnerLabel })[]> {
  const abandoned = [];
  for (const id of await readdir(runtime.sandboxes)) {
    const path = join(runtime.sandboxes, id);
    if (id.startsWith(UNFINISHED)) {
      await removeUnfinished(path);
      continue;
    }
    const owner = await readLabel(path);
    if (owner?.backend === backend && isDead(owner)) abandoned.push({ id, path, owner });
  }
  return abandoned;
}

function isDead(owner: OwnerProcess): boolean {
  // Folders do not leave their machine.
  return owner.bootId !== thisProcess().bootId || ownerHasEnded(owner);
}

/** Whether a process of this boot of this machine has ended; false where that can't be known. */
export function ownerHasEnded(owner: OwnerProcess): boolean {
  const here = thisProcess();
  if (owner.bootId !== here.bootId) return false;
  // Its pid means nothing to us; whoever shares its process namespace will sweep it.
  if (owner.pidNamespace !== here.pidNamespace) return false;
  const stat = processStat(owner.pid);
  // Where /proc shows nothing of others' processes, whether they are there can still be asked.
  if (stat === null) return !isThere(owner.pid);
  return hasEnded(owner.pid) || stat.startTime !== owner.startTime;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== "ESRCH";
  }
}

export function thisProcess(): OwnerProcess {
  return {
    pid: process.pid,
    startTime: processStat(process.pid)?.startTime ?? "",
    bootId: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    pidNamespace: readlinkSync("/proc/self/ns/pid"),
  };
}

/** Null where another sweeper was faster, or where the file is not ours. */
async function readLabel(path: string): Promise<OwnerLabel | null> {
  try {
    const text = await readFile(join(path, LABEL_FILE), "utf8");
    return ownerLabelSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function removeUnfinished(path: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > UNFINISHED_MAX_AGE_MS) await removeTree(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
}
