// Programs as a sandbox finds them, and what they say that they are.
import { execa } from "execa";
import { PlumblineError } from "../core/errors.ts";
import { findProgram } from "../sandboxes/find-program.ts";
import { SYSTEM_PATH } from "../sandboxes/scrubbed-environment.ts";

/**
 * The file of a program, by the PATH of sandboxes without an image. Throws an environment error
 * where there is none.
 */
export function systemProgram(name: string): string {
  const found = findProgram(name, SYSTEM_PATH);
  if (found !== null) return found;
  throw new PlumblineError(
    "program-missing",
    "environment",
    `${name} is not in ${SYSTEM_PATH}, where sandboxes look.`,
    { hint: `install ${name} for all users` },
  );
}

/** The first line of what `--version` prints. */
export async function programVersion(name: string): Promise<string> {
  const program = systemProgram(name);
  const { stdout, stderr } = await execa(program, ["--version"], { reject: false });
  return `${name}: ${(stdout || stderr).split("\n", 1)[0] ?? ""}`;
}
