// The model of one attempt: its door to the gateway, what it may consume, what is kept of it.
import type { ModelUse, PlannedRun, Usage } from "../../core/run.ts";
import type { AttemptGateway, Gateway } from "../../llm/gateway.ts";
import type { ModelLimits } from "../../llm/meter.ts";
import type { ModelAccess } from "../../llm/model-access.ts";
import { keepSpending } from "../../store/model-spending.ts";
import { closedAttempts } from "../../store/read-run.ts";
import { keptRecordings, recordingFile } from "./recordings.ts";
import type { ConfiguredAgent, RunContext } from "./run-context.ts";

/** How a study's models are reached. */
export interface StudyModels {
  readonly gateway: Gateway;
  readonly limits: ModelLimits;
  /** Of the whole study; null: no limit. */
  readonly budget: { readonly costUsd: number | null; readonly tokens: number | null };
  /** Whether every exchange is kept. */
  readonly record: boolean;
  /** Folder of a recorded study that answers instead of the providers; null: they do. */
  readonly replayFrom: string | null;
}

/** Opens the gateway for an attempt; null for an agent without a model. */
export async function openAttemptModel(
  { db, folder, models }: Pick<RunContext, "db" | "folder" | "models">,
  run: PlannedRun,
  number: number,
  { agent, model }: ConfiguredAgent,
  signal: AbortSignal,
): Promise<AttemptGateway | null> {
  if (model === null) return null;
  if (models === null) throw new Error(`${run.id} has a model, and its study has none.`);
  const { gateway, limits, record, replayFrom } = models;
  return gateway.openAttempt({
    ...{ model, limits, signal, sideCalls: agent.sideCalls ?? false },
    onSpent: (usage) => keepSpending(db, { runId: run.id, number }, usage),
    recordTo: record ? recordingFile(folder, run, number) : null,
    replayFrom:
      replayFrom === null ? null : recordingOf(replayFrom, run, closedAttempts(db, run.id)),
  });
}

/**
 * What answers an attempt: the n-th that was kept, however many were interrupted then or now. An
 * environment that fails only now is no reason to run out of answers.
 */
function recordingOf(study: string, run: PlannedRun, closed: number): string {
  const kept = keptRecordings(study, run);
  return kept[Math.min(closed, kept.length - 1)] ?? recordingFile(study, run, 1);
}

/** The model as the agent has it; `address` is where its sandbox reaches the gateway. */
export function accessOf({ model, run }: AttemptGateway, address: string | null): ModelAccess {
  const { name, dialects } = model;
  return {
    name,
    dialects,
    address,
    token: run.token,
    ask: (dialect, body) => run.ask(dialect, body),
  };
}

const NO_MODEL: Omit<Usage, "steps" | "wallMs"> = {
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
  costUsd: null,
  modelCalls: null,
  cutCalls: null,
};

/** What the models of an attempt consumed. */
export function modelUsage(gate: AttemptGateway | null): Omit<Usage, "wallMs" | "steps"> {
  if (gate === null) return NO_MODEL;
  const { calls, ...consumed } = gate.run.consumed;
  return { ...NO_MODEL, ...consumed, modelCalls: calls };
}

export function modelUse(gate: AttemptGateway, replayed: boolean): ModelUse {
  const { model, run } = gate;
  const { temperature, reasoningEffort } = model.settings;
  return {
    ...{ asked: model.id, provider: model.provider, temperature, reasoningEffort },
    ...{ answeredBy: [...run.answeredBy], replayed, incidents: [...run.incidents] },
  };
}
