// A model that can't be had is waited for: runs that went on without it would all end as failures of
// the environment. After a while the study ends, and the same command goes on with it.
import { setTimeout as sleep } from "node:timers/promises";
import { PlumblineError, describeError } from "../../core/errors.ts";
import type { PlannedRun } from "../../core/run.ts";
import { lastClosedAttempt } from "../../store/read-run.ts";
import type { RunContext } from "./run-context.ts";
import { planned } from "./run-context.ts";

/** Waits between questions, milliseconds: about twenty minutes in all. */
const WAITS_MS = [0, 15_000, 60_000, 180_000, 300_000, 600_000];

/**
 * Returns once the model of a run answers, where its last attempt ended for want of it. Throws an
 * environment error where it does not answer for long.
 */
export async function awaitModel(context: RunContext, run: PlannedRun): Promise<void> {
  const { models, db, signal } = context;
  const ending = lastClosedAttempt(db, run.id)?.ending;
  const { model } = planned(context.agents, run.agent);
  if (models === null || model === null || models.replayFrom !== null) return;
  if (ending?.kind !== "infra" || ending.code !== "model-unavailable") return;
  let why: unknown = null;
  for (const waitMs of WAITS_MS) {
    await sleep(waitMs, undefined, { signal });
    try {
      await models.gateway.probe(model, signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      why = error;
    }
  }
  throw new PlumblineError(
    "model-unavailable",
    "environment",
    `Model ${model} can't be had: ${describeError(why)}`,
    { hint: "the same command again, once it answers: nothing is lost", cause: why },
  );
}
