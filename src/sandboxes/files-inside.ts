// Files of a sandbox, read and written by commands inside it. The host never opens a path that a
// program inside controls: a link that leads out there leads nowhere here.
import { dirname, join, normalize } from "node:path/posix";

import { SandboxError } from "./sandbox.ts";
import type { ExecResult, Sandbox, SandboxFile } from "./sandbox.ts";
import { tarArchive } from "./tar-archive.ts";

type Inside = Pick<Sandbox, "exec" | "workdir">;

const TIMEOUT_MS = 120_000;
/** One archive holds at most about this many bytes, and this many of folder names. */
const BATCH_BYTES = 64 * 1024 * 1024;
const BATCH_NAME_BYTES = 64 * 1024;

const NO_FILE = 44;
/** Only a plain file is read: opening a FIFO or a device could wait for ever. */
const READ = `[ -f "$1" ] || exit ${NO_FILE}; exec head -c "$2" -- "$1"`;

/** A file, or something else, that stands where a folder must be gives way. */
const WRITE =
  'for d do [ -d "$d" ] || rm -f -- "$d"; done; exec tar -x -o -m --recursive-unlink -C / -f -';

const OUTSIDE = 45;
/** Folders must lie, with all links followed, in the first or the second argument. */
const CONFINE = `tree=$(cd -P -- "$1" && pwd -P) && scratch=$(cd -P -- "$2" && pwd -P) || exit 1
shift 2
while [ "$1" != -- ]; do
  at=$1
  while [ ! -d "$at" ]; do at=\${at%/*}; at=\${at:-/}; done
  at=$(cd -P -- "$at" && pwd -P) || exit 1
  case $at/ in "$tree"/*|"$scratch"/*) ;; *) echo "$1" >&2; exit ${OUTSIDE};; esac
  shift
done
shift
`;

export async function readFileInside(
  sandbox: Inside,
  path: string,
  limitBytes: number,
): Promise<Buffer | null> {
  const inside = insidePath(sandbox, path);
  const result = await sandbox.exec({
    command: ["sh", "-c", READ, "sh", inside, String(limitBytes + 1)],
    timeoutMs: TIMEOUT_MS,
    outputLimitBytes: limitBytes + 1,
  });
  if (result.exitCode === NO_FILE) return null;
  if (result.exitCode !== 0) throw failed("cannot-read", `${inside} cannot be read`, result);
  if (result.stdout.length > limitBytes) {
    throw new SandboxError("file-too-large", `${inside} has more than ${limitBytes} bytes.`);
  }
  return result.stdout;
}

/** With `confined`, nothing is written outside of the work tree and the scratch folder. */
export async function writeFilesInside(
  sandbox: Inside & Pick<Sandbox, "scratch">,
  files: readonly SandboxFile[],
  { confined = false } = {},
): Promise<void> {
  for (const batch of batches(files)) {
    const placed = batch.map((file) => ({ ...file, path: insidePath(sandbox, file.path) }));
    const folders = new Set(placed.flatMap((file) => foldersBelow(sandbox.workdir, file.path)));
    const parents = new Set(placed.map((file) => dirname(file.path)));
    const confines = confined ? [sandbox.workdir, sandbox.scratch, ...parents, "--"] : [];
    const result = await sandbox.exec({
      command: ["sh", "-c", (confined ? CONFINE : "") + WRITE, "sh", ...confines, ...folders],
      stdin: tarArchive(placed.map((file) => ({ ...file, path: file.path.slice(1) }))),
      timeoutMs: TIMEOUT_MS,
      outputLimitBytes: 4096,
    });
    if (result.exitCode === OUTSIDE) {
      const where = result.stderr.toString().trim();
      throw new SandboxError("outside", `${where} is outside of the sandbox's work tree.`);
    }
    if (result.exitCode !== 0) throw failed("cannot-write", "Files cannot be written", result);
  }
}

function insidePath(sandbox: Inside, path: string): string {
  return path.startsWith("/") ? normalize(path) : join(sandbox.workdir, path);
}

/** Outermost first. Folders above the work tree are the sandbox's own. */
function foldersBelow(workdir: string, path: string): string[] {
  const folders = [];
  for (let at = dirname(path); at.startsWith(`${workdir}/`); at = dirname(at)) folders.unshift(at);
  return folders;
}

function* batches(files: readonly SandboxFile[]): Generator<SandboxFile[]> {
  let batch: SandboxFile[] = [];
  let [bytes, nameBytes] = [0, 0];
  for (const file of files) {
    const full = bytes + file.bytes.length > BATCH_BYTES || nameBytes > BATCH_NAME_BYTES;
    if (full && batch.length > 0) {
      yield batch;
      batch = [];
      [bytes, nameBytes] = [0, 0];
    }
    batch.push(file);
    bytes += file.bytes.length;
    nameBytes += Buffer.byteLength(file.path) * 4;
  }
  if (batch.length > 0) yield batch;
}

function failed(code: string, what: string, result: ExecResult): SandboxError {
  const why = result.timedOut ? "it took too long" : result.stderr.toString().trim();
  return new SandboxError(code, `${what} in the sandbox: ${why}.`);
}
