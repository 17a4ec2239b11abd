// The gateway as one attempt of one run has it: its own token, its own meter, its own record.
import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Clock } from "../core/clock.ts";
import { LimitReached } from "../core/limit-reached.ts";
import type { TrajectoryEvent } from "../core/trajectory.ts";
import { openConversation } from "./conversation.ts";
import { DIALECTS } from "./dialects/index.ts";
import type { DialectReader, JsonObject } from "./dialects/dialect.ts";
import { object } from "./dialects/json.ts";
import type { Exchange } from "./exchange.ts";
import { openMeter } from "./meter.ts";
import type { Consumed, ModelLimits } from "./meter.ts";
import type { Dialect, ModelAnswer } from "./model-access.ts";
import { ModelRefused, ModelUnavailable } from "./model-source.ts";
import type { ModelResponse, ModelSource } from "./model-source.ts";
import { NotKept } from "./not-kept.ts";
import { TransportFault } from "./tried.ts";
import { textOf } from "./provider-source.ts";
import { costOf } from "./prices.ts";
import type { ServedModel } from "./served-model.ts";
import { streamEvents, withoutUsageEvent } from "./stream-events.ts";
import { openWaits } from "./waits.ts";

/** Something that was tried and refused, or that was not as it should be. */
export interface Incident {
  readonly kind:
    | "wrong-token"
    | "other-host"
    | "other-model"
    | "other-path"
    | "foreign"
    | "bad-request"
    | "refused"
    | "cut"
    | "diverged";
  readonly detail: string;
  /** Milliseconds since the attempt began. */
  readonly atMs: number;
}

