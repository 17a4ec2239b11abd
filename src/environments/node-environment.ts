// An environment of npm packages. Nothing of a package runs while it is built.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { NodeRecipe } from "../core/environment-recipe.ts";
import { installPackages } from "../sandboxes/install-packages.ts";
import type { BuildEnvironment } from "./prepare-environment.ts";
import { programVersion, systemProgram } from "./program-version.ts";

export const NODE_PROGRAMS = "node_modules/.bin";
export const NODE_INTERPRETER = "node";

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
  const versions = packages.map(([name, { version }]) => `${name}: ${version ?? ""}`);
  return [await programVersion(NODE_INTERPRETER), ...versions];
};
