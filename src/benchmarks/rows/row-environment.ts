// The environment of a row of SWE-bench or one of its children, where no image is run: known for the
// Python repositories, read from `package.json` for Node, the machine's compilers for CMake.
import { recipeId } from "../../core/environment-recipe.ts";
import type { EnvironmentRecipe, NodeRecipe } from "../../core/environment-recipe.ts";
import type { FileTree } from "../../core/file-tree.ts";
import type { Instance } from "../../core/instance.ts";
import { z } from "zod";
import { applyPatch, parsePatch } from "../../code/patch/index.ts";
import type { LoadedRow } from "./row-kind.ts";
import { pythonRecipe } from "./python-recipes.ts";

const MANIFEST = "package.json";

const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});

/** Null where it is not known what the tests need. */
export function rowEnvironment(
  { instance }: LoadedRow<unknown>,
  base: FileTree,
): EnvironmentRecipe | null {
  const python = pythonRecipe(instance);
  if (python !== null) return python;
  const id = recipeId(instance.repo, instance.version || instance.instance_id);
  const packageJson = neededPackages(instance, base);
  if (packageJson !== null) {
    const packageLock = textOf(base, "package-lock.json");
    return { kind: "node", id, packageJson, packageLock, prepare: LINK_PACKAGES };
  }
  if (!base.has("CMakeLists.txt")) return null;
  return { kind: "system", id, programs: ["cmake", "ctest", "c++"], prepare: "" };
}

/** Where the published image has them. */
const LINK_PACKAGES = 'ln -s "$PLUMBLINE_ENVIRONMENT/node_modules" node_modules';

/**
 * The packages of the base and those of the solution, whose are newer where both name one: the
 * image's own tests install again after the patch, and there is no network here.
 */
function neededPackages({ patch }: Instance, base: FileTree): NodeRecipe["packageJson"] | null {
  const before = manifestOf(base);
  if (before === null) return null;
  const files = parsePatch(patch).filter(({ newPath }) => newPath === MANIFEST);
  const solved = applyPatch(base, files);
  const after = solved.kind === "applied" ? manifestOf(solved.tree) : null;
  const wanted = { ...all(before), ...(after === null ? {} : all(after)) };
  // From the registry only: npm runs outside, with its owner's files and keys in reach.
  const dependencies = Object.fromEntries(
    Object.entries(wanted).filter(([, specifier]) => !/[/:]/.test(specifier)),
  );
  return `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`;
}

function manifestOf(tree: FileTree): z.infer<typeof manifestSchema> | null {
  const text = textOf(tree, MANIFEST);
  if (text === null) return null;
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function textOf(tree: FileTree, path: string): string | null {
  const file = tree.get(path);
  return file === undefined ? null : Buffer.from(file.bytes).toString("utf8");
}

function all({
  dependencies,
  devDependencies,
  optionalDependencies,
}: z.infer<typeof manifestSchema>) {
  return { ...optionalDependencies, ...devDependencies, ...dependencies };
}
