// Git, always inside a sandbox: an agent may have left a configuration that runs programs.
// The history that an agent sees is one commit with the base commit's author and date; what its
// patch is measured against is kept outside, where it cannot be touched.
import { randomUUID } from "node:crypto";
import type { CommitIdentity } from "../core/instance.ts";
import type { Sandbox, SandboxFile } from "./sandbox.ts";
import { SandboxError } from "./sandbox.ts";

const TIMEOUT_MS = 120_000;
/** A repository that an agent has made unreadable, by a pipe for example, is not waited for. */
const HISTORY_TIMEOUT_MS = 20_000;
/** A patch larger than this is not one that anybody would review. */
const PATCH_LIMIT_BYTES = 64 * 1024 * 1024;
const ARCHIVE_LIMIT_BYTES = 1024 * 1024 * 1024;

/** Nobody's configuration, and times that do not depend on the machine. */
const CLEAN_GIT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
};

const DIFF =
  "git diff --cached --minimal --binary --full-index --no-color --no-ext-diff --no-textconv --no-renames";

/** A work tree with its one visible commit, and the hidden repository that patches are taken from. */
export interface CommittedTree {
  /** Tar of the work tree with `.git`. */
  readonly workTree: Buffer;
  /** Tar of the hidden repository: the visible commit at HEAD, the base tree at `refs/base`. */
  readonly reference: Buffer;
  /** Diff from the base tree to the commit. */
  readonly statePatch: Buffer;
}

export interface CommitRequest {
  readonly base: readonly SandboxFile[];
  /** Written over the base; paths to delete are listed apart. */
  readonly changed: readonly SandboxFile[];
  readonly deleted: readonly string[];
  readonly identity: CommitIdentity;
}

/** Builds a committed tree in a fresh sandbox. */
export async function commitTree(sandbox: Sandbox, request: CommitRequest): Promise<CommittedTree> {
  const { identity } = request;
  const hidden = `${sandbox.scratch}/reference.git`;
  const env = {
    HIDDEN: hidden,
    GIT_AUTHOR_NAME: identity.authorName,
    GIT_AUTHOR_EMAIL: identity.authorEmail,
    GIT_AUTHOR_DATE: identity.authorDate,
    GIT_COMMITTER_NAME: identity.authorName,
    GIT_COMMITTER_EMAIL: identity.authorEmail,
    GIT_COMMITTER_DATE: identity.authorDate,
    MESSAGE: identity.message,
  };
  // The sandbox may be of an image that brings a tree.
  await script(sandbox, env, "find . -mindepth 1 -delete");
  await sandbox.writeFiles(request.base);
  await script(sandbox, env, HIDE_BASE);
  await sandbox.writeFiles(request.changed);
  await script(sandbox, env, REMOVE_LISTED, request.deleted.map((path) => `${path}\0`).join(""));
  await script(sandbox, env, COMMIT);
  const statePatch = await script(sandbox, env, `GIT_DIR=$HIDDEN ${DIFF} refs/base`);
  const archive = 'tar --sort=name --mtime="$GIT_AUTHOR_DATE" --owner=0 --group=0 -cf -';
  return {
    statePatch,
    reference: await script(sandbox, env, `${archive} -C "$HIDDEN" .`),
    workTree: await script(sandbox, env, `${archive} .`),
  };
}

const HIDE_BASE = `
git init -q --bare -b main "$HIDDEN"
git --git-dir="$HIDDEN" --work-tree=. add -A -f .
git --git-dir="$HIDDEN" update-ref refs/base "$(git --git-dir="$HIDDEN" write-tree)"
`;

// Git knows no empty folders, so none may be left either.
const REMOVE_LISTED = "xargs -0 -r rm -f -- && find . -mindepth 1 -type d -empty -delete";

// The same tree and identity give the visible and the hidden commit the same id. No reflog is kept,
// so nothing of the state before is to be found.
const COMMIT = `
commit() { git -c core.logAllRefUpdates=false commit -q --no-verify --allow-empty --cleanup=verbatim -m "$MESSAGE"; }
GIT_DIR="$HIDDEN" GIT_WORK_TREE=. git add -A -f .
GIT_DIR="$HIDDEN" GIT_WORK_TREE=. commit
git init -q -b main .
rm -rf .git/hooks
git add -A -f .
commit
test "$(git rev-parse HEAD)" = "$(git --git-dir="$HIDDEN" rev-parse HEAD)"
`;

/**
 * Puts a committed tree into the work tree of a sandbox. What an image has there beside the files of
 * its own commit stays (a build, an editable install), without any history.
 */
export async function placeTree(sandbox: Sandbox, tree: CommittedTree): Promise<void> {
  // Beside a build, a file that differs from what was built has to be newer than it. Which files do
  // is not for an agent to see, so all are.
  const times = tree.statePatch.length > 0 ? "-m" : "";
  const source = `${CLEAR_TRACKED}\ntar -xf - --no-same-owner ${times}`;
  await script(sandbox, {}, source, tree.workTree);
}

// Whether there is a repository is asked of the folder: git would also find one above it. A
// submodule (mode 160000) is a folder, and no file of this commit. A folder goes when it is empty
// now; one that was empty before is the image's. Bytecode goes: it holds what a state took out.
const CLEAR_TRACKED = `
if test -e .git; then
  listed=$(mktemp)
  git -c safe.directory='*' ls-files -s -z | sed -z '/^160000 /d; s/^[^\\t]*\\t//' > "$listed"
  # What became a folder is no file of the commit.
  xargs -0 -r rm -f -- < "$listed" 2>/dev/null || true
  rm -rf .git
  xargs -0 -r dirname -z -- < "$listed" | sort -z -u -r | sed -z '/^\\.$/d' |
    xargs -0 -r rmdir -p --ignore-fail-on-non-empty -- 2>/dev/null || true
  find . -name __pycache__ -type d -prune -exec rm -rf {} +
  rm -f "$listed"
fi
`;

