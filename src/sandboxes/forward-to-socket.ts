// Passes connections on to a Unix socket, byte for byte. Lives in the owner's process.
import { createServer, createConnection } from "node:net";
import type { ListenOptions, Server, Socket } from "node:net";

import { SandboxError } from "./sandbox.ts";

export interface Forwarder {
  /** The TCP port, where it listens on one. */
  readonly port: number | null;
  close(): Promise<void>;
}

export async function forwardToSocket(from: ListenOptions, socketPath: string): Promise<Forwarder> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection(socketPath);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      // Either side may break off at any time; the other then sees its connection end.
      one.on("error", () => undefined);
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await listening(server, from);
  // What is only forwarded must not keep the owner's process alive.
  server.unref();
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : null,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function listening(server: Server, from: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new SandboxError("cannot-reach", `Nothing can listen for the sandbox: ${cause.message}.`, {
          hint: "set TMPDIR to a folder with a short path",
          cause,
        }),
      ),
    );
    server.listen(from, () => resolve());
  });
}
