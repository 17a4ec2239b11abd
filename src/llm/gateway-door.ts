// The model gateway: one process-local server that holds the keys, speaks the dialects of all
// scaffolds, and lets each attempt reach its own model and nothing else.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { rmSync } from "node:fs";
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { LimitReached } from "../core/limit-reached.ts";
import { describeError } from "../core/errors.ts";
import { DIALECTS, dialectAt } from "./dialects/index.ts";
import type { DialectReader, JsonObject } from "./dialects/dialect.ts";
import { object, text } from "./dialects/json.ts";
import { TransportFault } from "./tried.ts";
import { TooManyCalls } from "./run-gateway.ts";
import type { Incident, RunGateway } from "./run-gateway.ts";
import { foreignFeature } from "./foreign-feature.ts";
import type { ServedModel } from "./served-model.ts";

/** The door of one attempt: a socket of its own, so that another run's token opens nothing. */
export interface GatewayDoor {
  readonly socket: string;
  close(): Promise<void>;
}

/** Largest request that is taken, bytes. */
const LARGEST_REQUEST = 64 * 1024 * 1024;

/** Opens a Unix socket that serves one attempt. */
export async function openDoor(
  socket: string,
  run: RunGateway,
  model: ServedModel,
): Promise<GatewayDoor> {
  const server = createServer((request, response) => {
    serve(run, model, request, response).catch((error: unknown) => {
      run.note("bad-request", describeError(error));
      response.destroy();
    });
  });
  server.on("connect", (request, client) => {
    // Whoever knocks may be gone before the answer.
    client.on("error", () => client.destroy());
    run.note("other-host", `CONNECT ${request.url ?? ""}`);
    const end = () => client.destroy();
    client.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n", end);
  });
  server.on("clientError", (_error, client) => client.destroy());
  // Models may think for longer than the server's own time-outs.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  return {
    socket,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      rmSync(socket, { force: true });
    },
  };
}

async function serve(
  run: RunGateway,
  model: ServedModel,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await read(run, model, request);
  if (asked === "hello") response.writeHead(200).end();
  else if (asked === "models") {
    json(response, 200, { object: "list", data: [{ id: model.name, object: "model" }] });
  } else if ("refused" in asked) {
    const { kind, detail, status, type, message, reader } = asked.refused;
    run.note(kind, detail);
    refuse(response, status, type, message, reader);
  } else await answer(run, asked.reader, asked.body, response);
}

interface Refused {
  readonly kind: Incident["kind"];
  readonly detail: string;
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly reader?: DialectReader;
}

type Asked =
  | "hello"
  | "models"
  | { readonly refused: Refused }
  | { readonly reader: DialectReader; readonly body: JsonObject };

/** What a request is for, or why it is refused. */
async function read(run: RunGateway, model: ServedModel, request: IncomingMessage): Promise<Asked> {
  const { method = "", url = "" } = request;
  if (!url.startsWith("/")) {
    const message = "Only the model can be reached from here.";
    const detail = `${method} ${url}`;
    return { refused: { kind: "other-host", detail, status: 403, type: "other-host", message } };
  }
  const { pathname, searchParams } = new URL(url, "http://gateway");
  const path = pathname.replace(/\/+$/, "");
  // Some clients look whether there is anybody before they ask.
  if (method === "HEAD" || path === "") return "hello";
  const detail = `${method} ${path}`;
  if (!isToken(request, run.token)) {
    const message = "This token opens nothing here.";
    const type = "authentication_error";
    return { refused: { kind: "wrong-token", detail, status: 401, type, message } };
  }
  if (method === "GET" && path === "/v1/models") return "models";
  const asked = method === "POST" ? dialectAt(path, searchParams) : null;
  if (asked === null || !model.dialects.includes(asked.reader.id)) {
    const known = model.dialects.map((dialect) => DIALECTS[dialect].path).join(", ");
    const message = `${model.name} is served at POST ${known}.`;
    return { refused: { kind: "other-path", detail, status: 404, type: NOT_FOUND, message } };
  }
  const { reader, fields } = asked;
  const sent = await readBody(request);
  if (sent === null) {
    const message = `The request is no JSON, or more than ${LARGEST_REQUEST} bytes.`;
    const type = "invalid_request_error";
    return { refused: { kind: "bad-request", detail, status: 400, type, message, reader } };
  }
  const body = { ...sent, ...fields };
  if (body["model"] !== model.name) {
    const message = `This run has the model ${model.name} only.`;
    const other = text(body["model"]);
    const refused = { status: 404, type: NOT_FOUND, message, reader };
    return { refused: { kind: "other-model", detail: other, ...refused } };
  }
  const foreign = foreignFeature(reader.id, body);
  if (foreign !== null) {
    const message = `The gateway does not pass on ${foreign}: a model gets nothing from elsewhere.`;
    const refused = { status: 400, type: "invalid_request_error", message, reader };
    return { refused: { kind: "foreign", detail: foreign, ...refused } };
  }
  return { reader, body };
}

const NOT_FOUND = "not_found_error";

async function answer(
  run: RunGateway,
  reader: DialectReader,
  body: JsonObject,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    const { status, contentType, chunks } = await run.answer(reader.id, body);
    response.writeHead(status, { "content-type": contentType });
    for await (const chunk of chunks) {
      if (!response.write(chunk)) await once(response, "drain", { signal: gone.signal });
    }
    response.end();
  } catch (error) {
    if (error instanceof TooManyCalls) {
      refuse(response, 429, "rate_limit_error", error.message, reader);
      return;
    }
    if (response.headersSent || gone.signal.aborted) {
      // What was cut off on the way here ends in the middle for the client as well.
      response.destroy();
      if (!isExpected(error, gone.signal)) throw error;
      return;
    }
    // 403: clients ask again after most other errors, and it would be in vain.
    refuse(response, 403, "permission_error", describeError(error), reader);
    if (!isExpected(error, gone.signal) && !run.signal.aborted) throw error;
  }
}

function isExpected(error: unknown, gone: AbortSignal): boolean {
  return gone.aborted || error instanceof TransportFault || error instanceof LimitReached;
}

function isToken({ headers }: IncomingMessage, token: string): boolean {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
  const key = headers["x-api-key"] ?? headers["x-goog-api-key"];
  const given = Buffer.from(bearer ?? (typeof key === "string" ? key : ""));
  const right = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Null where it is no JSON object, or too large. */
async function readBody(request: IncomingMessage): Promise<JsonObject | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LARGEST_REQUEST) return null;
    parts.push(part);
  }
  try {
    return object(JSON.parse(Buffer.concat(parts).toString("utf8")));
  } catch {
    return null;
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function refuse(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  reader: DialectReader = DIALECTS.chat,
): void {
  json(response, status, reader.error(type, message));
}
