// Answers of a provider: paced, and asked for again where a fault was on the way. Nothing is ever
// answered from memory: a repeated request is a new draw.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../core/clock.ts";
import { ModelUnavailable } from "./model-source.ts";
import type { ModelRequest, ModelResponse, ModelSource } from "./model-source.ts";
import type { Pacer } from "./pacer.ts";
import { backoffMs, isShut, isTooMuch, isWorthAnotherTry } from "./retry-rule.ts";
import { retryAfterMs, retryDelayMs } from "./retry-rule.ts";
import { TransportFault } from "./tried.ts";
import type { ProviderClient, Tried } from "./tried.ts";

export interface Patience {
  /** Tries of one call. */
  readonly tries: number;
  /** Longest wait between two tries of a call, milliseconds; who asks for more is not waited for. */
  readonly longestWaitMs: number;
}

export const PATIENCE: Patience = { tries: 8, longestWaitMs: 5 * 60_000 };

interface ProviderSourceOptions {
  readonly client: ProviderClient;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly patience?: Patience;
}

/** One try's end, where it is to be tried again. */
interface Again {
  readonly why: string;
  readonly waitMs: number | null;
}

export function providerSource(options: ProviderSourceOptions): ModelSource {
  const patience = options.patience ?? PATIENCE;
  return {
    send: async (request) => {
      let last = "";
      for (let number = 1; number <= patience.tries; number++) {
        const tried = await tryOnce(options, request, number, patience.longestWaitMs);
        if (!("why" in tried)) return tried;
        last = tried.why;
        const waitMs = tried.waitMs ?? backoffMs(number - 1, randomInt(1_000) / 1_000);
        if (waitMs > patience.longestWaitMs) {
          throw new ModelUnavailable("model-unavailable", `${last} It asks to wait ${waitMs} ms.`);
        }
        if (number < patience.tries) {
          const { signal } = request;
          await waiting(request, () => sleep(waitMs, undefined, { signal }));
        }
      }
      throw new ModelUnavailable("model-unavailable", `${last} Tried ${patience.tries} times.`);
    },
  };
}

async function tryOnce(
  { client, pacer, clock }: ProviderSourceOptions,
  request: ModelRequest,
  tries: number,
  longestWaitMs: number,
): Promise<ModelResponse | Again> {
  await waiting(request, () => pacer.enter(request.signal));
  let tried: Tried;
  try {
    tried = await client(request);
  } catch (error) {
    pacer.leave("taken");
    if (!(error instanceof TransportFault)) throw error;
    return { why: `The provider can't be reached: ${error.message}`, waitMs: null };
  }
  const { status, headers } = tried;
  const contentType = headers.get("content-type") ?? "application/json";
  if (status < 300 && request.body["stream"] === true) {
    return { status, contentType, chunks: leaving(tried.chunks, pacer), tries };
  }
  let body = "";
  try {
    body = await textOf(tried.chunks);
  } catch (error) {
    pacer.leave("taken");
    if (!(error instanceof TransportFault)) throw error;
    return { why: `The answer was cut off: ${error.message}`, waitMs: null };
  }
  const waitMs = retryAfterMs(headers, clock.now()) ?? retryDelayMs(body);
  const pausedMs = Math.min(waitMs ?? 0, longestWaitMs);
  pacer.leave(isTooMuch(status) ? { waitMs: pausedMs } : "taken");
  const why = `The provider answers ${status}: ${body.slice(0, 500)}`;
  if (isShut(status, body)) throw new ModelUnavailable("model-unavailable", why);
  if (isWorthAnotherTry(status)) return { why, waitMs };
  return { status, contentType, chunks: only(body), tries };
}

/** Waits, and lets the run know that it does. */
async function waiting(request: ModelRequest, wait: () => Promise<unknown>): Promise<void> {
  const end = request.onWait();
  try {
    await wait();
  } finally {
    end();
  }
}

async function* only(body: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(body));
}

/** The place in the queue is free once the last byte is there, however that ends. */
async function* leaving(
  chunks: AsyncIterable<Uint8Array>,
  pacer: Pacer,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } finally {
    pacer.leave("taken");
  }
}

export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString("utf8");
}
