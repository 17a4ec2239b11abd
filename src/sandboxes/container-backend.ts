// What the backends of Docker and Podman have in common: all but where the engine is found.
import { randomBytes } from "node:crypto";

import type Dockerode from "dockerode";
import { z } from "zod";

import { systemClock } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Isolation } from "../core/run.ts";
import { asked, connectEngine, engineMessage, engineStatus } from "./container-engine.ts";
import type { ContainerEngine, EngineId } from "./container-engine.ts";
import { ContainerExec } from "./container-exec.ts";
import { Keeper } from "./container-keeper.ts";
import type { AttachedStream, KeeperGreeting } from "./container-keeper.ts";
import { CONTAINER_WORKDIR, containerOptions } from "./container-options.ts";
import { REACH_FOLDER, makeContainerReach } from "./container-reach.ts";
import { removeContainer, sweepContainers } from "./container-removal.ts";
import { ContainerSandbox } from "./container-sandbox.ts";
import type { EngineAddress } from "./engine-address.ts";
import { imageName, imageNotice } from "./image-name.ts";
import { abandonedFolders, labelledFolder } from "./owner-label.ts";
import { refuseLimits, refuseMounts } from "./refuse-spec.ts";
import { removeTree } from "./remove-tree.ts";
import { runtimeFolder } from "./runtime-folder.ts";
import { SandboxError } from "./sandbox.ts";
import type { Sandbox, SandboxBackend, SandboxLimits, SandboxSpec } from "./sandbox.ts";
import { folderArchive } from "./tar-archive.ts";

export function containerBackend(
  id: EngineId,
  address: () => EngineAddress,
): Pick<SandboxBackend, "check" | "create" | "sweep"> {
  let known: Promise<ContainerEngine> | null = null;
  const engine = () => {
    const connecting = (known ??= Promise.resolve().then(() => connectEngine(id, address())));
    // Asked again next time: it may have been started meanwhile.
    connecting.catch(() => (known = null));
    return connecting;
  };
  return {
    async check() {
      known = null;
      try {
        const { limits } = await engine();
        return { available: true, reason: imageNotice(), limits };
      } catch (error) {
        return { available: false, reason: describeError(error), limits: [] };
      }
    },
    create: async (spec) => createContainer(await engine(), spec),
    async sweep() {
      const removed = await sweepContainers(await engine(), systemClock.now());
      for (const folder of await abandonedFolders(await runtimeFolder(), id)) {
        await removeTree(folder.path);
      }
      return removed;
    },
  };
}

interface KnownImage {
  readonly name: string;
  readonly id: string;
  readonly digest: string | null;
}

async function createContainer(engine: ContainerEngine, spec: SandboxSpec): Promise<Sandbox> {
  refuseLimits(engine.id, spec.limits, keptFor(engine, spec));
  if (!engine.isLocal) refuseMounts(engine.id, spec);
  const image = await findImage(engine, imageName(engine.id, spec));
  const outside = await makeOutside(engine, spec);
  let container: Dockerode.Container | null = null;
  try {
    container = await engine.client.createContainer(
      containerOptions(engine, {
        id: outside.id,
        image: image.id,
        spec,
        now: systemClock.now(),
        reachFolder:
          outside.reach === null ? null : { outside: outside.reach.folder, inside: REACH_FOLDER },
      }),
    );
    const { keeper, workdir, greeting } = await start(container, spec);
    requireLimits(engine, spec.limits, greeting);
    const isolation = isolationOf(engine, image, spec.limits, greeting.uid);
    const { id, reach, remove: removeOutside } = outside;
    const sandbox = new ContainerSandbox({
      ...{ id, workdir, isolation, container, keeper, reach, removeOutside },
    });
    await sandbox.prepare();
    return sandbox;
  } catch (error) {
    // Why it was not made says more than what of it cannot be removed: the next sweep does that.
    if (container !== null) await removeContainer(container).catch(() => undefined);
    await outside.remove().catch(() => undefined);
    if (error instanceof SandboxError) throw error;
    throw new SandboxError(
      "cannot-start",
      `The image ${image.name} cannot be started: ${engineMessage(error)}.`,
      { cause: error },
    );
  }
}

/** A tree that lies in the image cannot lie in a file system of limited size. */
function keptFor(engine: ContainerEngine, spec: SandboxSpec): readonly (keyof SandboxLimits)[] {
  return spec.workdir === undefined
    ? engine.limits
    : engine.limits.filter((limit) => limit !== "diskBytes");
}

const imageSchema = z.object({ Id: z.string(), RepoDigests: z.array(z.string()).nullish() });

