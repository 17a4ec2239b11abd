// Which sandbox a study runs in. One that is named must work and keep every limit that is asked
// for; `auto` takes the best that works here and says what it cannot do.
import { PlumblineError } from "../core/errors.ts";
import { sandboxes } from "../sandboxes/registry.ts";
import { hostedSandbox } from "../sandboxes/hosted-sandbox.ts";
import type { HostedBackend } from "../sandboxes/hosted-sandbox.ts";
import type { SandboxLimits } from "../sandboxes/sandbox.ts";
import { loadMember } from "./load-members.ts";
import type { EngineId } from "../sandboxes/container-engine.ts";
import {
  ENGINES,
  NO_IMAGES,
  isEngine,
  lacks,
  missingImages,
  requireImages,
} from "./wanted-images.ts";
import type { WantedImages } from "./wanted-images.ts";

export interface ChosenSandbox {
  readonly backend: HostedBackend;
  readonly limits: SandboxLimits;
}

const LIMIT_KEYS: Readonly<Record<keyof SandboxLimits, string>> = {
  memoryBytes: "memory_mb",
  processes: "processes",
  diskBytes: "disk_mb",
};

/** Those in which an instance has its own image. */
export const RUN_IMAGES: readonly string[] = [...ENGINES, "apptainer"];

/**
 * The sandbox called `id` with the limits that will hold. `notice` is told what will not. `auto`
 * takes a container engine where the instances have images; where their trees come from elsewhere,
 * it does without. A study that was begun goes on in the sandbox that it was begun in: `auto` takes
 * no other.
 */
export async function chooseSandbox(
  id: string,
  limits: SandboxLimits,
  notice: (text: string) => void,
  images: WantedImages = NO_IMAGES,
  begunIn: string | null = null,
): Promise<ChosenSandbox> {
  if (id === "auto" && begunIn !== null) {
    const backend = await namedSandbox(begunIn, {});
    if (isEngine(begunIn)) await requireImages(begunIn, images, notice);
    return withKeptLimits(backend, limits, notice);
  }
  if (id !== "auto") {
    const runsImages = RUN_IMAGES.includes(id) || !Object.hasOwn(sandboxes, id);
    if (images.isNeeded && !runsImages) throw runsNone(id, images);
    const backend = await namedSandbox(id, limits);
    try {
      if (isEngine(id)) await requireImages(id, images, notice);
      return { backend, limits };
    } catch (error) {
      backend.close();
      throw error;
    }
  }
  const backend =
    images.names.length > 0
      ? await firstThatRunsImages(images, notice)
      : await firstWithoutImages(notice);
  return withKeptLimits(backend, limits, notice);
}

async function namedSandbox(id: string, limits: SandboxLimits): Promise<HostedBackend> {
  const backend = hostedSandbox(await loadMember(sandboxes, id, "sandbox"));
  const { available, reason, limits: kept } = await backend.check();
  const lost = lostLimits(limits, kept);
  if (available && lost.length === 0) return backend;
  backend.close();
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
  throw new PlumblineError(
    "limit-not-kept",
    "environment",
    `The ${id} sandbox cannot keep ${lost.join(" and ")} here.`,
    { hint: `limits: { ${lost.map((key) => `${key}: null`).join(", ")} } in the study file` },
  );
}

/** The first engine that has all the images; where trees come from elsewhere, none is needed. */
async function firstThatRunsImages(
  images: WantedImages,
  notice: (text: string) => void,
): Promise<HostedBackend> {
  const reasons: string[] = [];
  const lacking: EngineId[] = [];
  for (const id of ENGINES) {
    const backend = hostedSandbox(await loadMember(sandboxes, id, "sandbox"));
    const { available, reason } = await backend.check();
    const missing = available ? await missingImages(id, images) : [];
    if (available && missing.length === 0) return backend;
    backend.close();
    if (available) lacking.push(id);
    reasons.push(available ? lacks(id, missing, images) : reason);
  }
  if (!images.isNeeded) {
    notice(`Without the images of the instances: ${reasons.join("; ")}.\n`);
    return firstWithoutImages(notice);
  }
  const [engine] = lacking;
  if (engine !== undefined) await requireImages(engine, images, notice);
  throw new PlumblineError(
    "sandbox-missing",
    "environment",
    `These tasks live in container images, and nothing here runs those: ${reasons.join("; ")}.`,
    {
      hint: "install docker or podman (or set DOCKER_HOST or CONTAINER_HOST), or give clones: repos",
    },
  );
}

function runsNone(id: string, { names }: WantedImages): PlumblineError {
  const message = `The ${id} sandbox runs no images, and these tasks live in some: ${names[0] ?? ""}.`;
  return new PlumblineError("needs-containers", "environment", message, {
    hint: "sandbox: docker or podman, or repos with clones of the repositories",
  });
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
