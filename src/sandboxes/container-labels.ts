// What a container says of its owner, to people who look and to the sweep that removes it when its
// owner is gone. Nothing of it can be seen inside.
import type Dockerode from "dockerode";
import { z } from "zod";

import type { EngineId } from "./container-engine.ts";
import { ownerHasEnded, ownerProcessSchema, thisProcess } from "./owner-label.ts";

const PREFIX = "plumbline.";
/** Selects the containers of one backend. */
export const BACKEND_LABEL = `${PREFIX}backend`;
export const SANDBOX_LABEL = `${PREFIX}sandbox`;

/** No run is that long: for owners that cannot be asked after, on machines that share an engine. */
const LIFETIME_MS = 48 * 3600_000;

export interface ContainerLabels {
  readonly backend: EngineId;
  readonly id: string;
  readonly label: string;
}

export function containerLabels(
  { backend, id, label }: ContainerLabels,
  now: number,
): Record<string, string> {
  return {
    [BACKEND_LABEL]: backend,
    [SANDBOX_LABEL]: id,
    [`${PREFIX}label`]: label,
    [`${PREFIX}owner`]: JSON.stringify(thisProcess()),
    [`${PREFIX}deadline`]: new Date(now + LIFETIME_MS).toISOString(),
  };
}

const labelsSchema = z.object({
  [`${PREFIX}owner`]: z.string().transform((text) => JSON.parse(text) as unknown),
  [`${PREFIX}deadline`]: z.iso.datetime(),
});

type Listed = Pick<Dockerode.ContainerInfo, "Labels" | "State">;

/** Whether nobody can come back to a container. Unreadable labels are somebody else's. */
export function isAbandoned(container: Listed, now: number): boolean {
  let read;
  try {
    read = labelsSchema.safeParse(container.Labels).data;
  } catch {
    return false;
  }
  const owner = ownerProcessSchema.safeParse(read?.[`${PREFIX}owner`]).data;
  if (read === undefined || owner === undefined) return false;
  if (Date.parse(read[`${PREFIX}deadline`]) < now) return true;
  // Another boot, or another machine: a container ends with its owner, but one may be starting.
  if (owner.bootId !== thisProcess().bootId) return container.State === "exited";
  return ownerHasEnded(owner);
}