async function findImage(engine: ContainerEngine, name: string): Promise<KnownImage> {
  try {
    return await asked(`show the image ${name}`, async () => {
      const { Id, RepoDigests } = imageSchema.parse(await engine.client.getImage(name).inspect());
      return { name, id: Id, digest: RepoDigests?.[0] ?? null };
    });
  } catch (error) {
    const cause = error instanceof SandboxError ? error.cause : error;
    if (engineStatus(cause) !== 404) throw error;
    throw new SandboxError("image-missing", `${engine.id} does not have the image ${name}.`, {
      hint: `${engine.id} pull ${name}`,
      cause,
    });
  }
}

/** What a sandbox has outside of its container: a folder, where there is a socket to reach. */
async function makeOutside(engine: ContainerEngine, spec: SandboxSpec) {
  const { reachSocket } = spec;
  if (reachSocket === undefined) {
    const remove = () => Promise.resolve();
    return { id: randomBytes(8).toString("hex"), reach: null, remove };
  }
  if (!engine.isLocal) {
    throw new SandboxError(
      "cannot-reach",
      `A socket of this machine cannot be reached from another.`,
      {
        hint: `use a ${engine.id} that runs on this machine`,
      },
    );
  }
  const { id, path } = await labelledFolder(await runtimeFolder(), engine.id, spec.label);
  try {
    const reach = await makeContainerReach(path, reachSocket, engine.isRootless);
    const remove = async () => {
      await reach.forwarder.close();
      await removeTree(path);
    };
    return { id, reach, remove };
  } catch (error) {
    await removeTree(path);
    throw error;
  }
}

async function start(container: Dockerode.Container, spec: SandboxSpec) {
  const stream = await container.attach({
    ...{ stream: true, stdin: true, stdout: true, stderr: true, hijack: true },
  });
  const keeper = new Keeper(stream as AttachedStream, async (pid) => {
    const command = ["/bin/sh", "-c", 'kill -9 "$1"', "sh", String(pid)];
    const exec = await ContainerExec.start(container, { command });
    await exec.over().finally(() => exec.destroy());
  });
  await container.start();
  const greeting = await keeper.greeting();
  const workdir = await usableWorkdir(container, spec, greeting);
  return { keeper, workdir, greeting };
}

async function usableWorkdir(
  container: Dockerode.Container,
  spec: SandboxSpec,
  { tree, uid, gid }: KeeperGreeting,
): Promise<string> {
  const workdir = spec.workdir ?? CONTAINER_WORKDIR;
  if (spec.workdir !== undefined) {
    if (tree !== "unusable") return workdir;
    throw new SandboxError(
      "no-workdir",
      `The image has no folder ${workdir} that it may write to.`,
    );
  }
  if (tree === "filled") {
    throw new SandboxError(
      "workdir-filled",
      `The image has files in ${workdir}, where the work tree goes.`,
      {
        hint: "use an image without that folder, or the benchmark that this image belongs to",
      },
    );
  }
  if (uid === 0 && tree === "usable") return workdir;
  // Git trusts a tree only when it belongs to whoever asks.
  const own = uid === 0 || tree === "unusable" ? workdir : `${workdir}/tree`;
  if (tree === "unusable") {
    await container.putArchive(folderArchive(own.slice(1), { uid, gid }), { path: "/" });
    return own;
  }
  const made = await ContainerExec.start(container, { command: ["mkdir", own] });
  await made.drained;
  return own;
}

/** Engines have been seen to warn and go on: the container's own cgroup says what holds. */
function requireLimits(
  engine: ContainerEngine,
  { memoryBytes, processes }: SandboxLimits,
  greeting: KeeperGreeting,
): void {
  const seen = [
    { name: "memoryBytes", asked: memoryBytes, kept: greeting.memory },
    { name: "processes", asked: processes, kept: greeting.processes },
  ];
  for (const { name, asked, kept } of seen) {
    // "-": a container that does not see its cgroup; then the engine is taken at its word.
    const holds = kept === "-" || (Number(kept) > 0 && Number(kept) <= 2 * (asked ?? 0) + 64);
    if (asked === undefined || holds) continue;
    throw new SandboxError("limit-not-kept", `${engine.id} did not keep ${name} (it is ${kept}).`);
  }
}

function isolationOf(
  engine: ContainerEngine,
  image: KnownImage,
  limits: SandboxLimits,
  uid: number,
): Isolation {
  return {
    backend: engine.id,
    filesystem: "isolated",
    network: "isolated",
    processes: "isolated",
    uid,
    memory: limits.memoryBytes === undefined ? null : engine.cgroup,
    processCount: limits.processes === undefined ? null : engine.cgroup,
    disk: limits.diskBytes === undefined ? null : "tmpfs",
    container: {
      image: image.name,
      imageId: image.id,
      imageDigest: image.digest,
      engine: engine.id,
      engineVersion: engine.version,
      kernel: engine.kernel,
    },
  };
}
