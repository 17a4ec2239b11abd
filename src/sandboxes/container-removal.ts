// Removes containers: a sandbox's own at its end, and those that dead owners have left.
import { setTimeout as sleep } from "node:timers/promises";

import type Dockerode from "dockerode";

import type { ContainerEngine } from "./container-engine.ts";
import { asked, engineMessage, engineStatus } from "./container-engine.ts";
import { BACKEND_LABEL, SANDBOX_LABEL, isAbandoned } from "./container-labels.ts";
import { SandboxError } from "./sandbox.ts";

const DEADLINE_MS = 30_000;
/** Leftovers are in nobody's way: the next sweep meets them again. */
const SWEEP_DEADLINE_MS = 3_000;
const ASK_MS = 20;

/** With its processes, its writable layer and its unnamed volumes. One that is gone is no error. */
export async function removeContainer(
  container: Dockerode.Container,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    let failure: unknown;
    try {
      await container.remove({ force: true, v: true });
      return;
    } catch (error) {
      if (engineStatus(error) === 404) return;
      failure = error;
    }
    // Another remover is at it (409), or it was just about to stop; then it is gone in a moment.
    if (performance.now() - startedAt > deadlineMs) {
      throw new SandboxError(
        "cannot-remove",
        `The container ${container.id} cannot be removed: ${engineMessage(failure)}.`,
        { cause: failure },
      );
    }
    await sleep(ASK_MS);
  }
}

/** The sandboxes whose containers were removed; one that cannot be removed holds up no other. */
export async function sweepContainers(engine: ContainerEngine, now: number): Promise<string[]> {
  const filters = { label: [`${BACKEND_LABEL}=${engine.id}`] };
  const listed = await asked("list its containers", () =>
    engine.client.listContainers({ all: true, filters }),
  );
  const removed = [];
  for (const container of listed.filter((one) => isAbandoned(one, now))) {
    try {
      await removeContainer(engine.client.getContainer(container.Id), SWEEP_DEADLINE_MS);
      removed.push(container.Labels[SANDBOX_LABEL] ?? container.Id);
    } catch {
      // Its labels stay, so the next sweep tries again.
    }
  }
  return removed;
}
