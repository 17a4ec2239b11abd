// Programs from the Python package index: a virtual environment that is used by its interpreter, so
// it works wherever it is mounted.
import { join } from "node:path";

import { findProgram } from "../../sandboxes/find-program.ts";
import { installPackages } from "../../sandboxes/install-packages.ts";
import { SYSTEM_PATH } from "../../sandboxes/scrubbed-environment.ts";
import type { Program } from "./installed-program.ts";

export interface PythonProgram {
  readonly id: string;
  readonly packageName: string;
  readonly version: string;
}

/** Below the program's folder. */
export const PROGRAM_PYTHON = "bin/python";

export function pythonProgram({ id, packageName, version }: PythonProgram): Program {
  return {
    ...{ id, version, files: [PROGRAM_PYTHON] },
    ...{ title: `${packageName} ${version} (PyPI)`, installer: "python3" },
    build: (folder, signal) =>
      buildPythonEnvironment(folder, [`${packageName}==${version}`], signal),
  };
}

/** Makes a virtual environment with packages, each named with its version. */
export async function buildPythonEnvironment(
  folder: string,
  packages: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const options = {
    ...{ signal, complaint: /^ERROR:|ensurepip/ },
    hint: "python3 with venv and pip (python3-venv), and a package index that it reaches",
  };
  // The system's: the environment leads to its interpreter, which sandboxes must have too.
  const system = findProgram("python3", SYSTEM_PATH) ?? "python3";
  await installPackages(system, ["-m", "venv", folder], options);
  const pip = ["-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-input"];
  const wheels = ["--only-binary", ":all:", ...packages];
  await installPackages(join(folder, PROGRAM_PYTHON), [...pip, ...wheels], options);
}
