// Runs inside a sandbox, for as long as one command does: listens on the loopback address of the
// sandbox's own network, passes connections to the one Unix socket that is mounted in, and starts
// the command once it listens.
//
// It travels as source text (`node --eval`), so it refers to nothing outside of itself.

export function loopbackRelay(socketPath: string, port: number, command: readonly string[]): void {
  const net = process.getBuiltinModule("node:net");
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { constants } = process.getBuiltinModule("node:os");

  const server = net.createServer((near) => {
    const far = net.createConnection(socketPath);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(port, "127.0.0.1", () => {
    const [program = "", ...args] = command;
    const child = spawn(program, args, { stdio: "inherit" });
    child.on("exit", (code, signal) => {
      // As bubblewrap reports it too.
      process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** What starts the command with the relay around it. */
export function withLoopbackRelay(
  node: string,
  socketPath: string,
  port: number,
  command: readonly string[],
): string[] {
  const args = [socketPath, port, command].map((value) => JSON.stringify(value)).join(", ");
  return [node, "--eval", `(${loopbackRelay.toString()})(${args})`];
}
