// From what is asked of a sandbox to what an engine is asked for.
import type Dockerode from "dockerode";

import { containerLabels } from "./container-labels.ts";
import type { ContainerEngine } from "./container-engine.ts";
import { HOSTNAME } from "./etc-inside.ts";
import { keeperCommand } from "./container-keeper.ts";
import type { ReadOnlyMount, SandboxSpec } from "./sandbox.ts";
import { scrubbedEnvironment } from "./scrubbed-environment.ts";

export const CONTAINER_WORKDIR = "/testbed";
export const CONTAINER_SCRATCH = "/tmp";

/** `processes` is meant for commands: on top come the keeper's two and what starts a command. */
const PROCESSES_OF_OURS = 2;
const THREADS_OF_STARTER = 12;
const THREADS_OF_RELAY = 24;

/** Two file systems in memory share the limit on disk: the tree has most of it. */
const SCRATCH_SHARE = 4;
const PAGE_BYTES = 4096;
const LEAST_INODES = 1024;
const LEAST_SHM_BYTES = 1024 * 1024;
const MOST_SHM_BYTES = 64 * 1024 * 1024;

export interface ContainerRequest {
  readonly id: string;
  readonly image: string;
  readonly spec: SandboxSpec;
  readonly now: number;
  /** Folder outside that is mounted read-only at the same place in every container. */
  readonly reachFolder: ReadOnlyMount | null;
}

export function containerName(id: string): string {
  return `plumbline-${id}`;
}

export function containerOptions(
  engine: ContainerEngine,
  { id, image, spec, now, reachFolder }: ContainerRequest,
): Dockerode.ContainerCreateOptions {
  const workdir = spec.workdir ?? CONTAINER_WORKDIR;
  const [program = "", ...args] = keeperCommand(workdir, spec.workdir !== undefined);
  // The image's own, where it says where its programs are.
  const environment = { ...scrubbedEnvironment(CONTAINER_SCRATCH), ...spec.env };
  const variables = Object.entries(environment).filter(
    ([name]) => name in (spec.env ?? {}) || name !== "PATH",
  );
  const mounts = [...(spec.mounts ?? []), ...(reachFolder === null ? [] : [reachFolder])];
  return {
    name: containerName(id),
    Image: image,
    Entrypoint: [program],
    Cmd: args,
    Hostname: HOSTNAME,
    WorkingDir: "/",
    Env: variables.map(([name, value]) => `${name}=${value}`),
    Labels: containerLabels({ backend: engine.id, id, label: spec.label }, now),
    Healthcheck: { Test: ["NONE"] },
    // The keeper's input ends with its owner's connection, however that ends.
    ...{ OpenStdin: true, StdinOnce: true, AttachStdin: true, AttachStdout: true },
    ...{ AttachStderr: true, Tty: false },
    HostConfig: {
      NetworkMode: "none",
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      LogConfig: { Type: "none", Config: {} },
      Binds: mounts.map(({ outside, inside }) => `${outside}:${inside}:ro`),
      ...limitOptions(engine, spec, workdir),
    },
  };
}

function limitOptions(
  engine: ContainerEngine,
  { limits, reachSocket }: SandboxSpec,
  workdir: string,
): Dockerode.HostConfig {
  const { memoryBytes, processes, diskBytes } = limits;
  const ours =
    PROCESSES_OF_OURS + THREADS_OF_STARTER + (reachSocket === undefined ? 0 : THREADS_OF_RELAY);
  return {
    // Equal to memory and swap together: no swap.
    ...(memoryBytes === undefined ? {} : { Memory: memoryBytes, MemorySwap: memoryBytes }),
    ...(processes === undefined ? {} : { PidsLimit: processes + ours }),
    ...(diskBytes === undefined ? {} : diskOptions(engine, diskBytes, workdir)),
  };
}

/** Nothing else can be written then; shared memory is a part of the scratch folder's room. */
function diskOptions(
  engine: ContainerEngine,
  diskBytes: number,
  workdir: string,
): Dockerode.HostConfig {
  const share = Math.floor(diskBytes / SCRATCH_SHARE);
  const shmBytes = Math.max(LEAST_SHM_BYTES, Math.min(MOST_SHM_BYTES, Math.floor(share / 2)));
  const tmpfs = (bytes: number) => {
    const inodes = LEAST_INODES + Math.ceil(bytes / PAGE_BYTES);
    // Podman knows no option for them; files without content are bounded by memory alone there.
    const capped = engine.id === "docker" ? `,nr_inodes=${inodes}` : "";
    return `rw,exec,nosuid,nodev,mode=1777,size=${bytes}${capped}`;
  };
  return {
    ReadonlyRootfs: true,
    ShmSize: shmBytes,
    Tmpfs: { [workdir]: tmpfs(diskBytes - share), [CONTAINER_SCRATCH]: tmpfs(share - shmBytes) },
  };
}
