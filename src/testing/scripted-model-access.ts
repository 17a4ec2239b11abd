// The scripted model as an agent has it: in place of the gateway, with its limits of steps and time.
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

import { LimitReached } from "../core/limit-reached.ts";
import type { TokenUsage } from "../core/trajectory.ts";
import type { Dialect, ModelAccess } from "../llm/model-access.ts";
import type { ScriptedModelServer } from "./scripted-model-server.ts";

export const TOKEN = "token-of-this-run";
export const MODEL = "scripted-model";

export interface ScriptedAccessOptions {
  readonly dialects: ModelAccess["dialects"];
  /** Where the sandbox reaches the server. */
  readonly address: string | null;
  readonly steps: number;
  readonly wallMs: number;
  readonly signal: AbortSignal;
}

const PATHS: Readonly<Record<Dialect, string>> = {
  ...{ chat: "/v1/chat/completions", responses: "/v1/responses", messages: "/v1/messages" },
  "generate-content": `/v1beta/models/${MODEL}:generateContent`,
};

export function scriptedModelAccess(
  server: ScriptedModelServer,
  { address, dialects, steps, wallMs, signal }: ScriptedAccessOptions,
): ModelAccess {
  const timeIsUp = AbortSignal.timeout(wallMs);
  return {
    ...{ name: MODEL, dialects, address, token: TOKEN },
    ask: async (dialect, body) => {
      if (server.counts().turns >= steps) throw new LimitReached("steps");
      const before = server.counts().usage;
      const began = performance.now();
      const ended = AbortSignal.any([timeIsUp, signal]);
      const answer = await post(server, PATHS[dialect], body, ended).catch((error: unknown) => {
        signal.throwIfAborted();
        if (timeIsUp.aborted) throw new LimitReached("time");
        throw error;
      });
      const durationMs = performance.now() - began;
      return { body: answer, model: MODEL, usage: usageSince(before, server), durationMs };
    },
  };
}

async function post(
  { socketPath }: ScriptedModelServer,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { socketPath: socketPath ?? "", path, method: "POST", headers, signal };
    request(options, resolve).on("error", reject).end(JSON.stringify(body));
  });
  const sent = await text(response);
  if (response.statusCode !== 200) {
    throw new Error(`The scripted model answers ${response.statusCode ?? "nothing"}: ${sent}`);
  }
  return JSON.parse(sent);
}

type Sums = ReturnType<ScriptedModelServer["counts"]>["usage"];

function usageSince(before: Sums, server: ScriptedModelServer): TokenUsage {
  const { usage } = server.counts();
  return {
    inputTokens: usage.input - before.input,
    outputTokens: usage.output - before.output,
    cachedTokens: usage.cached - before.cached,
    cacheWriteTokens: usage.cacheWrite - before.cacheWrite,
    reasoningTokens: usage.reasoning - before.reasoning,
    costUsd: null,
  };
}
