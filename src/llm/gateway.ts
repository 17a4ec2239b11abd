// The model gateway: holds the keys, and lets each attempt reach its own model and nothing else.
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../core/clock.ts";
import type { TokenUsage } from "../core/trajectory.ts";
import { openDoor } from "./gateway-door.ts";
import { doorFolder } from "./door-folder.ts";
import type { Dialect, ModelAnswer } from "./model-access.ts";
import type { ModelSource } from "./model-source.ts";
import type { JsonObject } from "./dialects/dialect.ts";
import type { Exchange } from "./exchange.ts";
import { NotKept } from "./not-kept.ts";
import { openPacer } from "./pacer.ts";
import { providerClient } from "./provider-client.ts";
import { providerSource } from "./provider-source.ts";
import type { Patience } from "./provider-source.ts";
import { openRecording, readRecording, replaySource } from "./recording.ts";
import type { Divergence } from "./recording.ts";
import { openRunGateway } from "./run-gateway.ts";
import type { RunGateway, RunGatewayOptions } from "./run-gateway.ts";
import type { Secrets } from "./secrets.ts";
import type { ServedModel } from "./served-model.ts";

export interface GatewayOptions {
  readonly models: ReadonlyMap<string, ServedModel>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Calls to one model that may run at once. */
  readonly width?: number;
  readonly patience?: Patience;
}

export interface AttemptOptions extends Pick<RunGatewayOptions, "limits" | "sideCalls" | "signal"> {
  /** Name of the model in the study. */
  readonly model: string;
  /** File that exchanges are recorded in; null: they are not. */
  readonly recordTo: string | null;
  /** Told after each answer what the attempt has taken so far. */
  readonly onSpent?: (usage: TokenUsage) => void;
  /** Recording that answers instead of the provider; null: the provider does. */
  readonly replayFrom: string | null;
}

export interface AttemptGateway {
  readonly model: ServedModel;
  readonly run: RunGateway;
  /** Unix socket for this attempt's sandbox. */
  readonly socket: string;
  close(): Promise<void>;
}

export interface Gateway {
  readonly models: ReadonlyMap<string, ServedModel>;
  /** The gateway for calls from this process alone: nothing else reaches it. */
  openRun(options: AttemptOptions): RunGateway;
  openAttempt(options: AttemptOptions): Promise<AttemptGateway>;
  /**
   * Asks a model for one word, with the settings of the study: what a provider doesn't take shows
   * before anything is spent. Returns what the answer took.
   */
  probe(model: string, signal: AbortSignal): Promise<ModelAnswer>;
  close(): void;
}

const WIDTH = 1_024;

export function openGateway(options: GatewayOptions): Gateway {
  const { models, secrets, clock } = options;
  const folder = doorFolder();
  const sources = new Map<string, ModelSource>();
  let doors = 0;

  /** Calls of all attempts to one model are paced together. */
  const sourceOf = (model: ServedModel): ModelSource => {
    const known = sources.get(model.name);
    if (known !== undefined) return known;
    const { keyName } = model.endpoint;
    const source = providerSource({
      client: providerClient(model.endpoint, keyName === null ? null : secrets.get(keyName)),
      pacer: openPacer(clock, options.width ?? WIDTH),
      clock,
      ...(options.patience === undefined ? {} : { patience: options.patience }),
    });
    sources.set(model.name, source);
    return source;
  };

  const openRun: Gateway["openRun"] = ({ recordTo, replayFrom, onSpent, ...attempt }) => {
    const model = modelOf(models, attempt.model);
    const diverged = ({ number, places }: Divergence) =>
      run.note("diverged", `call ${number} differs at ${places.join(" ")}`);
    const source =
      replayFrom === null ? sourceOf(model) : replaySource(readRecording(replayFrom), diverged);
    const record = recordTo === null ? null : openRecording(recordTo, secrets.redact);
    const onExchange = (exchange: Exchange) => {
      try {
        record?.(exchange);
        onSpent?.(run.consumed);
      } catch (error) {
        throw new NotKept(error);
      }
    };
    const run = openRunGateway({ ...attempt, model, source, clock, onExchange });
    return run;
  };

  return {
    models,
    openRun,
    openAttempt: async (options) => {
      const model = modelOf(models, options.model);
      const run = openRun(options);
      const door = await openDoor(join(folder, String(++doors)), run, model);
      return { model, run, socket: door.socket, close: () => door.close() };
    },
    probe: async (name, signal) => {
      const model = modelOf(models, name);
      const limits = { steps: 1, tokens: null, costUsd: null };
      const source = sourceOf(model);
      const run = openRunGateway({ model, source, limits, sideCalls: false, clock, signal });
      const [dialect] = model.dialects;
      return run.ask(dialect, PROBES[dialect]);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const SAY = "Answer with the one word OK.";
const PROBES: Readonly<Record<Dialect, JsonObject>> = {
  chat: { messages: [{ role: "user", content: SAY }] },
  responses: { input: SAY },
  messages: { messages: [{ role: "user", content: SAY }], max_tokens: 4_096 },
  "generate-content": { contents: [{ role: "user", parts: [{ text: SAY }] }] },
};

function modelOf(models: ReadonlyMap<string, ServedModel>, name: string): ServedModel {
  const model = models.get(name);
  if (model === undefined) throw new Error(`"${name}" is no model of this study.`);
  return model;
}
