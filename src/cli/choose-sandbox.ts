// Which sandbox a study runs in. One that is named must work and keep every limit that is asked
// for; `auto` takes the best that works here and says what it cannot do.
import { PlumblineError } from "../core/errors.ts";
import { sandboxes } from "../sandboxes/registry.ts";
import { hostedSandbox } from "../sandboxes/hosted-sandbox.ts";
import type { HostedBackend } from "../sandboxes/hosted-sandbox.ts";
import type { SandboxLimits } from "../sandboxes/sandbox.ts";
import { loadMember } from "./load-members.ts";

export interface ChosenSandbox {
  readonly backend: HostedBackend;
  readonly limits: SandboxLimits;
}

const LIMIT_KEYS: Readonly<Record<keyof SandboxLimits, string>> = {
  memoryBytes: "memory_mb",
  processes: "processes",
  diskBytes: "disk_mb",
};

/** Those that run images, best first. */
const RUN_IMAGES = ["docker", "podman"];

/**
 * The sandbox called `id` with the limits that will hold. `notice` is told what will not. With
 * `needsImage`, `auto` takes only one that runs images.
 */
export async function chooseSandbox(
  id: string,
  limits: SandboxLimits,
  notice: (text: string) => void,
  { needsImage = false } = {},
): Promise<ChosenSandbox> {
  if (id !== "auto") return namedSandbox(id, limits);
  const backend = needsImage ? await firstThatRunsImages() : await firstWithoutImages(notice);
  return withKeptLimits(backend, limits, notice);
}

async function namedSandbox(id: string, limits: SandboxLimits): Promise<ChosenSandbox> {
  const backend = hostedSandbox(await loadMember(sandboxes, id, "sandbox"));
  const { available, reason, limits: kept } = await backend.check();
  if (!available) {
    throw new PlumblineError(
      "sandbox-missing",
      "environment",
      `No ${id} sandbox here: ${reason}.`,
      {
        hint: "sandbox: auto in the study file, for the best that works here",
      },
    );
  }
  const lost = lostLimits(limits, kept);
  if (lost.length > 0) {
    throw new PlumblineError(
      "limit-not-kept",
      "environment",
      `The ${id} sandbox cannot keep ${lost.join(" and ")} here.`,
      { hint: `limits: { ${lost.map((key) => `${key}: null`).join(", ")} } in the study file` },
    );
  }
  return { backend, limits };
}

async function firstThatRunsImages(): Promise<HostedBackend> {
  const reasons = [];
  for (const id of RUN_IMAGES) {
    const backend = hostedSandbox(await loadMember(sandboxes, id, "sandbox"));
    const { available, reason } = await backend.check();
    if (available) return backend;
    backend.close();
    reasons.push(reason);
  }
  throw new PlumblineError(
    "sandbox-missing",
    "environment",
    `These tasks live in container images, and nothing here runs those: ${reasons.join("; ")}.`,
    { hint: "install docker or podman, or point DOCKER_HOST or CONTAINER_HOST to one" },
  );
}

async function firstWithoutImages(notice: (text: string) => void): Promise<HostedBackend> {
  const isolated = hostedSandbox(await loadMember(sandboxes, "bubblewrap", "sandbox"));
  const here = await isolated.check();
  if (here.available) return isolated;
  isolated.close();
  notice(`No bubblewrap sandbox here: ${here.reason}. Agents run WITHOUT isolation.\n`);
  return hostedSandbox(await loadMember(sandboxes, "process", "sandbox"));
}

async function withKeptLimits(
  backend: HostedBackend,
  limits: SandboxLimits,
  notice: (text: string) => void,
): Promise<ChosenSandbox> {
  const { limits: kept } = await backend.check();
  const lost = lostLimits(limits, kept);
  if (lost.length > 0) {
    notice(`The ${backend.id} sandbox does not limit ${lost.join(", ")} here.\n`);
  }
  const held = Object.entries(limits).filter(([limit]) => kept.some((known) => known === limit));
  return { backend, limits: Object.fromEntries(held) };
}

/** Keys of the study file whose limits would not hold. */
function lostLimits(limits: SandboxLimits, kept: readonly (keyof SandboxLimits)[]): string[] {
  return (Object.keys(limits) as (keyof SandboxLimits)[])
    .filter((limit) => !kept.includes(limit))
    .map((limit) => LIMIT_KEYS[limit]);
}
