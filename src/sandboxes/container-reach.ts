// The one way out of a container, where it is asked for: a socket that is mounted in, and a relay
// from an address of the container's own loopback to it. The relay is this machine's Node with the
// libraries it needs, so that it runs in any image. It has a user id of its own: commands can
// neither end nor change it.
import { chmod, chown, copyFile, link, mkdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type Dockerode from "dockerode";
import { execa } from "execa";

import { ContainerExec } from "./container-exec.ts";
import { forwardToSocket } from "./forward-to-socket.ts";
import type { Forwarder } from "./forward-to-socket.ts";
import { withLoopbackRelay } from "./loopback-relay.ts";
import { REACH_PORT } from "./reach-inside.ts";
import { SandboxError } from "./sandbox.ts";

export const REACH_FOLDER = "/run/reach";
/** Nobody's in any image; for an owner who is not root, the owner's own. */
const RELAY_UID = 60_532;
const START_DEADLINE_MS = 30_000;
const ASK_MS = 10;

/** Prints when the relay listens, and then does nothing for as long as the container is there. */
const LISTENING = ["/bin/sh", "-c", "echo listening; while :; do sleep 3600; done"];

export interface Reach {
  readonly forwarder: Forwarder;
  readonly folder: string;
  /** The command with a relay around it that listens for as long as the command runs. */
  readonly through: (command: readonly string[]) => string[];
  readonly user: string;
}

/** What is mounted: the socket, Node, and its libraries. */
export async function makeContainerReach(
  folder: string,
  target: string,
  isRootless: boolean,
): Promise<Reach> {
  const inside = join(folder, "reach");
  await mkdir(join(inside, "lib"), { recursive: true });
  for (const made of [inside, join(inside, "lib")]) await chmod(made, 0o755);
  await linkOrCopy(process.execPath, join(inside, "node"));
  const libraries = await librariesOf(process.execPath);
  for (const path of libraries) {
    await copyFile(await realpath(path), join(inside, "lib", basename(path)));
  }
  const own = process.getuid?.() ?? 0;
  const uid = own === 0 ? RELAY_UID : own;
  const socket = join(inside, "socket");
  const forwarder = await forwardToSocket({ path: socket }, target);
  await chmod(socket, 0o600);
  if (own === 0 && !isRootless) await chown(socket, uid, uid);
  const loader = libraries.map((path) => basename(path)).find((name) => name.startsWith("ld-"));
  const lib = `${REACH_FOLDER}/lib`;
  const loaded = loader === undefined ? [] : [`${lib}/${loader}`, "--library-path", lib];
  const [node, at] = [`${REACH_FOLDER}/node`, `${REACH_FOLDER}/socket`];
  const through = (command: readonly string[]) => [
    ...loaded,
    ...withLoopbackRelay(node, at, REACH_PORT, command),
  ];
  // Without rights of root outside, the owner is root inside.
  const user = isRootless ? "0:0" : `${uid}:${uid}`;
  return { forwarder, folder: inside, through, user };
}

/** Starts the relay in a running container; resolves when it listens. */
export async function startRelay(
  container: Dockerode.Container,
  reach: Reach,
): Promise<ContainerExec> {
  const relay = await ContainerExec.start(container, {
    command: reach.through(LISTENING),
    user: reach.user,
    outputLimitBytes: 4096,
  });
  const ended = relay.drained.then(() => true);
  const startedAt = performance.now();
  while (!relay.stdout.bytes().includes("listening")) {
    const hasEnded = await Promise.race([ended, sleep(ASK_MS, false)]);
    if (hasEnded || performance.now() - startedAt > START_DEADLINE_MS) {
      const said = [relay.stderr, relay.stdout].map((stream) => stream.bytes().toString().trim());
      throw new SandboxError("cannot-reach", `The relay does not start: ${said.join(" ").trim()}.`);
    }
  }
  return relay;
}

/** By the names under which they are looked for; none for a program that needs none. */
async function librariesOf(program: string): Promise<string[]> {
  const { stdout, exitCode } = await execa("ldd", [program], { reject: false });
  if (exitCode !== 0) return [];
  return stdout.split("\n").flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // Another file system, or a system that forbids links to files of others.
    await copyFile(from, to);
  }
}
