// Runs a package manager with the owner's own settings of it (index, registry, proxy).
import { execa } from "execa";
import { PlumblineError, describeError } from "../core/errors.ts";

export interface InstallOptions {
  readonly cwd?: string;
  readonly signal?: AbortSignal | undefined;
  /** The line of its output that says what went wrong. */
  readonly complaint: RegExp;
  /** What it needs. */
  readonly hint: string;
}

/** They would put packages somewhere else. */
const NOT_OURS = [
  ...["PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"],
  ...["PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER"],
];

/** What it printed. Throws an environment error with its own complaint. */
export async function installPackages(
  program: string,
  args: readonly string[],
  { cwd, signal, complaint, hint }: InstallOptions,
): Promise<string> {
  try {
    const { stdout } = await execa(program, args, {
      // Those of the owner's Python would mix other packages in.
      env: Object.fromEntries(NOT_OURS.map((name) => [name, undefined])),
      stdin: "ignore",
      ...(cwd === undefined ? {} : { cwd }),
      ...(signal === undefined ? {} : { cancelSignal: signal }),
    });
    return stdout;
  } catch (cause) {
    signal?.throwIfAborted();
    const lines = describeError(cause)
      .split("\n")
      .filter((line) => line.trim() !== "");
    const why = lines.find((line) => complaint.test(line)) ?? lines.at(-1) ?? "";
    const message = `Packages were not installed: ${why}`;
    throw new PlumblineError("not-installed", "environment", message, { hint, cause });
  }
}
