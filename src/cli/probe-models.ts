// Each model that is still to be used is asked for one word before a study starts or goes on: a wrong
// key, name or setting, or a quota that is used up, shows before anything else is spent.
import { PlumblineError, describeError } from "../core/errors.ts";
import type { Gateway } from "../llm/gateway.ts";
import { isUnfinished, logEvent, runStatus } from "../store/run-store.ts";
import type { CommandIo } from "./command.ts";
import type { OpenStudy } from "./open-study.ts";

/** Throws an environment error that names the model. The journal keeps what the answers took. */
export async function probeModels(
  { context, runs }: Pick<OpenStudy, "context" | "runs">,
  io: Pick<CommandIo, "signal" | "err">,
): Promise<void> {
  const { models, db, clock, agents } = context;
  if (models === null || models.replayFrom !== null) return;
  const unfinished = runs.filter(({ id }) => isUnfinished(runStatus(db, id)));
  const names = unfinished.flatMap(({ agent }) => agents.get(agent)?.model ?? []);
  for (const name of new Set(names)) {
    const { model, usage } = await probe(models.gateway, name, io.signal);
    const detail = JSON.stringify({ name, answeredBy: model, ...usage });
    logEvent(db, { at: clock.now(), runId: null, attempt: null, kind: "model-probe", detail });
    io.err(`Model ${name} answers as ${model ?? "a model without a name"}.`);
  }
}

async function probe(gateway: Gateway, name: string, signal: AbortSignal) {
  try {
    return await gateway.probe(name, signal);
  } catch (cause) {
    signal.throwIfAborted();
    const message = `Model ${name} can't be used: ${describeError(cause)}`;
    const hint = "its id, provider, base_url, key and settings in the study file";
    throw new PlumblineError("model-not-usable", "environment", message, { cause, hint });
  }
}
