// An environment of Python packages. Only wheels are installed, so nothing of a package runs while it
// is built; it is built beside its place and works at the one where sandboxes mount it.
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { InstalledProject, PythonRecipe } from "../core/environment-recipe.ts";
import { ENVIRONMENT_PLACE } from "./environment-place.ts";
import { installPackages } from "../sandboxes/install-packages.ts";
import type { BuildEnvironment } from "./prepare-environment.ts";
import { programVersion, systemProgram } from "./program-version.ts";

export const PYTHON_PROGRAMS = "bin";
export const PYTHON_INTERPRETER = "python3";

/** The work tree, where sandboxes without an image have it. */
const WORKDIR = "/testbed";

export const buildPythonEnvironment: BuildEnvironment<PythonRecipe> = async (
  recipe,
  folder,
  { signal },
) => {
  const run = (program: string, args: readonly string[]) =>
    installPackages(program, args, {
      ...{ signal, complaint: /^ERROR:|ensurepip/ },
      hint: "python3 with venv and pip (python3-venv), and a package index that it reaches",
    });
  await run(systemProgram(PYTHON_INTERPRETER), ["-m", "venv", folder]);
  const python = join(folder, PYTHON_PROGRAMS, "python");
  const pip = ["-m", "pip", "--disable-pip-version-check", "--quiet"];
  if (recipe.requirements.length > 0) {
    const wheels = ["install", "--only-binary", ":all:", "--no-input"];
    await run(python, [...pip, ...wheels, ...recipe.requirements]);
  }
  if (recipe.project !== null) {
    // A package that needs the project brings a published one along, which would be found first.
    await run(python, [...pip, "uninstall", "--yes", recipe.project.name]);
    await installProject(folder, recipe.project);
  }
  const versions = (await run(python, ["-m", "pip", "freeze", "--all"])).split("\n");
  await addPrograms(join(folder, PYTHON_PROGRAMS), recipe.programs);
  await moveScripts(folder);
  return [await programVersion(PYTHON_INTERPRETER), ...versions];
};

/** Metadata, a path file and programs: what an editable install leaves. */
async function installProject(folder: string, project: InstalledProject): Promise<void> {
  const packages = await sitePackages(folder);
  const { name, version, paths, entryPoints } = project;
  const normal = name.replace(/[-_.]+/g, "_");
  const info = join(packages, `${normal}-${version}.dist-info`);
  await mkdir(info);
  const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`;
  await writeFile(join(info, "METADATA"), metadata);
  await writeFile(join(info, "INSTALLER"), "plumbline\n");
  await writeFile(join(info, "entry_points.txt"), entryPoints);
  await writeFile(join(info, "RECORD"), "");
  const lines = paths.map((path) => `${join(WORKDIR, path)}\n`).join("");
  await writeFile(join(packages, `${normal}.pth`), lines);
  const console = /\[console_scripts\]\n((?:[^[\n].*\n?)*)/.exec(entryPoints)?.[1] ?? "";
  for (const [, program = "", module = "", target = ""] of console.matchAll(
    /^\s*([\w.-]+)\s*=\s*([\w.]+):([\w.]+)/gm,
  )) {
    const source = `import sys\nfrom ${module} import ${target}\nsys.exit(${target}())\n`;
    await writeProgram(
      join(folder, PYTHON_PROGRAMS, program),
      `#!${join(folder, "bin/python")}\n${source}`,
    );
  }
}

async function addPrograms(
  folder: string,
  programs: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, script] of Object.entries(programs)) {
    await writeProgram(join(folder, name), `#!/bin/bash\n${script}\n`);
  }
}

async function writeProgram(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
}

async function sitePackages(folder: string): Promise<string> {
  const [version = ""] = await readdir(join(folder, "lib"));
  return join(folder, "lib", version, "site-packages");
}

/** Scripts name the interpreter beside which they were installed. */
async function moveScripts(folder: string): Promise<void> {
  const bin = join(folder, PYTHON_PROGRAMS);
  for (const entry of await readdir(bin, { withFileTypes: true })) {
    const path = join(bin, entry.name);
    if (/^activate|^Activate/.test(entry.name)) await rm(path);
    else if (entry.isFile()) {
      const text = await readFile(path, "latin1");
      if (!text.startsWith("#!")) continue;
      await writeFile(path, text.replaceAll(folder, ENVIRONMENT_PLACE), "latin1");
    }
  }
}
