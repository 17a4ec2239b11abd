// The command line as a user runs it: the built program in a process of its own.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

export interface CliResult {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs as this user, which only root may ask for. */
  readonly uid?: number;
  /** Kills the process with SIGKILL after so many milliseconds, or sends another signal. */
  readonly kill?: { readonly afterMs: number; readonly signal: "SIGKILL" | "SIGINT" };
}

/** Runs `plumbline` with arguments. */
export async function plumbline(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const child = execa(process.execPath, [MAIN, ...args], {
    reject: false,
    stdin: "ignore",
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const { kill } = options;
  const timer = kill && setTimeout(() => child.kill(kill.signal), kill.afterMs);
  const { exitCode, signal, stdout, stderr } = await child;
  clearTimeout(timer);
  return { exitCode, signal, stdout, stderr };
}

/** A folder of the test's own that goes away with it. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "plumbline-test-")));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
