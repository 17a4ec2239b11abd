// An environment of npm packages. Nothing of a package runs while it is built.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { NodeRecipe } from "../core/environment-recipe.ts";
import { installPackages } from "../sandboxes/install-packages.ts";
import type { BuildEnvironment } from "./prepare-environment.ts";
import { programVersion, systemProgram } from "./program-version.ts";

export const NODE_PROGRAMS = "node_modules/.bin";
export const NODE_INTERPRETER = "node";

/**
 * Stands before npm where tests run: scripts of rows install again what the manifest names, which
 * is here already, and npm would take the linked packages away before it finds no network.
 */
const NPM = `#!/bin/sh
case "$1" in
install | i | ci)
  for argument in "$@"; do
    case "$argument" in
    "$1" | -*) ;;
    *) echo "npm: $argument can't be installed: there is no network here." >&2; exit 1 ;;
    esac
  done
  echo "npm: the packages of this environment are installed already." >&2
  exit 0
  ;;
esac
PATH="\${PATH#*:}" exec npm "$@"
`;

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});

export const buildNodeEnvironment: BuildEnvironment<NodeRecipe> = async (
  { packageJson, packageLock },
  folder,
  { signal },
) => {
  await writeFile(join(folder, "package.json"), packageJson);
  if (packageLock !== null) await writeFile(join(folder, "package-lock.json"), packageLock);
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
  await installPackages(systemProgram("npm"), args, {
    ...{ cwd: folder, signal, complaint: /^npm (ERR!|error)/ },
    hint: "npm, and a registry that it reaches",
  });
  const lock: unknown = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  const packages = Object.entries(lockSchema.parse(lock).packages);
  // They name what the solution needs.
  for (const name of ["package.json", "package-lock.json"]) await rm(join(folder, name));
  await rm(join(folder, "node_modules", ".package-lock.json"), { force: true });
  await standBeforeNpm(join(folder, NODE_PROGRAMS));
  const versions = packages.map(([name, { version }]) => `${name}: ${version ?? ""}`);
  return [await programVersion(NODE_INTERPRETER), ...versions];
};

/** In place of the program of the package npm, too, where that is one of those installed. */
async function standBeforeNpm(programs: string): Promise<void> {
  await mkdir(programs, { recursive: true });
  await rm(join(programs, "npm"), { force: true });
  await writeFile(join(programs, "npm"), NPM, { mode: 0o755 });
}
