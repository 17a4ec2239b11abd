// The tree of one commit, read from a clone by git. Nothing of a clone's own settings is obeyed that
// could run a program, and nothing is fetched.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { PlumblineError, describeError } from "../../core/errors.ts";
import type { FileMode, FileTree, TreeFile } from "../../core/file-tree.ts";
import type { CommitIdentity } from "../../core/instance.ts";

/** The clone of a repository below a folder: `owner__name` or `name`, bare or not. */
export function cloneOf(repo: string, folder: string): string {
  const [owner = "", name = ""] = repo.split("/");
  const names = [`${owner}__${name}`, name].flatMap((base) => [base, `${base}.git`]);
  const found = names
    .map((candidate) => join(folder, candidate))
    .find((path) => existsSync(join(path, ".git")) || existsSync(join(path, "objects")));
  if (found !== undefined) return found;
  throw new PlumblineError("no-clone", "environment", `${folder} holds no clone of ${repo}.`, {
    hint: `git clone https://github.com/${repo} ${join(folder, `${owner}__${name}`)}`,
  });
}

/**
 * All files of a commit, with who made it and when. A submodule is no file and is left out. Throws
 * an environment error where the clone does not have the commit.
 */
export async function readCommit(
  clone: string,
  repo: string,
  commit: string,
): Promise<{ readonly files: FileTree; readonly commit: CommitIdentity }> {
  const identity = await readIdentity(clone, repo, commit);
  const listing = await git(clone, ["ls-tree", "-r", "-z", "--full-tree", commit]);
  const entries = parseListing(listing, clone);
  const contents = await readBlobs(clone, [...new Set(entries.map(({ blob }) => blob))]);
  const files = new Map<string, TreeFile>();
  for (const { path, mode, blob } of entries) {
    const bytes = contents.get(blob);
    if (bytes === undefined) throw badClone(clone, `lacks the content of ${path}`);
    files.set(path, { bytes, mode });
  }
  return { files, commit: identity };
}

/** The id of the commit that a name stands for. Throws an environment error where there is none. */
export async function resolveCommit(clone: string, repo: string, name: string): Promise<string> {
  try {
    const id = await git(clone, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]);
    return id.toString("utf8").trim();
  } catch (cause) {
    throw new PlumblineError("no-commit", "environment", `${clone} lacks the commit ${name}.`, {
      hint: `git -C ${clone} fetch https://github.com/${repo} ${name}`,
      cause,
    });
  }
}

async function readIdentity(clone: string, repo: string, commit: string): Promise<CommitIdentity> {
  const id = await resolveCommit(clone, repo, commit);
  const format = "--format=%an%x00%ae%x00%aI%x00%B";
  const shown = await git(clone, ["show", "--no-patch", "--no-show-signature", format, id]);
  const [authorName = "", authorEmail = "", authorDate = "", message = ""] = shown
    .toString("utf8")
    .split("\0");
  return { authorName, authorEmail, authorDate, message: message.trim() };
}

interface Entry {
  readonly path: string;
  readonly mode: FileMode;
  readonly blob: string;
}

function parseListing(listing: Buffer, clone: string): readonly Entry[] {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(listing);
  } catch (cause) {
    throw badClone(clone, "has a file name that is not UTF-8", cause);
  }
  return text.split("\0").flatMap((line) => {
    const [, mode = "", type = "", blob = "", path = ""] =
      /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (type !== "blob") return [];
    return [{ path, blob, mode: fileMode(mode) }];
  });
}

function fileMode(mode: string): FileMode {
  if (mode === "120000") return mode;
  return mode === "100755" ? mode : "100644";
}

/** `cat-file --batch`: for each name a line `<id> blob <size>`, the bytes, a newline. */
async function readBlobs(
  clone: string,
  blobs: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const input = blobs.map((blob) => `${blob}\n`).join("");
  const output = await git(clone, ["cat-file", "--batch"], input);
  const contents = new Map<string, Uint8Array>();
  let at = 0;
  for (const blob of blobs) {
    const lineEnd = output.indexOf(10, at);
    const header = output.subarray(at, lineEnd).toString("latin1");
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(header)?.[1];
    if (size === undefined) throw badClone(clone, `lacks the content ${blob}`);
    const start = lineEnd + 1;
    const end = start + Number(size);
    contents.set(blob, new Uint8Array(output.subarray(start, end)));
    at = end + 1;
  }
  return contents;
}

async function git(clone: string, args: readonly string[], input = ""): Promise<Buffer> {
  try {
    const { stdout } = await execa(
      "git",
      // A clone may be someone else's; it is only read.
      ["-c", "safe.directory=*", "-C", clone, ...args],
      {
        input,
        encoding: "buffer",
        stripFinalNewline: false,
        maxBuffer: 4 * 1024 ** 3,
        env: { GIT_NO_LAZY_FETCH: "1", GIT_NO_REPLACE_OBJECTS: "1", GIT_TERMINAL_PROMPT: "0" },
      },
    );
    return Buffer.from(stdout.buffer, stdout.byteOffset, stdout.byteLength);
  } catch (cause) {
    throw badClone(clone, `cannot be read by git (${firstLine(describeError(cause))})`, cause);
  }
}

function badClone(clone: string, problem: string, cause?: unknown): PlumblineError {
  return new PlumblineError("bad-clone", "environment", `${clone} ${problem}.`, {
    hint: "a whole clone: not shallow, not partial",
    cause,
  });
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? text;
}
