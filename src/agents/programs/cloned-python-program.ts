// Python programs that no index has: some folders of a commit of their public repository, beside a
// virtual environment with what they import.
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { findProgram } from "../../sandboxes/find-program.ts";
import { installPackages } from "../../sandboxes/install-packages.ts";
import type { Program } from "./installed-program.ts";
import { PROGRAM_PYTHON, buildPythonEnvironment } from "./python-program.ts";

export interface ClonedPythonProgram {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly repository: string;
  /** Of the environment: the path of a clone, or another address of the repository. */
  readonly variable: string;
  readonly commit: string;
  /** Of the repository; they are below `source` then. */
  readonly folders: readonly string[];
  /** Each with its version. */
  readonly packages: readonly string[];
}

export function clonedPythonProgram(program: ClonedPythonProgram): Program {
  const { id, version, title, packages } = program;
  return {
    ...{ id, version, title, installer: "git", files: [PROGRAM_PYTHON] },
    build: async (folder, signal) => {
      await cloneFolders(join(folder, SOURCE), program, process.env[program.variable], signal);
      await buildPythonEnvironment(folder, packages, signal);
    },
  };
}

/** Below the program's folder. */
export const SOURCE = "source";

/**
 * Puts the program's folders, as they were at its commit, into a new folder; from `own`, a path or an
 * address, where that is given.
 */
export async function cloneFolders(
  into: string,
  {
    repository,
    variable,
    commit,
    folders,
  }: Omit<ClonedPythonProgram, "id" | "version" | "title" | "packages">,
  own: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const options = {
    ...{ signal, complaint: /^(fatal|error):/ },
    hint: `git, and a network; or ${variable}: the path of a clone that has commit ${commit}`,
  };
  const git = (...args: readonly string[]) =>
    installPackages(findProgram("git") ?? "git", args, options);
  const from = own === undefined || own === "" ? repository : own;
  // Contents come with the checkout, and only of what is checked out.
  await git("clone", "--quiet", "--no-checkout", "--filter=blob:none", "--", from, into);
  await git("-C", into, "checkout", "--quiet", commit, "--", ...folders);
  await rm(join(into, ".git"), { recursive: true, force: true });
}
