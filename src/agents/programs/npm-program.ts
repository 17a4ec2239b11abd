// Programs from npm. The pinned version exactly, and nothing of a package runs while it is installed.
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { findProgram } from "../../sandboxes/find-program.ts";
import { installPackages } from "../../sandboxes/install-packages.ts";
import type { Program } from "./installed-program.ts";

export interface NpmProgram {
  readonly id: string;
  readonly packageName: string;
  readonly version: string;
  /** Below node_modules; more than one where packages differ by processor. */
  readonly files: readonly string[];
  /** Other packages that it needs, each with its version. */
  readonly others?: readonly string[];
  /** What people should know of it beside its package and version. */
  readonly note?: string;
}

export function npmProgram(program: NpmProgram): Program {
  const { id, packageName, version, files, others, note = "" } = program;
  return {
    ...{ id, version, files: files.map((file) => join("node_modules", file)) },
    ...{ title: `${packageName} ${version} (npm)${note}`, installer: "npm" },
    build: async (folder, signal) => {
      const packages = [`${packageName}@${version}`, ...(others ?? [])];
      const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--no-update-notifier"];
      await installPackages(
        findProgram("npm") ?? "npm",
        ["install", "--prefix", folder, "--ignore-scripts", ...quiet, ...packages],
        {
          ...{ signal, cwd: folder, complaint: /^npm (ERR!|error)/ },
          hint: "npm, and a registry that it reaches",
        },
      );
      // Links to launchers that a sandbox without npm's scripts can't use.
      await rm(join(folder, "node_modules", ".bin"), { recursive: true, force: true });
    },
  };
}
