// What a scripted model says, in no service's words: a turn, and what goes wrong before it.
import type { ScriptedRequest } from "./request.ts";

/** Tokens of one turn as the service will count them. */
export interface ScriptedUsage {
  /** All tokens of the prompt, those of the cache among them. */
  readonly input: number;
  /** All generated tokens, those of reasoning among them. */
  readonly output: number;
  readonly cached?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

export interface ScriptedToolCall {
  readonly name: string;
  /** Text is sent as it stands, so a script can send arguments that are no JSON. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

export interface ScriptedTurn {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly usage: ScriptedUsage;
  /** Name that the answer bears; the name asked for where absent. */
  readonly model?: string;
  /** Why it ends, where that is not its own decision. */
  readonly stop?: "length" | "refused";
  /** What happens first: each is what one request gets, and the turn stays due. */
  readonly faults?: readonly ScriptedFault[];
  /** Milliseconds until anything is sent. */
  readonly firstByteMs?: number;
  /** Milliseconds between the chunks of a stream. */
  readonly betweenChunksMs?: number;
}

export type ScriptedFault = { readonly times?: number } & (
  | {
      readonly kind: "status";
      readonly status: 401 | 404 | 429 | 500 | 502 | 503 | 529;
      /** Sent as Retry-After. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: "context-length" }
  /** The connection ends before a byte is sent. */
  | { readonly kind: "cut" }
  /** The connection ends in the middle of the turn's answer. */
  | { readonly kind: "cut-within" }
  /** A stream that begins well and then says that the service failed; 500 where not streamed. */
  | { readonly kind: "error-within" }
);

/** A turn, or what makes one of the request; null says that the request is not the script's. */
export type TurnOrMaker = ScriptedTurn | ((request: ScriptedRequest) => ScriptedTurn | null);

/** A turn that is about to be put into a service's words. */
export interface Telling {
  readonly turn: ScriptedTurn;
  readonly request: ScriptedRequest;
  /** Counts the server's answers from 1, for ids that no two answers share. */
  readonly serial: number;
}

/** One event of a stream. */
export interface Frame {
  readonly event?: string;
  readonly data: string;
}

/** How a service words an error. */
export interface ScriptedError {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
}

/** One way of speaking to models. */
export interface ScriptedDialect {
  /** Paths of its requests. */
  readonly path: RegExp;
  /** The answer that is not streamed. */
  whole(telling: Telling): unknown;
  stream(telling: Telling): readonly Frame[];
  errorBody(error: ScriptedError): unknown;
  /** What ends a stream in which the service fails. */
  errorFrame(error: ScriptedError): Frame;
}

const MOST_PIECES = 64;
const SMALLEST_PIECE = 12;

/** A text in the pieces in which it is streamed; no character is torn. */
export function pieces(text: string): string[] {
  const size = Math.max(SMALLEST_PIECE, Math.ceil(text.length / MOST_PIECES));
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + size;
    const last = text.charCodeAt(to - 1);
    if (last >= 0xd800 && last <= 0xdbff) to += 1;
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
}

/** Arguments of a call as text. */
export function argumentText(call: ScriptedToolCall): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}