/**
 * Paths, each with a NUL behind it and a character a byte, of what lies in the work tree beside its
 * commit, none of which is anybody's change: also of what the tree's own rules ignore, which an
 * agent may change. Git in the tree is told to leave them out; `extractPatches` does.
 */
export async function setArtefactsAside(sandbox: Sandbox): Promise<string> {
  const listed = await script(
    sandbox,
    {},
    "git ls-files -z --others --directory --no-empty-directory",
  );
  const paths = listed.toString("latin1");
  if (paths === "") return "";
  await script(sandbox, {}, "mkdir -p .git/info && cat > .git/info/exclude", patternsOf(paths));
  return paths;
}

function patternsOf(artefacts: string): Buffer {
  const patterns = artefacts
    .split("\0")
    .filter((path) => path !== "")
    .map((path) => `/${path.replace(/[\\*?[\]!# ]/g, "\\$&").replaceAll("\n", "?")}\n`);
  return bytesOf(patterns.join(""));
}

export interface ExtractedPatches {
  /** Against the commit that the agent was given. */
  readonly patch: Buffer;
  /** Against the base tree. */
  readonly wholePatch: Buffer;
  /** Whether the repository no longer leads to the commit that was given, or to one made since. */
  readonly reverted: boolean;
}

/**
 * The difference that the work tree now shows, whatever was done to its own repository, without the
 * artefacts that were set aside before.
 */
export async function extractPatches(
  sandbox: Sandbox,
  tree: CommittedTree,
  artefacts: string,
): Promise<ExtractedPatches> {
  // A name that the agent cannot have prepared.
  const hidden = `${sandbox.scratch}/${randomUUID()}`;
  const env = { GIT_DIR: hidden, GIT_WORK_TREE: sandbox.workdir };
  await script(
    sandbox,
    { HIDDEN: hidden },
    'mkdir "$HIDDEN" && tar -xf - -C "$HIDDEN"',
    tree.reference,
  );
  await script(
    sandbox,
    env,
    'mkdir -p "$GIT_DIR/info" && cat > "$GIT_DIR/info/exclude"',
    patternsOf(artefacts),
  );
  // A repository that the agent made inside the tree would be taken for a submodule.
  await script(
    sandbox,
    env,
    "find . -mindepth 2 -name .git -prune -exec rm -rf {} + ; git add -A .",
  );
  // Rules in the tree come before those beside it, and may take artefacts in again.
  const drop = "git rm -r -q --cached --ignore-unmatch --pathspec-from-file=- --pathspec-file-nul";
  const literal = { ...env, GIT_LITERAL_PATHSPECS: "1" };
  if (artefacts !== "") await script(sandbox, literal, drop, bytesOf(artefacts));
  return {
    patch: await script(sandbox, env, `${DIFF} HEAD`),
    wholePatch: await script(sandbox, env, `${DIFF} refs/base`),
    // Last, since here git reads what the agent has made of its repository.
    reverted: await isReverted(sandbox, hidden),
  };
}

async function isReverted(sandbox: Sandbox, hidden: string): Promise<boolean> {
  const { exitCode } = await sandbox.exec({
    command: ["bash", "-euo", "pipefail", "-c", KEEPS_HISTORY],
    env: { ...CLEAN_GIT, HIDDEN: hidden },
    stdin: Buffer.alloc(0),
    timeoutMs: HISTORY_TIMEOUT_MS,
    outputLimitBytes: 1024,
  });
  return exitCode !== 0;
}

// A repository that is gone, was begun anew or can't be read leads nowhere. What HEAD has pointed at
// is in its log: a reset, a rebase and an amended commit leave commits there that HEAD lacks.
// Nothing stands in for an object, and none is fetched.
const KEEPS_HISTORY = `
given=$(git --git-dir="$HIDDEN" rev-parse HEAD)
export GIT_DIR="$PWD/.git" GIT_NO_REPLACE_OBJECTS=1 GIT_NO_LAZY_FETCH=1 GIT_GRAFT_FILE=/dev/null
git merge-base --is-ancestor "$given" HEAD
left=$(git log -g --format=%H HEAD -- | git rev-list -n 1 --stdin ^HEAD)
test -z "$left"
`;

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

/** Runs a bash script in the work tree; whatever goes wrong there is the environment's fault. */
async function script(
  sandbox: Sandbox,
  env: Readonly<Record<string, string>>,
  source: string,
  stdin: Uint8Array | string = "",
): Promise<Buffer> {
  const result = await sandbox.exec({
    command: ["bash", "-euo", "pipefail", "-c", source],
    env: { ...CLEAN_GIT, ...env },
    stdin: Buffer.from(stdin),
    timeoutMs: TIMEOUT_MS,
    outputLimitBytes: source.includes("diff") ? PATCH_LIMIT_BYTES : ARCHIVE_LIMIT_BYTES,
  });
  if (result.exitCode !== 0 || result.outputTruncated) {
    const why = result.outputTruncated
      ? "its output is too large"
      : result.stderr.toString("utf8").trim().split("\n").slice(-3).join(" ");
    throw new SandboxError("git-failed", `Git failed in the sandbox: ${why}`);
  }
  return result.stdout;
}
