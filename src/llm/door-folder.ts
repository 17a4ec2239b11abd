// Where the doors of a gateway are: a folder of its process. What a killed process left is removed.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemErrorCode } from "../core/errors.ts";

const PREFIX = "plumbline-gateway-";

/** Makes a folder; short, since the path of a socket may have some hundred bytes. */
export function doorFolder(): string {
  const parent = tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = Number(/^plumbline-gateway-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && isGone(pid)) remove(join(parent, name));
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) === "ESRCH";
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another user's, who will remove it.
  }
}
