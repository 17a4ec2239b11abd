// Puts a turn, or what goes wrong with it, on the wire.
import type { ServerResponse } from "node:http";

import type {
  Frame,
  ScriptedDialect,
  ScriptedError,
  ScriptedFault,
  ScriptedTurn,
  Telling,
} from "./turn.ts";

const JSON_TYPE = { "content-type": "application/json" };
const STREAM_TYPE = { "content-type": "text/event-stream; charset=utf-8" };

/** Sends a whole turn. */
export async function sendTurn(
  response: ServerResponse,
  dialect: ScriptedDialect,
  telling: Telling,
): Promise<void> {
  const { turn, request } = telling;
  await waitFor(response, turn.firstByteMs);
  if (!request.stream) {
    sendJson(response, 200, dialect.whole(telling));
    return;
  }
  begin(response);
  await sendFrames(response, dialect.stream(telling), turn);
  response.end();
}

/** Lets a request meet a fault instead of its turn. */
export async function sendFault(
  response: ServerResponse,
  dialect: ScriptedDialect,
  telling: Telling,
  fault: ScriptedFault,
): Promise<void> {
  await waitFor(response, telling.turn.firstByteMs);
  switch (fault.kind) {
    case "status":
      sendJson(response, fault.status, dialect.errorBody(errorOf(fault.status)), {
        ...(fault.retryAfterSeconds === undefined
          ? {}
          : { "retry-after": String(fault.retryAfterSeconds) }),
      });
      return;
    case "context-length":
      sendJson(response, 400, dialect.errorBody(CONTEXT_LENGTH));
      return;
    case "cut":
      response.socket?.destroy();
      return;
    case "cut-within":
      await sendPart(response, dialect, telling);
      response.socket?.destroy();
      return;
    case "error-within":
      if (!telling.request.stream) {
        sendJson(response, 500, dialect.errorBody(errorOf(500)));
        return;
      }
      await sendPart(response, dialect, telling);
      await write(response, dialect.errorFrame(errorOf(529)));
      response.end();
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body));
}

const CONTEXT_LENGTH: ScriptedError = {
  ...{ status: 400, type: "invalid_request_error", code: "context_length_exceeded" },
  message: "prompt is too long: this model's maximum context length is exceeded",
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  ...{ 400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error" },
  ...{ 429: "rate_limit_error", 529: "overloaded_error" },
};

export function errorOf(status: number, message = `scripted error ${status}`): ScriptedError {
  return { status, type: ERROR_TYPES[status] ?? "api_error", code: null, message };
}

/** The first half of an answer, so that what is missing can't be guessed. */
async function sendPart(
  response: ServerResponse,
  dialect: ScriptedDialect,
  telling: Telling,
): Promise<void> {
  if (telling.request.stream) {
    begin(response);
    const frames = dialect.stream(telling);
    await sendFrames(response, frames.slice(0, Math.ceil(frames.length / 2)), telling.turn);
    return;
  }
  const body = Buffer.from(JSON.stringify(dialect.whole(telling)));
  response.writeHead(200, { ...JSON_TYPE, "content-length": body.length });
  await written(response, body.subarray(0, Math.floor(body.length / 2)));
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { ...STREAM_TYPE, "cache-control": "no-cache" });
  response.flushHeaders();
}

async function sendFrames(
  response: ServerResponse,
  frames: readonly Frame[],
  { betweenChunksMs }: ScriptedTurn,
): Promise<void> {
  for (const frame of frames) {
    if (response.destroyed) return;
    await write(response, frame);
    await waitFor(response, betweenChunksMs);
  }
}

async function write(response: ServerResponse, { event, data }: Frame): Promise<void> {
  const name = event === undefined ? "" : `event: ${event}\n`;
  await written(response, `${name}data: ${data}\n\n`);
}

/** Resolves when the bytes have left: slow readers hold it up, and a cut comes after them. */
async function written(response: ServerResponse, bytes: Uint8Array | string): Promise<void> {
  await new Promise<void>((resolve) => {
    response.write(bytes, () => resolve());
  });
}

/** Ends early where the client has gone. */
async function waitFor(response: ServerResponse, ms: number | undefined): Promise<void> {
  if (ms === undefined || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off("close", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.once("close", done);
  });
}
