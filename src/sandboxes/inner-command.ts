// The command as it is started inside, the same in every backend. A shell goes first so that a
// folder or a program that is missing is a result (126, 127) and not a failure of the sandbox.
import { isAbsolute } from "node:path/posix";

import { SandboxError } from "./sandbox.ts";
import type { ExecRequest } from "./sandbox.ts";

const PREPARE = 'umask 022; cd -- "$1" || exit 126; unset OLDPWD; shift; exec "$@"';

export function innerCommand(request: ExecRequest, workdir: string): [string, ...string[]] {
  const cwd = request.cwd ?? workdir;
  if (request.command.length === 0) {
    throw new SandboxError("bad-request", "A command needs at least a program.");
  }
  if (!isAbsolute(cwd)) {
    throw new SandboxError("bad-request", `The folder "${cwd}" is not an absolute path.`);
  }
  return ["/bin/sh", "-c", PREPARE, "sh", cwd, ...request.command];
}
