// A scaffold's own program, installed once and kept: a folder that sandboxes mount read-only.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { PlumblineError, systemErrorCode } from "../../core/errors.ts";
import { ownerHasEnded, ownerProcessSchema, thisProcess } from "../../sandboxes/owner-label.ts";
import type { ReadOnlyMount } from "../../sandboxes/sandbox.ts";

export interface Program {
  readonly id: string;
  /** Pinned: another version is another program. */
  readonly version: string;
  /** As people know it: its package, its version, where it comes from. */
  readonly title: string;
  /** The program of the machine that installs it. */
  readonly installer: string;
  /** Files below its folder of which one must be there when it is installed. */
  readonly files: readonly string[];
  /** Installs into an empty folder, which is moved afterwards. */
  build(folder: string, signal: AbortSignal): Promise<void>;
}

/** Written last, so a folder without it is none. */
const MANIFEST = "plumbline-program.json";
const POLL_MS = 250;

/** Where sandboxes have it. */
export function programPlace({ id }: Pick<Program, "id">): string {
  return `/opt/agents/${id}`;
}

/** The program's mount, after installing it where the cache lacks it. */
export async function installProgram(
  program: Program,
  cache: string,
  signal: AbortSignal,
): Promise<readonly ReadOnlyMount[]> {
  const outside = folderOf(program, cache);
  if (!isInstalled(outside)) {
    await mkdir(cache, { recursive: true });
    const lock = await takeLock(outside, signal);
    try {
      if (!isInstalled(outside)) await buildInto(outside, program, signal);
    } finally {
      await rm(lock, { force: true });
    }
  }
  return [{ outside, inside: programPlace(program) }];
}

/** Whether the cache has the program. */
export function hasProgram(program: Program, cache: string): boolean {
  return isInstalled(folderOf(program, cache));
}

function folderOf({ id, version }: Program, cache: string): string {
  return join(cache, `${id}-${version}`);
}

function isInstalled(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

/** Beside its place first: one that was broken off is never taken for one. */
async function buildInto(outside: string, program: Program, signal: AbortSignal): Promise<void> {
  await removePartial(outside);
  const partial = `${outside}.partial-${randomUUID()}`;
  await mkdir(partial, { mode: 0o755 });
  try {
    await program.build(partial, signal);
    if (!program.files.some((file) => existsSync(join(partial, file)))) throw notThere(program);
    const { id, version } = program;
    await writeFile(join(partial, MANIFEST), `${JSON.stringify({ id, version })}\n`);
    if (!isInstalled(outside)) await rm(outside, { recursive: true, force: true });
    await rename(partial, outside).catch((error: unknown) => {
      // The lock can be lost to a second process; what that one built is as good.
      const code = systemErrorCode(error);
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** What processes that were killed have left. Only who holds the lock may do this. */
async function removePartial(outside: string): Promise<void> {
  const [folder, name] = [join(outside, ".."), outside.slice(outside.lastIndexOf("/") + 1)];
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(`${name}.partial-`)) continue;
    await rm(join(folder, entry), { recursive: true, force: true });
  }
}

/** Waits for whoever installs it already, so that nothing is fetched twice. */
async function takeLock(outside: string, signal: AbortSignal): Promise<string> {
  const lock = `${outside}.lock`;
  for (;;) {
    try {
      await writeFile(lock, JSON.stringify(thisProcess()), { flag: "wx" });
      return lock;
    } catch (error) {
      if (systemErrorCode(error) !== "EEXIST") throw error;
    }
    if (await isAbandoned(lock)) await rm(lock, { force: true });
    else await pause(POLL_MS, undefined, { signal });
  }
}

/** One that can't be read is being written, or was just removed. */
async function isAbandoned(lock: string): Promise<boolean> {
  try {
    const owner = ownerProcessSchema.parse(JSON.parse(await readFile(lock, "utf8")));
    return owner.bootId !== thisProcess().bootId || ownerHasEnded(owner);
  } catch {
    return false;
  }
}

function notThere({ id, version, files }: Program): PlumblineError {
  return new PlumblineError(
    "agent-not-installed",
    "environment",
    `${id} ${version} was installed, but ${files.join(" or ")} is not in it.`,
    { hint: "a machine whose system and processor it is published for" },
  );
}
