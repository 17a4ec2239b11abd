// The shell that every command is started through, outside of any sandbox.
//
// It gives the command real pipes. Node's are sockets, and a program cannot open a socket by name:
// `echo x > /dev/stderr` would fail as it fails nowhere else, and bash would take itself to be
// started over the network and read ~/.bashrc. Each `cat` is orphaned at once, so that ending the
// command's processes does not lose what they had printed already.
import type { ExecRequest } from "./sandbox.ts";

/**
 * Closes what the owner may have inherited and left open to its children: an open folder would be
 * a way out. 3 and 4 are for the backend.
 */
const CLOSE = `for fd in /proc/self/fd/*; do
  fd=\${fd##*/}
  [ "$fd" -le 4 ] || eval "exec $fd>&-"
done`;

/** `prepare` is shell code that runs before `"$@"`, and may shift what it takes from the front. */
export function outerShell(
  bash: string,
  request: Pick<ExecRequest, "stdin" | "mergeOutput">,
  prepare: string,
  args: readonly string[],
): string[] {
  const pipes = [
    request.stdin === undefined ? "exec < /dev/null" : "exec < <(cat <&0 3>&- 4>&- &)",
    "exec > >(cat <&0 3>&- 4>&- &)",
    // Where it is merged, nothing of the command's arrives at this one.
    request.mergeOutput === true ? "" : "exec 2> >(cat <&0 >&2 3>&- 4>&- &)",
  ];
  const script = [...pipes, CLOSE, prepare, 'exec "$@"'].filter((line) => line !== "").join("\n");
  return [bash, "--norc", "--noprofile", "-c", script, "bash", ...args];
}
