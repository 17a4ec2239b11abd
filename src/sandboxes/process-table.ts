// What /proc tells of processes. Every question may be about a process that ends while it is asked.
import { closeSync, openSync, readSync, readdirSync } from "node:fs";

/** The kernel lets a program have no more arguments and environment than this. */
const chunk = Buffer.allocUnsafeSlow(2 * 1024 * 1024);

export interface ProcessStat {
  readonly state: string;
  readonly parent: number;
  /** Clock ticks since boot: with the pid, names a process for as long as the machine runs. */
  readonly startTime: string;
}

/** Null where there is no such process. */
export function processStat(pid: number): ProcessStat | null {
  const text = readProc(`${pid}/stat`);
  // The second field is the program's name in brackets; it may hold blanks and brackets itself.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent] = fields;
  const startTime = fields[19];
  if (state === undefined || parent === undefined || startTime === undefined) return null;
  return { state, parent: Number(parent), startTime };
}

/** Gone, or dead and only not yet waited for: init reaps orphans late on some machines. */
export function hasEnded(pid: number): boolean {
  const stat = processStat(pid);
  return stat === null || stat.state === "Z" || stat.state === "X";
}

export function allProcesses(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

/** The environment that a process was started with, as `NAME=value`; empty where we may not look. */
export function startEnvironment(pid: number): string[] {
  return readProc(`${pid}/environ`).split("\0");
}

/** Open files that this process was started with and that its children get too. 0 to 4 are theirs. */
export function inheritedDescriptors(): number[] {
  const CLOSE_ON_EXEC = 0o2000000;
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((fd) => {
      const flags = /^flags:\s+(\d+)$/m.exec(readProc(`self/fdinfo/${fd}`))?.[1];
      return fd > 4 && flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
    });
}

function readProc(path: string): string {
  try {
    // One read instead of readFileSync's five calls: a scan asks this of every process.
    const file = openSync(`/proc/${path}`, "r");
    try {
      return chunk.toString("latin1", 0, readSync(file, chunk, 0, chunk.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    // ENOENT, ESRCH: it has ended. EACCES: another user's, so it is none of ours.
    return "";
  }
}
