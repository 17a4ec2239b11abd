// The clone that a task of one's own is read from: the repository itself where it is a path, one in
// the cache where it is an address. Cloned once; fetched again only for a commit that is not there.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { execa } from "execa";
import { PlumblineError, describeError } from "../../core/errors.ts";
import type { BenchmarkMeans } from "../benchmark.ts";
import { badDataset } from "../source/bad-dataset.ts";
import { resolveCommit } from "./git-commit.ts";
import type { Task } from "./task-file.ts";

export interface FoundRepository {
  readonly clone: string;
  /** `owner/name`. */
  readonly repo: string;
  readonly base_commit: string;
}

const ADDRESS = /^((https?|ssh|git|file):\/\/|[\w.-]+@[\w.-]+:)/;

/** The clone and commit of a task. Throws a usage or an environment error that says what to do. */
export async function cloneRepository(
  { repository, base_commit }: Task,
  place: string,
  means: BenchmarkMeans,
): Promise<FoundRepository> {
  if (!ADDRESS.test(repository)) {
    const clone = resolve(dirname(place.replace(/: task \d+$/, "")), repository);
    if (!existsSync(join(clone, ".git")) && !existsSync(join(clone, "objects"))) {
      throw badDataset(place, `repository: ${clone} is no git repository`, {
        hint: "a path from this file, or an address that git can clone",
      });
    }
    const repo = `local/${basename(clone, ".git")}`;
    return { clone, repo, base_commit: await resolveCommit(clone, repo, base_commit) };
  }
  const [owner = "local", name = "repository"] = repository
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split(/[/:]/)
    .filter((part) => part !== "")
    .slice(-2);
  const digest = createHash("sha256").update(repository).digest("hex").slice(0, 12);
  const clone = join(means.cloneFolder, `${owner}__${name}-${digest}.git`);
  const repo = `${owner}/${name}`;
  if (!existsSync(clone)) await cloneInto(clone, repository, means);
  try {
    return { clone, repo, base_commit: await resolveCommit(clone, repo, base_commit) };
  } catch (error) {
    if (means.offline) throw error;
    await git(means, repository, ["-C", clone, "fetch", "--quiet", "--prune", "origin"]);
    return { clone, repo, base_commit: await resolveCommit(clone, repo, base_commit) };
  }
}

/** Beside its place first, so that a clone that was broken off is never taken for one. */
async function cloneInto(clone: string, address: string, means: BenchmarkMeans): Promise<void> {
  if (means.offline) {
    throw new PlumblineError(
      "not-in-cache",
      "environment",
      `${address} was not cloned yet, and nothing may be asked of the network.`,
      { hint: "once without --offline" },
    );
  }
  const partial = `${clone}.partial-${process.pid}`;
  await mkdir(dirname(clone), { recursive: true });
  try {
    await git(means, address, ["clone", "--quiet", "--mirror", "--", address, partial]);
    await rename(partial, clone);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function git(means: BenchmarkMeans, address: string, args: readonly string[]): Promise<void> {
  try {
    await execa("git", args, {
      env: { GIT_TERMINAL_PROMPT: "0" },
      ...(means.signal === undefined ? {} : { cancelSignal: means.signal }),
    });
  } catch (cause) {
    means.signal?.throwIfAborted();
    const why = describeError(cause).split("\n").at(-1) ?? "";
    throw new PlumblineError("not-cloned", "environment", `${address} was not cloned: ${why}`, {
      hint: "the address, or the path of a clone",
      cause,
    });
  }
}
