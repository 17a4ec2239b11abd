// The tree that an image brings: the files that its repository tracks, as they lie in its work
// tree, and who made its commit and when. Read by git and the core utilities inside a container,
// a part at a time. Neither the repository's hooks nor its configuration can start a program.
import { comparePaths } from "../core/file-tree.ts";
import type { FileTree, TreeFile } from "../core/file-tree.ts";
import type { CommitIdentity } from "../core/instance.ts";
import { PlumblineError } from "../core/errors.ts";
import type { ExecResult, Sandbox } from "./sandbox.ts";
import { SandboxError } from "./sandbox.ts";

const TIMEOUT_MS = 300_000;
/** Contents that are read at once. */
const BATCH_BYTES = 32 * 1024 * 1024;
const LISTING_BYTES = 256 * 1024 * 1024;

const NO_REPOSITORY = 44;
/** What xargs says where one of its commands failed. */
const ONE_FAILED = 123;

// A file, not an option: git before 2.38 takes safe.directory from no option.
const CLEAN_GIT = `
home=$(mktemp -d)
printf '[safe]\\n\\tdirectory = *\\n' > "$home/.gitconfig"
export HOME=$home GIT_CONFIG_GLOBAL=$home/.gitconfig GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0
export GIT_NO_LAZY_FETCH=1 GIT_NO_REPLACE_OBJECTS=1 GIT_OPTIONAL_LOCKS=0 LC_ALL=C
g() { git --no-pager -c core.fsmonitor=false -c core.hooksPath=/dev/null "$@"; }
`;

// Whether there is a repository is asked of the folder: git would also find one above it.
const LIST = `${CLEAN_GIT}
test -e .git || exit ${NO_REPOSITORY}
g ls-files -s -z`;

// Images are made by commits of their own on top of the instance's, which only set things up.
const IDENTITY = `${CLEAN_GIT}
commit=$(g rev-parse --verify --quiet "$1^{commit}") || commit=$(g rev-parse --verify HEAD)
g show --no-patch --no-show-signature --format=%an%x00%ae%x00%aI%x00%B "$commit"`;

const STAT = "LC_ALL=C xargs -0 -r stat --printf '%f %s %n\\0' --";
const CONTENTS = "xargs -0 -r cat --";
const LINKS = "xargs -0 -r readlink -z --";

export interface ImageTree {
  readonly files: FileTree;
  readonly commit: CommitIdentity;
}

/**
 * The tree of the image that a sandbox was made from. It counts as it lies in the work tree, not as
 * its commit has it: what the makers of an image changed in tracked files is what its tests were
 * seen to need. A submodule is no file and is left out. Throws an environment error where there is
 * no repository.
 */
export async function readImageTree(sandbox: Sandbox, baseCommit: string): Promise<ImageTree> {
  const entries = await statFiles(sandbox, await trackedPaths(sandbox));
  const files = new Map<string, TreeFile>();
  for (const { path, mode, bytes } of [
    ...(await readPlain(sandbox, entries)),
    ...(await readLinks(sandbox, entries)),
  ].sort((a, b) => comparePaths(a.path, b.path))) {
    files.set(path, { bytes, mode });
  }
  return { files, commit: await readIdentity(sandbox, baseCommit) };
}

async function trackedPaths(sandbox: Sandbox): Promise<readonly string[]> {
  const listed = await run(sandbox, { script: LIST, limitBytes: LISTING_BYTES });
  if (listed.exitCode === NO_REPOSITORY) {
    throw badImage(sandbox, `has no git repository in ${sandbox.workdir}`);
  }
  const paths = textOf(sandbox, need(sandbox, listed))
    .split("\0")
    .flatMap((line) => {
      const [, mode = "", path = ""] = /^(\d+) [0-9a-f]+ \d\t(.*)$/s.exec(line) ?? [];
      return path === "" || mode === "160000" ? [] : [path];
    });
  // A path that is in conflict is listed once for each side.
  return [...new Set(paths)];
}

interface Entry {
  readonly path: string;
  readonly mode: TreeFile["mode"];
  readonly size: number;
}

/** What there is of the paths: files and links; what was deleted or became a folder is left out. */
async function statFiles(sandbox: Sandbox, paths: readonly string[]): Promise<readonly Entry[]> {
  const seen = await run(sandbox, {
    script: STAT,
    stdin: joined(paths),
    limitBytes: LISTING_BYTES,
  });
  const complaints = seen.stderr.toString("utf8").split("\n").filter(Boolean);
  const areDeleted = complaints.every((line) => /: (No such file|Not a directory)/.test(line));
  const isRead = seen.exitCode === 0 || (seen.exitCode === ONE_FAILED && areDeleted);
  const output = isRead ? whole(sandbox, seen) : need(sandbox, seen);
  return textOf(sandbox, output)
    .split("\0")
    .flatMap((line) => {
      const [, bits = "", size = "", path = ""] = /^([0-9a-f]+) (\d+) (.*)$/s.exec(line) ?? [];
      const mode = fileMode(parseInt(bits, 16));
      return mode === null ? [] : [{ path, mode, size: Number(size) }];
    });
}