export interface RunGatewayOptions {
  readonly model: ServedModel;
  readonly source: ModelSource;
  readonly limits: ModelLimits;
  /** Whether calls that offer no tools are on the side and count as no step. */
  readonly sideCalls: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** An answer on its way to a client. */
export interface Answering {
  readonly status: number;
  readonly contentType: string;
  /** To be read to its end; throws where the answer is cut off. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface RunGateway {
  readonly token: string;
  /** Aborted, with what is to be thrown, once the attempt has to end. */
  readonly signal: AbortSignal;
  /** Breaks off what is still under way, and returns when all of it is counted. */
  end(): Promise<void>;
  readonly consumed: Consumed;
  /** How long it has waited to be let in by the provider, milliseconds. */
  readonly waitedMs: number;
  readonly incidents: readonly Incident[];
  /** What was said, in order. */
  readonly events: readonly TrajectoryEvent[];
  /** Models that answered, as they name themselves. */
  readonly answeredBy: ReadonlySet<string>;
  note(kind: Incident["kind"], detail: string): void;
  /**
   * Asks for one answer. Throws LimitReached, ModelUnavailable, TooManyCalls, or the reason of an
   * abort. An answer whose reader goes away is taken in to its end all the same: it was asked for.
   */
  answer(dialect: Dialect, request: JsonObject): Promise<Answering>;
  /** Asks for one whole answer, from this process. Throws also ModelRefused. */
  ask(dialect: Dialect, request: JsonObject): Promise<ModelAnswer>;
}

/** A run asks too much at once: limits are held before calls, and each may overrun them. */
export class TooManyCalls extends Error {
  override readonly name = "TooManyCalls";
}

/** Calls of one run that may be under way. */
const MOST_CALLS = 16;

/** Most incidents that are kept: an agent may knock as often as it likes. */
const MOST_INCIDENTS = 100;
const LONGEST_DETAIL = 500;

export function openRunGateway(options: RunGatewayOptions): RunGateway {
  const { model, source, clock } = options;
  const meter = openMeter(options.limits);
  const conversation = openConversation();
  const incidents: Incident[] = [];
  const answeredBy = new Set<string>();
  const began = clock.monotonicMs();
  const ending = new AbortController();
  const over = new AbortController();
  const ended = AbortSignal.any([options.signal, ending.signal, over.signal]);
  // Each call under way listens, in several places: no leak that Node would have to warn of.
  setMaxListeners(0, ended);
  let asked = 0;
  let underWay = 0;
  let onIdle = () => {};
  const waits = openWaits(clock);
  const leave = (endCall: () => void) => {
    endCall();
    underWay -= 1;
    if (underWay === 0) onIdle();
  };

  const note: RunGateway["note"] = (kind, detail) => {
    if (incidents.length >= MOST_INCIDENTS) return;
    const atMs = Math.round(clock.monotonicMs() - began);
    incidents.push({ kind, detail: detail.slice(0, LONGEST_DETAIL), atMs });
  };
  const endWith = (error: unknown): never => {
    const isEnd =
      error instanceof LimitReached ||
      error instanceof ModelUnavailable ||
      error instanceof NotKept;
    if (isEnd) ending.abort(error);
    throw error;
  };

  /** Takes in an answer that has ended, whole or not. */
  const close = (open: OpenExchange, text: string, isCut: boolean): Closed => {
    const { reader, response, isStep } = open;
    leave(open.endCall);
    const whole = answerOf(reader, response, text);
    // One that was cut off after all that it had to say is whole.
    const isLacking = isCut && whole !== null && reader.usage(whole) === null;
    const answer = isLacking ? null : whole;
    const exchange = closeExchange(open, text, answer, clock, model);
    if (exchange.usage !== null) meter.end(exchange.usage);
    else if (response.status < 300) meter.cut(isStep);
    else meter.fail(isStep);
    try {
      options.onExchange?.(exchange);
    } catch (error) {
      endWith(error);
    }
    if (exchange.model !== null) answeredBy.add(exchange.model);
    if (answer !== null) conversation.add(exchange, answer, clock.monotonicMs() - began);
    if (answer !== null && exchange.usage === null) {
      const message = `${model.id} answers without saying how many tokens it took.`;
      endWith(new ModelUnavailable("no-usage", message));
    }
    if (response.status >= 300) note("refused", `${response.status}: ${text}`);
    if (exchange.isCut) note("cut", `The answer of call ${open.number} ended in the middle.`);
    return { exchange, answer };
  };

  const open = async (dialect: Dialect, request: JsonObject): Promise<OpenExchange> => {
    ended.throwIfAborted();
    if (underWay >= MOST_CALLS) {
      throw new TooManyCalls(`A run has at most ${MOST_CALLS} calls under way.`);
    }
    const reader = DIALECTS[dialect];
    const isStep = !options.sideCalls || offersTools(request);
    try {
      meter.begin(isStep);
    } catch (error) {
      return endWith(error);
    }
    underWay += 1;
    const endCall = waits.call();
    const body = reader.withSettings(request, model.settings);
    const number = ++asked;
    const [askedAt, askedMs] = [clock.now(), clock.monotonicMs()];
    try {
      const onWait = () => waits.wait();
      const response = await source.send({ dialect, body, signal: ended, onWait });
      const asking = { number, reader, body, isStep, endCall, askedAt, askedMs };
      return { ...asking, response, firstByteMs: null };
    } catch (error) {
      leave(endCall);
      meter.fail(isStep);
      return endWith(error);
    }
  };

  async function* passing(exchange: OpenExchange): AsyncGenerator<Uint8Array> {
    const upstream = exchange.response.chunks[Symbol.asyncIterator]();
    const parts: Uint8Array[] = [];
    const state = { isEnded: false };
    const finish = (isCut: boolean) => {
      state.isEnded = true;
      close(exchange, Buffer.concat(parts).toString("utf8"), isCut);
    };
    const next = async (): Promise<Uint8Array | null> => {
      const read = await upstream.next().catch((error: unknown) => {
        finish(true);
        throw error;
      });
      if (read.done === true) {
        finish(false);
        return null;
      }
      exchange.firstByteMs ??= clock.monotonicMs() - exchange.askedMs;
      parts.push(read.value);
      return read.value;
    };
    try {
      for (let part = await next(); part !== null; part = await next()) yield part;
    } finally {
      if (!state.isEnded) void drain(next);
    }
  }

  return {
    token: randomBytes(24).toString("base64url"),
    signal: ending.signal,
    get consumed() {
      return meter.consumed;
    },
    get waitedMs() {
      return waits.waitedMs;
    },
    incidents,
    events: conversation.events,
    answeredBy,
    note,
    end: async () => {
      over.abort(new Error("The attempt is over."));
      if (underWay > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    },
    answer: async (dialect, request) => {
      const exchange = await open(dialect, request);
      const { status, contentType } = exchange.response;
      const chunks = passing(exchange);
      const isHidden = dialect === "chat" && request["stream"] === true && !wantsUsage(request);
      return { status, contentType, chunks: isHidden ? withoutUsageEvent(chunks) : chunks };
    },
    ask: async (dialect, request) => {
      const exchange = await open(dialect, { ...request, stream: false });
      const text = await textOf(exchange.response.chunks).catch((error: unknown) => {
        close(exchange, "", true);
        if (!(error instanceof TransportFault)) throw error;
        return endWith(new ModelUnavailable("model-unavailable", error.message));
      });
      const closed = close(exchange, text, false);
      const { status } = exchange.response;
      if (status >= 300 && isTooLong(text)) return endWith(new LimitReached("tokens"));
      if (status >= 300) throw new ModelRefused(status, text);
      const { usage, model: by, durationMs } = closed.exchange;
      if (closed.answer === null || usage === null) {
        const message = `${model.id} gives an answer that is none: ${text.slice(0, 200)}`;
        return endWith(new ModelUnavailable("no-answer", message));
      }
      return { body: closed.answer, model: by, usage, durationMs };
    },
  };
}

/** Reads on to the end; what goes wrong there has been counted. */
async function drain(next: () => Promise<Uint8Array | null>): Promise<void> {
  try {
    while ((await next()) !== null);
  } catch {
    // It was cut off, or the attempt is over.
  }
}

interface OpenExchange {
  readonly number: number;
  readonly reader: DialectReader;
  readonly body: JsonObject;
  readonly isStep: boolean;
  readonly endCall: () => void;
  readonly response: ModelResponse;
  readonly askedAt: number;
  readonly askedMs: number;
  firstByteMs: number | null;
}

interface Closed {
  readonly exchange: Exchange;
  readonly answer: JsonObject | null;
}

function closeExchange(
  { number, reader, body, isStep, response, askedAt, askedMs, firstByteMs }: OpenExchange,
  text: string,
  answer: JsonObject | null,
  clock: Clock,
  { price }: ServedModel,
): Exchange {
  const usage = answer === null ? null : reader.usage(answer);
  return {
    ...{ number, dialect: reader.id, isStep, request: { ...body } },
    ...{ status: response.status, contentType: response.contentType, body: text },
    isCut: response.status < 300 && answer === null,
    model: answer === null ? null : reader.model(answer),
    usage: usage === null ? null : { ...usage, costUsd: costOf(usage, price) },
    ...{ tries: response.tries, askedAt, firstByteMs },
    durationMs: clock.monotonicMs() - askedMs,
  };
}

/** The whole answer, or null where there is none. */
function answerOf(
  reader: DialectReader,
  { status, contentType }: Pick<ModelResponse, "status" | "contentType">,
  text: string,
): JsonObject | null {
  if (status >= 300) return null;
  if (contentType.includes("text/event-stream")) return reader.assemble(streamEvents(text));
  try {
    return object(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whether a refusal says that the model can't take in so much. */
const isTooLong = (text: string) =>
  /context.{0,20}(length|window)|(prompt|input|request).{0,20}too (long|large)|too many tokens|input token count.{0,40}exceeds/i.test(
    text,
  );

function offersTools({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

const wantsUsage = (request: JsonObject) =>
  object(request["stream_options"])["include_usage"] === true;
