// The one way out of a sandbox, where it is asked for: a socket of the sandbox's own, which the
// owner forwards to the asked-for one. That may lie where the sandbox's user id cannot go, and have
// modes that shut it out.
import { chmod, chown, copyFile, link } from "node:fs/promises";
import { join } from "node:path";

import { forwardToSocket } from "./forward-to-socket.ts";
import type { Forwarder } from "./forward-to-socket.ts";
import { withLoopbackRelay } from "./loopback-relay.ts";

/** Below the range of ports that the kernel hands out, and none that test suites like to use. */
export const REACH_PORT = 19_876;
export const REACH_ADDRESS = `http://127.0.0.1:${REACH_PORT}`;

const SOCKET = "/run/reach/socket";
/** Node's own program runs the relay: it is there, whatever else is on the machine. */
const NODE = "/run/reach/node";

export async function makeReach(
  folder: string,
  target: string,
  uid: number | null,
): Promise<Forwarder> {
  await makeNode(join(folder, "node"));
  const path = join(folder, "reach.sock");
  const forwarder = await forwardToSocket({ path }, target);
  await chmod(path, 0o600);
  if (uid !== null) await chown(path, uid, uid);
  return forwarder;
}

export function reachArguments(folder: string): string[] {
  return [
    ...["--ro-bind", join(folder, "node"), NODE],
    ...["--ro-bind", join(folder, "reach.sock"), SOCKET],
  ];
}

export function withReach(command: readonly string[]): string[] {
  return withLoopbackRelay(NODE, SOCKET, REACH_PORT, command);
}

/** Root's may lie below /root, where the sandbox's user id cannot go either. */
async function makeNode(path: string): Promise<void> {
  try {
    await link(process.execPath, path);
  } catch {
    // Another file system, or a system that forbids links to files of others.
    await copyFile(process.execPath, path);
  }
}
