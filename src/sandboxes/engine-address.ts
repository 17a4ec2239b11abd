// Where a container engine listens, found as its own command line finds it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { SandboxError } from "./sandbox.ts";

export type EngineAddress =
  | { readonly kind: "unix"; readonly path: string }
  /** Another machine, or a port of this one; with TLS where the engine's own variables say so. */
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly isRoot: boolean;
}

/** DOCKER_HOST, then the current context, then the sockets of Docker and Docker Desktop. */
export function dockerAddress({ env, home }: Surroundings): EngineAddress {
  const host = env["DOCKER_HOST"];
  if (host) return parseAddress(host, "DOCKER_HOST");
  const folder = env["DOCKER_CONFIG"] ?? join(home, ".docker");
  const context = env["DOCKER_CONTEXT"] ?? currentContext(folder);
  if (context && context !== "default") return contextAddress(folder, context);
  return firstSocket([
    "/var/run/docker.sock",
    join(home, ".docker/run/docker.sock"),
    join(home, ".docker/desktop/docker.sock"),
    ...belowRuntimeFolder(env, "docker.sock"),
  ]);
}

/** CONTAINER_HOST, then the user's own socket, then the system's; for root the other way round. */
export function podmanAddress({ env, isRoot }: Surroundings): EngineAddress {
  const host = env["CONTAINER_HOST"];
  if (host) return parseAddress(host, "CONTAINER_HOST");
  const own = belowRuntimeFolder(env, "podman/podman.sock");
  const system = ["/run/podman/podman.sock"];
  return firstSocket(isRoot ? [...system, ...own] : [...own, ...system]);
}

function belowRuntimeFolder(env: Surroundings["env"], name: string): string[] {
  const folder = env["XDG_RUNTIME_DIR"];
  return folder ? [join(folder, name)] : [];
}

function firstSocket(paths: readonly string[]): EngineAddress {
  const path = paths.find((candidate) => existsSync(candidate));
  if (path !== undefined) return { kind: "unix", path };
  throw new SandboxError("no-engine", `no engine listens: there is no ${paths.join(", no ")}`);
}

function parseAddress(text: string, from: string): EngineAddress {
  const unix = /^unix:\/\/(\/.*)$/.exec(text)?.[1];
  if (unix !== undefined) return { kind: "unix", path: unix };
  const [, host, port] = /^(?:tcp|https?):\/\/(\[[^\]]+\]|[^:/]+):(\d+)\/?$/.exec(text) ?? [];
  if (host !== undefined) return { kind: "tcp", host, port: Number(port) };
  throw new SandboxError("engine-address", `${from} is ${text}, which is not understood`, {
    hint: "unix:///path/to/socket or tcp://host:port; forward the socket for ssh",
  });
}

const configSchema = z.object({ currentContext: z.string().optional() });

function currentContext(folder: string): string | undefined {
  const path = join(folder, "config.json");
  if (!existsSync(path)) return undefined;
  return configSchema.safeParse(parseJson(path)).data?.currentContext;
}

const contextSchema = z.object({
  Endpoints: z.object({ docker: z.object({ Host: z.string() }) }),
});

function contextAddress(folder: string, context: string): EngineAddress {
  // Contexts are kept in folders that are named by the hash of their name.
  const key = createHash("sha256").update(context).digest("hex");
  const path = join(folder, "contexts/meta", key, "meta.json");
  const known = existsSync(path) ? contextSchema.safeParse(parseJson(path)).data : undefined;
  if (known === undefined) {
    throw new SandboxError("engine-address", `the docker context "${context}" is not known`, {
      hint: "see `docker context ls`",
    });
  }
  return parseAddress(known.Endpoints.docker.Host, `the docker context "${context}"`);
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new SandboxError("engine-address", `${path} is no JSON`);
  }
}
