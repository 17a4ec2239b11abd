// What the tests of an instance need, built once from the package index and kept: a folder that
// sandboxes mount read-only at one place.
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { release } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { EnvironmentRecipe, NodeRecipe, PythonRecipe } from "../core/environment-recipe.ts";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";
import type { Isolation } from "../core/run.ts";
import { ENVIRONMENT_PLACE } from "./environment-place.ts";
import { NODE_INTERPRETER, NODE_PROGRAMS, buildNodeEnvironment } from "./node-environment.ts";
import {
  PYTHON_INTERPRETER,
  PYTHON_PROGRAMS,
  buildPythonEnvironment,
} from "./python-environment.ts";
import { programVersion } from "./program-version.ts";

export interface PreparedEnvironment {
  readonly mounts: readonly { readonly outside: string; readonly inside: string }[];
  /** Folders that come before those of PATH. */
  readonly path: readonly string[];
  readonly prepare: string;
  readonly environment: NonNullable<Isolation["environment"]>;
}

export interface EnvironmentMeans {
  /** Where environments are kept; must be readable by the user that sandboxes run as. */
  readonly folder: string;
  readonly notice: (text: string) => void;
  /** Nothing may be asked of the network. */
  readonly offline: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Builds into an empty folder that is moved to `place` inside; gives the versions that it has. */
export type BuildEnvironment<Recipe> = (
  recipe: Recipe,
  folder: string,
  means: EnvironmentMeans,
) => Promise<readonly string[]>;

/** Beside a finished environment: what was asked for and what it gave. */
const MANIFEST = "plumbline-environment.json";
const manifestSchema = z.object({ digest: z.string(), versions: z.array(z.string()) });

/**
 * The environment of a recipe, from the folder where it was built before. Throws an environment
 * error that says what is missing.
 */
export async function prepareEnvironment(
  recipe: EnvironmentRecipe,
  means: EnvironmentMeans,
): Promise<PreparedEnvironment> {
  switch (recipe.kind) {
    case "python":
      return built(recipe, means, PYTHON);
    case "node":
      return built(recipe, means, NODE);
    case "system": {
      const versions = await Promise.all(recipe.programs.map(programVersion));
      return described(recipe, digestOf(recipe, versions), [], []);
    }
  }
}

/** How environments of one language are built. */
interface Builder<Recipe> {
  readonly build: BuildEnvironment<Recipe>;
  /** Folder of programs, below that of the environment. */
  readonly programs: string;
  /** The program that it is built for. */
  readonly interpreter: string;
}

const PYTHON: Builder<PythonRecipe> = {
  build: buildPythonEnvironment,
  programs: PYTHON_PROGRAMS,
  interpreter: PYTHON_INTERPRETER,
};
const NODE: Builder<NodeRecipe> = {
  build: buildNodeEnvironment,
  programs: NODE_PROGRAMS,
  interpreter: NODE_INTERPRETER,
};

async function built<Recipe extends PythonRecipe | NodeRecipe>(
  recipe: Recipe,
  means: EnvironmentMeans,
  { build, programs, interpreter }: Builder<Recipe>,
): Promise<PreparedEnvironment> {
  const asked = digestOf(recipe, [await programVersion(interpreter)]);
  const outside = join(means.folder, `${recipe.id}-${asked.slice(0, 16)}`);
  let manifest = await readManifest(outside);
  if (manifest === null) {
    if (means.offline) throw notBuilt(recipe.id);
    means.notice(`building the environment ${recipe.id}\n`);
    manifest = await buildInto(outside, recipe, means, build);
  }
  const mounts = [{ outside, inside: ENVIRONMENT_PLACE }];
  return described(recipe, manifest.digest, mounts, [join(ENVIRONMENT_PLACE, programs)]);
}

/** Beside its place first: one that was broken off is never taken for one. */
async function buildInto<Recipe extends PythonRecipe | NodeRecipe>(
  outside: string,
  recipe: Recipe,
  means: EnvironmentMeans,
  build: BuildEnvironment<Recipe>,
): Promise<z.infer<typeof manifestSchema>> {
  const partial = `${outside}.partial-${randomUUID()}`;
  await mkdir(partial, { recursive: true, mode: 0o755 });
  try {
    const versions = await build(recipe, partial, means);
    const manifest = { digest: digestOf(recipe, versions), versions: [...versions] };
    await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    // Without a manifest it is no environment, whatever it is.
    if (!existsSync(join(outside, MANIFEST))) await rm(outside, { recursive: true, force: true });
    await rename(partial, outside).catch((error: unknown) => {
      // Another process was faster; what it built is as good.
      const code = systemErrorCode(error);
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    });
    return (await readManifest(outside)) ?? manifest;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function readManifest(folder: string) {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return null;
  return manifestSchema.parse(JSON.parse(await readFile(path, "utf8")));
}

function described(
  { id, prepare }: EnvironmentRecipe,
  digest: string,
  mounts: PreparedEnvironment["mounts"],
  path: readonly string[],
): PreparedEnvironment {
  return { mounts, path, prepare, environment: { id, digest, kernel: release() } };
}

function digestOf(recipe: EnvironmentRecipe, versions: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([recipe, versions]))
    .digest("hex");
}

function notBuilt(id: string): PlumblineError {
  const message = `The environment ${id} was not built yet, and nothing may be asked of the network.`;
  return new PlumblineError("not-in-cache", "environment", message, {
    hint: "once without --offline",
  });
}
