// How a command gets from the owner's process into a sandbox, and what bubblewrap says of its end.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import type { Ending } from "./carry-out.ts";
import { signalProcess } from "./end-processes.ts";
import { hasEnded } from "./process-table.ts";
import { SandboxError } from "./sandbox.ts";
import { endingOf } from "./signal-names.ts";

/** From outside to inside; each step gives up something that the next must not have. */
export interface Launch {
  /** `cgroup.procs` files: whoever writes 0 there moves in, with all it starts from then on. */
  readonly cgroups: readonly string[];
  /** What the owner has itself inherited and passes on: an open folder would be a way out. */
  readonly closed: { readonly bash: string; readonly descriptors: readonly number[] };
  /** Limit on processes of the user id, where no cgroup counts them. */
  readonly prlimit: { readonly program: string; readonly processes: number } | null;
  /** The sandbox's own user id, taken before bubblewrap starts: root inside is then nobody outside. */
  readonly setpriv: { readonly program: string; readonly uid: number } | null;
  readonly bwrap: string;
}

/** Moves into the cgroups; core dumps would be written outside, where no limit counts them. */
const ENTER = `ulimit -c 0
while [ "$1" != -- ]; do echo 0 > "$1" || exit 1; shift; done
shift
exec "$@"`;

export function launchCommand(launch: Launch, inner: readonly string[]): string[] {
  const { closed, prlimit, setpriv } = launch;
  // Only bash can close descriptors of two digits, and mostly there is nothing to close.
  const close = `exec ${closed.descriptors.map((fd) => `${fd}>&-`).join(" ")}; exec "$@"`;
  return [
    ...["/bin/sh", "-c", ENTER, "sh", ...launch.cgroups, "--"],
    ...(closed.descriptors.length === 0 ? [] : [closed.bash, "--norc", "-c", close, "bash"]),
    ...(prlimit === null ? [] : [prlimit.program, `--nproc=${prlimit.processes}`]),
    ...(setpriv === null
      ? []
      : [setpriv.program, `--reuid=${setpriv.uid}`, `--regid=${setpriv.uid}`]),
    ...(setpriv === null ? [] : ["--clear-groups", "--no-new-privs"]),
    // Options by pipe: /proc/1/cmdline inside would show paths of the machine.
    ...[launch.bwrap, "--args", "4", "--json-status-fd", "3", "--", ...inner],
  ];
}

/** Ends the process namespace, and with it, by the kernel, everything in it. */
export async function endNamespace(child: ChildProcess, status: string): Promise<void> {
  const init = statusOf(status)["child-pid"];
  if (child.exitCode === null && child.signalCode === null) {
    if (init !== undefined) signalProcess(init, "SIGKILL");
    child.kill("SIGKILL");
  }
  // bubblewrap's own end takes the namespace along (--die-with-parent), only not at once.
  const startedAt = performance.now();
  while (init !== undefined && !hasEnded(init)) {
    if (performance.now() - startedAt > END_DEADLINE_MS) {
      throw new SandboxError("cannot-end", `The process namespace of pid ${init} does not end.`);
    }
    await sleep(1);
  }
}

/** How the *command* ended, or an error when it was never started. */
export function commandEnding(ending: Ending): Ending {
  if (ending.signal !== null) return ending;
  const exitCode = statusOf(ending.status)["exit-code"];
  if (exitCode === undefined) {
    const printed = [ending.stderr, ending.stdout].map((stream) => stream.bytes().toString());
    const why = printed.join("").trim();
    throw new SandboxError("cannot-start", `bubblewrap could not start a command: ${why}`, {
      hint: "see `plumbline doctor` for sandboxes that work on this machine",
    });
  }
  return { ...ending, ...endingOf(exitCode) };
}

const END_DEADLINE_MS = 10_000;

const statusSchema = z.object({
  /** Process 1 of the sandbox, by its number outside. */
  "child-pid": z.int().optional(),
  "exit-code": z.int().optional(),
});

/** bubblewrap writes one JSON document when it has made the sandbox and one when that ends. */
function statusOf(text: string): z.infer<typeof statusSchema> {
  const lines = text.split("\n").filter((line) => line.endsWith("}"));
  return lines.reduce(
    (status, line) => ({ ...status, ...statusSchema.parse(JSON.parse(line)) }),
    {},
  );
}
