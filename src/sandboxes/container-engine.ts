// A container engine that speaks Docker's API: Docker itself, or Podman's service. What it is, what
// it can keep, and its errors in one form.
import { setTimeout as sleep } from "node:timers/promises";

import Dockerode from "dockerode";
import { z } from "zod";

import type { EngineAddress } from "./engine-address.ts";
import { SandboxError } from "./sandbox.ts";
import type { SandboxLimits } from "./sandbox.ts";

export type EngineId = "docker" | "podman";

export interface ContainerEngine {
  readonly id: EngineId;
  readonly client: Dockerode;
  /** On this machine: folders and sockets of it can be mounted. */
  readonly isLocal: boolean;
  readonly version: string;
  readonly kernel: string;
  /** As registries name it: `amd64`, `arm64`. */
  readonly architecture: string;
  readonly cgroup: "cgroup-v1" | "cgroup-v2";
  /** Root inside is a user without rights outside. */
  readonly isRootless: boolean;
  readonly limits: readonly (keyof SandboxLimits)[];
}

/** Long enough for an engine that is starting, short enough for one that hangs. */
const ANSWER_TIMEOUT_MS = 10_000;

const infoSchema = z.object({
  ServerVersion: z.string(),
  KernelVersion: z.string(),
  Architecture: z.string().default("amd64"),
  CgroupVersion: z.coerce.string().default("1"),
  MemoryLimit: z.boolean().default(false),
  PidsLimit: z.boolean().default(false),
  Rootless: z.boolean().default(false),
  SecurityOptions: z.array(z.string()).nullish(),
});

/** Docker has the kernel's names. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x86_64: "amd64", aarch64: "arm64" };

/** Throws where nothing answers. */
export async function connectEngine(
  id: EngineId,
  address: EngineAddress,
): Promise<ContainerEngine> {
  const client = clientOf(address);
  const answered = await answer(id, address, client);
  const info = await asked("say what it is", () => infoSchema.parseAsync(answered));
  const isRootless =
    info.Rootless || info.SecurityOptions?.some((option) => option === "name=rootless") === true;
  const cgroup = info.CgroupVersion === "2" ? "cgroup-v2" : "cgroup-v1";
  // Without rights over cgroups of version 1 engines warn, and go on without the limit.
  const countsInCgroups = !(isRootless && cgroup === "cgroup-v1");
  return {
    id,
    client,
    isLocal: address.kind === "unix",
    version: info.ServerVersion,
    kernel: info.KernelVersion,
    architecture: ARCHITECTURES[info.Architecture] ?? info.Architecture,
    cgroup,
    isRootless,
    limits: [
      ...(countsInCgroups && info.MemoryLimit ? (["memoryBytes"] as const) : []),
      ...(countsInCgroups && info.PidsLimit ? (["processes"] as const) : []),
      "diskBytes",
    ],
  };
}

function clientOf(address: EngineAddress): Dockerode {
  // `host` is named in both cases: what is left out is taken from DOCKER_HOST, also for Podman.
  return address.kind === "unix"
    ? new Dockerode({ socketPath: address.path, host: "" })
    : new Dockerode({ host: address.host, port: address.port });
}

async function answer(id: EngineId, address: EngineAddress, client: Dockerode): Promise<unknown> {
  const at = address.kind === "unix" ? address.path : `${address.host}:${address.port}`;
  const late = new AbortController();
  const tooLate = sleep(ANSWER_TIMEOUT_MS, null, { signal: late.signal }).then(() => {
    throw new Error(`no answer within ${ANSWER_TIMEOUT_MS / 1000} seconds`);
  });
  try {
    return await Promise.race([client.info() as Promise<unknown>, tooLate]);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.trim() : String(cause);
    throw new SandboxError("no-engine", `no ${id} answers at ${at} (${why})`, { cause });
  } finally {
    tooLate.catch(() => undefined);
    late.abort();
  }
}

/** The number of an HTTP answer that says no, or null where it was none. */
export function engineStatus(error: unknown): number | null {
  const known = error instanceof Error && "statusCode" in error ? error.statusCode : null;
  return typeof known === "number" ? known : null;
}

/** What an engine is asked for; whatever it fails with is the environment's failure. */
export async function asked<T>(what: string, asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (cause) {
    if (cause instanceof SandboxError) throw cause;
    throw new SandboxError(
      "engine-failed",
      `The container engine did not ${what}: ${engineMessage(cause)}.`,
      { cause },
    );
  }
}

/** The engine's own words, in one line. */
export function engineMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/^\(HTTP code \d+\) [^-]*- /, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "");
}