function fileMode(bits: number): TreeFile["mode"] | null {
  const kind = bits & 0o170000;
  if (kind === 0o120000) return "120000";
  if (kind !== 0o100000) return null;
  return (bits & 0o100) === 0 ? "100644" : "100755";
}

type ReadFile = TreeFile & { readonly path: string };

/** Contents come one after the other: how long each is was asked before. */
async function readPlain(sandbox: Sandbox, entries: readonly Entry[]): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  for (const batch of batches(entries.filter(({ mode }) => mode !== "120000"))) {
    const total = batch.reduce((sum, { size }) => sum + size, 0);
    const stdin = joined(batch.map(({ path }) => path));
    const output = need(
      sandbox,
      await run(sandbox, { script: CONTENTS, stdin, limitBytes: 2 * total + 4096 }),
    );
    if (output.length !== total) throw badImage(sandbox, "changes while it is read");
    let at = 0;
    for (const { path, mode, size } of batch) {
      read.push({ path, mode, bytes: output.subarray(at, at + size) });
      at += size;
    }
  }
  return read;
}

async function readLinks(sandbox: Sandbox, entries: readonly Entry[]): Promise<ReadFile[]> {
  const links = entries.filter(({ mode }) => mode === "120000");
  const stdin = joined(links.map(({ path }) => path));
  const output = need(
    sandbox,
    await run(sandbox, { script: LINKS, stdin, limitBytes: LISTING_BYTES }),
  );
  const targets = output.toString("latin1").split("\0").slice(0, -1);
  if (targets.length !== links.length) throw badImage(sandbox, "changes while it is read");
  return links.map(({ path, mode }, at) => ({
    ...{ path, mode },
    bytes: Buffer.from(targets[at] ?? "", "latin1"),
  }));
}

function* batches(entries: readonly Entry[]): Generator<readonly Entry[]> {
  let batch: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length > 0 && bytes + entry.size > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(entry);
    bytes += entry.size;
  }
  if (batch.length > 0) yield batch;
}

async function readIdentity(sandbox: Sandbox, baseCommit: string): Promise<CommitIdentity> {
  const shown = need(
    sandbox,
    await run(sandbox, { script: IDENTITY, args: [baseCommit], limitBytes: LISTING_BYTES }),
  );
  const [authorName = "", authorEmail = "", authorDate = "", message = ""] = shown
    .toString("utf8")
    .split("\0");
  return { authorName, authorEmail, authorDate, message: message.trim() };
}

interface Script {
  readonly script: string;
  readonly args?: readonly string[];
  readonly stdin?: Uint8Array;
  readonly limitBytes: number;
}

function run(
  sandbox: Sandbox,
  { script, args = [], stdin, limitBytes }: Script,
): Promise<ExecResult> {
  return sandbox.exec({
    command: ["bash", "-euo", "pipefail", "-c", script, "bash", ...args],
    ...(stdin === undefined ? {} : { stdin }),
    ...{ timeoutMs: TIMEOUT_MS, outputLimitBytes: limitBytes },
  });
}

function need(sandbox: Sandbox, result: ExecResult): Buffer {
  if (result.exitCode === 0) return whole(sandbox, result);
  const said = result.stderr.toString("utf8").trim().split("\n").at(-1) ?? "";
  const why = result.timedOut ? "it took too long" : said;
  throw new SandboxError("image-not-read", `${nameOf(sandbox)} cannot be read: ${why}.`);
}

function whole(sandbox: Sandbox, result: ExecResult): Buffer {
  if (result.outputTruncated) throw badImage(sandbox, "has a larger tree than can be read");
  return result.stdout;
}

function textOf(sandbox: Sandbox, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badImage(sandbox, "has a file name that is not UTF-8");
  }
}

/** Not a SandboxError: another container of the same image would have the same. */
function badImage(sandbox: Sandbox, problem: string): PlumblineError {
  return new PlumblineError("bad-image", "environment", `${nameOf(sandbox)} ${problem}.`, {
    hint: "the image of this instance, or leave the instance out with select",
  });
}

function nameOf({ isolation }: Sandbox): string {
  return `The image ${isolation.container?.image ?? isolation.backend}`;
}

function joined(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(""));
}
