// A limit on disk: everything that can be written lies on a file system of that size, in memory.
// What is written counts as memory of the sandbox, so its memory limit bounds both together.
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { execa } from "execa";

import { SandboxError } from "./sandbox.ts";

const PAGE_BYTES = 4096;
/** A tree of many empty files and folders must still fit in a small limit. */
const LEAST_INODES = 1024;
const UNMOUNT_DEADLINE_MS = 500;

export async function mountSized(folder: string, bytes: number, owner: number): Promise<void> {
  // Folders and empty files take no pages, only kernel memory: without a cap they'd be unlimited.
  const inodes = LEAST_INODES + Math.ceil(bytes / PAGE_BYTES);
  const options = `size=${bytes},nr_inodes=${inodes},mode=0700,uid=${owner},gid=${owner},nosuid,nodev`;
  const mounted = await execa("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], {
    reject: false,
  });
  if (mounted.exitCode === 0) return;
  throw new SandboxError("cannot-mount", `No file system of limited size: ${mounted.stderr}.`);
}

/** Unmounts everything at or below a folder; nothing is an error there. */
export async function unmountBelow(folder: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const mounted = await mountPoints(folder);
    if (mounted.length === 0) return;
    // Busy for a moment while the last processes' namespaces go; then it goes as soon as they do.
    const lazily = performance.now() - startedAt > UNMOUNT_DEADLINE_MS ? ["-l"] : [];
    for (const at of mounted) {
      await execa("umount", [...lazily, at], { reject: false, stderr: "ignore" });
    }
    if (lazily.length > 0) return;
    if ((await mountPoints(folder)).length > 0) await sleep(5);
  }
}

async function mountPoints(folder: string): Promise<string[]> {
  const mounts = await readFile("/proc/self/mountinfo", "utf8");
  const points = mounts.split("\n").map((line) => line.split(" ")[4] ?? "");
  return points.filter((point) => point === folder || point.startsWith(`${folder}/`)).reverse();
}
