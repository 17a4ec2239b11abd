// Ends processes that carry a label in their environment, with all their descendants. `setsid` and
// double forks lose the process group but not the environment. What clears its environment *and*
// has been orphaned escapes this; only a process namespace or a cgroup is proof against that.
import { setTimeout as sleep } from "node:timers/promises";

import { allProcesses, hasEnded, processStat, startEnvironment } from "./process-table.ts";
import { SandboxError } from "./sandbox.ts";

export const SANDBOX_VARIABLE = "PLUMBLINE_SANDBOX";
export const EXEC_VARIABLE = "PLUMBLINE_EXEC";

const DEADLINE_MS = 10_000;

/** `labels` are `NAME=value`; a process is meant when it has all of them. */
export async function endProcesses(labels: readonly string[]): Promise<void> {
  const stopped = new Set<number>();
  const startedAt = performance.now();
  for (;;) {
    // Stopped first, all of them, until no new one turns up: nothing can fork past the kill.
    const fresh = labelled(labels).filter((pid) => !stopped.has(pid));
    for (const pid of fresh) {
      signalProcess(pid, "SIGSTOP");
      stopped.add(pid);
    }
    if (fresh.length > 0) continue;
    if (stopped.size === 0) return;
    for (const pid of stopped) signalProcess(pid, "SIGKILL");
    while ([...stopped].some((pid) => !hasEnded(pid))) {
      if (performance.now() - startedAt > DEADLINE_MS) {
        throw new SandboxError("cannot-end", `Processes with ${labels.join(" ")} do not end.`);
      }
      await sleep(2);
    }
    stopped.clear();
  }
}

/** Sends a signal; a process that has ended already is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: it was faster. EPERM: its pid has passed to somebody else's process.
  }
}

function labelled(labels: readonly string[]): number[] {
  const pids = allProcesses().filter((pid) => pid !== process.pid);
  const found = new Set(
    pids.filter((pid) => {
      const environment = startEnvironment(pid);
      return labels.every((label) => environment.includes(label)) && !hasEnded(pid);
    }),
  );
  if (found.size === 0) return [];
  const children = new Map<number, number[]>();
  for (const pid of pids) {
    const parent = processStat(pid)?.parent ?? 0;
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  // A set takes new members while it is walked, so this reaches descendants of descendants.
  for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child);
  return [...found].filter((pid) => !hasEnded(pid));
}
