// A model service that plays a script: OpenAI Chat Completions, OpenAI Responses, Anthropic Messages
// and Google's generateContent on loopback or a unix socket, streamed or not, with faults where the
// script wants them.
//
//     await using server = await startScriptedModelServer({
//       turns: [shellCall("echo hi > a.txt", { usage: { input: 90, output: 12 } }),
//               { text: "Done.", usage: { input: 120, output: 3 } }],
//     });
//
// What the script does not foresee gets a plain answer and is listed, so that a test can tell.
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { scriptedChat } from "./scripted-models/chat.ts";
import { scriptedGenerateContent } from "./scripted-models/generate-content.ts";
import { scriptedMessages } from "./scripted-models/messages.ts";
import { playScript } from "./scripted-models/play.ts";
import type { Counts, Due, ModelScript, Play } from "./scripted-models/play.ts";
import { readRequest } from "./scripted-models/request.ts";
import type { ScriptedDialectName, ScriptedRequest } from "./scripted-models/request.ts";
import { scriptedResponses } from "./scripted-models/responses.ts";
import { errorOf, sendFault, sendJson, sendTurn } from "./scripted-models/send.ts";
import type { ScriptedDialect } from "./scripted-models/turn.ts";

export interface ScriptedServerOptions extends ModelScript {
  /** Listens on this unix socket instead of a free port of 127.0.0.1. */
  readonly socketPath?: string;
}

/** A request as it came, and what it got. */
export interface KeptRequest {
  /** Milliseconds since the epoch. */
  readonly receivedAtMs: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Text as it came. */
  readonly text: string;
  /** As a question to a model; null where it is none. */
  readonly question: ScriptedRequest | null;
  /** What it got; null for what is no question to a model. */
  readonly due: Due | null;
}

export interface ScriptedModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a path; null on a unix socket. */
  readonly address: string | null;
  readonly socketPath: string | null;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly KeptRequest[];
  /** What was served, of one conversation or of all. */
  counts(conversation?: string): Counts;
  close(): Promise<void>;
}

const DIALECTS: Readonly<Record<ScriptedDialectName, ScriptedDialect>> = {
  chat: scriptedChat,
  responses: scriptedResponses,
  messages: scriptedMessages,
  "generate-content": scriptedGenerateContent,
};

export async function startScriptedModelServer(
  options: ScriptedServerOptions,
): Promise<ScriptedModelServer> {
  const play = playScript(options);
  const requests: KeptRequest[] = [];
  let serial = 0;
  const server = createServer((request, response) => {
    serial += 1;
    // Clients go away in the middle of answers; that is no failure of this server.
    response.on("error", () => undefined);
    void answer({ request, response, play, requests, serial });
  });
  await listen(server, options.socketPath);
  const close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };
  return {
    address: options.socketPath === undefined ? addressOf(server) : null,
    socketPath: options.socketPath ?? null,
    requests,
    counts: (conversation) => play.counts(conversation),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function listen(server: Server, socketPath: string | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    const listening = () => resolve();
    if (socketPath === undefined) server.listen(0, "127.0.0.1", listening);
    else server.listen(socketPath, listening);
  });
}

function addressOf(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly play: Play;
  readonly requests: KeptRequest[];
  readonly serial: number;
}

async function answer(arrival: Arrival): Promise<void> {
  const { request, response, requests, serial } = arrival;
  const receivedAtMs = Date.now();
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const sent = await text(request).catch(() => null);
  if (sent === null) return;
  const name = request.method === "POST" ? dialectAt(path) : null;
  const question = name === null ? null : questionOf(name, path, request.headers, sent);
  const due = question === null ? null : dueOf(arrival, question);
  requests.push({
    ...{ receivedAtMs, method: request.method ?? "", path, headers: request.headers },
    ...{ text: sent, question, due },
  });
  if (name === null || question === null || due === null) {
    sendOther(response, request.method ?? "", path, name);
    return;
  }
  const telling = { turn: due.turn, request: question, serial };
  if (due.fault === null) await sendTurn(response, DIALECTS[name], telling);
  else await sendFault(response, DIALECTS[name], telling, due.fault);
}

/** A script that throws is the test's fault: its client is answered, and the test told. */
function dueOf({ play, response }: Arrival, question: ScriptedRequest): Due {
  try {
    return play.due(question);
  } catch (error) {
    sendJson(response, 500, { error: { message: `the script failed: ${String(error)}` } });
    throw error;
  }
}

function dialectAt(path: string): ScriptedDialectName | null {
  const names = Object.keys(DIALECTS) as ScriptedDialectName[];
  return names.find((name) => DIALECTS[name].path.test(path)) ?? null;
}

function questionOf(
  name: ScriptedDialectName,
  path: string,
  headers: IncomingHttpHeaders,
  sent: string,
): ScriptedRequest | null {
  try {
    return readRequest(name, path, headers, JSON.parse(sent));
  } catch {
    return null;
  }
}

/** What clients ask beside questions: whether anyone is there, how long a prompt is. */
function sendOther(
  response: ServerResponse,
  method: string,
  path: string,
  name: ScriptedDialectName | null,
): void {
  if (name !== null) {
    const error = errorOf(400, "the body is no request of this API");
    sendJson(response, 400, DIALECTS[name].errorBody(error));
  } else if (method === "POST" && path.endsWith("/messages/count_tokens")) {
    sendJson(response, 200, { input_tokens: 1 });
  } else if (path === "/") {
    sendJson(response, 200, {});
  } else {
    sendJson(response, 404, scriptedChat.errorBody(errorOf(404, `nothing is at ${path}`)));
  }
}
