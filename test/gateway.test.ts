// The gateway between real client libraries and a scripted model service: what passes, what is
// counted, what is tried again, and what is refused and kept.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../src/core/clock.ts";
import { LimitReached } from "../src/core/limit-reached.ts";
import { dialectSchema, modelEntrySchema } from "../src/core/model-entry.ts";
import { openGateway } from "../src/llm/gateway.ts";
import type { AttemptGateway } from "../src/llm/gateway.ts";
import type { ModelLimits } from "../src/llm/meter.ts";
import { PRICE_TABLE } from "../src/llm/price-table.ts";
import { providerClient } from "../src/llm/provider-client.ts";
import { endpointOf } from "../src/llm/providers.ts";
import { openSecrets } from "../src/llm/secrets.ts";
import { servedModel } from "../src/llm/served-model.ts";
import { forwardToSocket } from "../src/sandboxes/forward-to-socket.ts";
import { shellCall, startScriptedModelServer } from "../src/testing/index.ts";
import type { ScriptedModelServer, ScriptedTurn, TurnOrMaker } from "../src/testing/index.ts";
import { temporaryFolder } from "./cli.ts";

const KEY = "sk-of-the-provider-123456";
const NO_LIMITS: ModelLimits = { steps: null, tokens: null, costUsd: null };
const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Opened {
  readonly attempt: AttemptGateway;
  /** Where clients reach it. */
  readonly address: string;
}

interface Wanted {
  readonly limits?: ModelLimits;
  readonly settings?: object;
  readonly sideCalls?: boolean;
  readonly count?: number;
}

async function gatewayTo(address: string, wanted: Wanted = {}): Promise<Opened[]> {
  const entry = modelEntrySchema.parse({
    ...{ id: "vendor/m-1", name: "m1", provider: "openai-compatible", key: "THE_KEY" },
    ...{ base_url: `${address}/v1`, dialects: dialectSchema.options },
    ...{ price: { input: 2, cached: 0.5, output: 10 }, ...wanted.settings },
  });
  const model = servedModel(entry, PRICE_TABLE);
  const gateway = openGateway({
    models: new Map([[model.name, model]]),
    secrets: openSecrets({ THE_KEY: KEY }, null),
    clock: systemClock,
  });
  open.push(() => gateway.close());
  const opened: Opened[] = [];
  for (let number = 0; number < (wanted.count ?? 1); number++) {
    const attempt = await gateway.openAttempt({
      ...{ model: "m1", limits: wanted.limits ?? NO_LIMITS, sideCalls: wanted.sideCalls ?? false },
      ...{ signal: new AbortController().signal, recordTo: null, replayFrom: null },
    });
    const forwarder = await forwardToSocket({ host: "127.0.0.1", port: 0 }, attempt.socket);
    open.push(async () => {
      await forwarder.close();
      await attempt.close();
    });
    opened.push({ attempt, address: `http://127.0.0.1:${forwarder.port}` });
  }
  return opened;
}

async function scripted(turns: readonly TurnOrMaker[]): Promise<ScriptedModelServer> {
  const server = await startScriptedModelServer({ turns });
  open.push(() => server.close());
  return server;
}

async function both(turns: readonly TurnOrMaker[], wanted: Wanted = {}) {
  const server = await scripted(turns);
  const [first] = await gatewayTo(server.address ?? "", wanted);
  if (first === undefined) throw new Error("No gateway.");
  return { server, ...first };
}

const openai = ({ attempt, address }: Opened) =>
  new OpenAI({ baseURL: `${address}/v1`, apiKey: attempt.run.token, maxRetries: 0 });
const anthropic = ({ attempt, address }: Opened) =>
  new Anthropic({ baseURL: address, apiKey: attempt.run.token, maxRetries: 0 });

const USER = [{ role: "user" as const, content: "Do it." }];
const TOOL = {
  name: "bash",
  description: "",
  parameters: { type: "object", properties: { command: { type: "string" } } },
};
const TURN: ScriptedTurn = {
  ...{ text: "I do it.", toolCalls: [{ name: "bash", arguments: { command: "ls -la" } }] },
  usage: { input: 1_000, output: 40, cached: 600, reasoning: 10 },
};
const COST = (400 * 2 + 600 * 0.5 + 40 * 10) / 1_000_000;

/** What each client library makes of an answer, streamed or not. */
const ASK: Readonly<
  Record<string, (opened: Opened) => Promise<{ text: string; command: unknown }>>
> = {
  "chat, whole": async (opened) => {
    const tools = [{ type: "function" as const, function: TOOL }];
    const { choices } = await openai(opened).chat.completions.create({
      model: "m1",
      messages: USER,
      tools,
    });
    const message = choices[0]?.message;
    const call = message?.tool_calls?.[0];
    const given = call?.type === "function" ? call.function.arguments : "{}";
    return {
      text: message?.content ?? "",
      command: (JSON.parse(given) as { command: unknown }).command,
    };
  },
  "chat, streamed": async (opened) => {
    const tools = [{ type: "function" as const, function: TOOL }];
    const stream = openai(opened).chat.completions.stream({ model: "m1", messages: USER, tools });
    for await (const chunk of stream) expect(chunk.choices.length).toBeGreaterThan(0);
    const message = (await stream.finalChatCompletion()).choices[0]?.message;
    const call = message?.tool_calls?.[0];
    const given = call?.type === "function" ? call.function.arguments : "{}";
    return {
      text: message?.content ?? "",
      command: (JSON.parse(given) as { command: unknown }).command,
    };
  },
  "responses, whole": async (opened) => {
    const tools = [{ type: "function" as const, strict: false, ...TOOL }];
    const answer = await openai(opened).responses.create({ model: "m1", input: "Do it.", tools });
    const call = answer.output.find((item) => item.type === "function_call");
    return {
      text: answer.output_text,
      command: (JSON.parse(call?.arguments ?? "{}") as { command: unknown }).command,
    };
  },
  "responses, streamed": async (opened) => {
    const tools = [{ type: "function" as const, strict: false, ...TOOL }];
    const stream = openai(opened).responses.stream({ model: "m1", input: "Do it.", tools });
    const answer = await stream.finalResponse();
    const call = answer.output.find((item) => item.type === "function_call");
    return {
      text: answer.output_text,
      command: (JSON.parse(call?.arguments ?? "{}") as { command: unknown }).command,
    };
  },
  "messages, whole": async (opened) => {
    const tools = [{ name: "bash", input_schema: TOOL.parameters as { type: "object" } }];
    const { content } = await anthropic(opened).messages.create({
      model: "m1",
      max_tokens: 99,
      messages: USER,
      tools,
    });
    return saidBy(content);
  },
  "messages, streamed": async (opened) => {
    const tools = [{ name: "bash", input_schema: TOOL.parameters as { type: "object" } }];
    const stream = anthropic(opened).messages.stream({
      model: "m1",
      max_tokens: 99,
      messages: USER,
      tools,
    });
    return saidBy((await stream.finalMessage()).content);
  },
  "generate-content, whole": async (opened) => {
    const answer = await google(opened, "generateContent", GOOGLE_REQUEST);
    return saidInParts(partsIn((await answer.json()) as GoogleAnswer));
  },
  "generate-content, streamed": async (opened) => {
    const answer = await google(opened, "streamGenerateContent?alt=sse", GOOGLE_REQUEST);
    const events = (await answer.text()).split("\n\n").filter((event) => event !== "");
    const parts = events.flatMap((event) =>
      partsIn(JSON.parse(event.replace(/^data: /, "")) as GoogleAnswer),
    );
    return saidInParts(parts);
  },
};

interface GooglePart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: { readonly args: { readonly command: unknown } };
}
interface GoogleAnswer {
  readonly candidates: readonly { readonly content: { readonly parts: readonly GooglePart[] } }[];
}

const GOOGLE_REQUEST = {
  contents: [{ role: "user", parts: [{ text: "Do it." }] }],
  tools: [{ functionDeclarations: [TOOL] }],
};

/** As Google's own library asks. */
async function google({ attempt, address }: Opened, method: string, body: object) {
  const response = await fetch(`${address}/v1beta/models/m1:${method}`, {
    ...{ method: "POST", body: JSON.stringify(body) },
    headers: { "x-goog-api-key": attempt.run.token, "content-type": "application/json" },
  });
  if (response.ok) return response;
  throw Object.assign(new Error(await response.text()), { status: response.status });
}

const partsIn = ({ candidates }: GoogleAnswer) =>
  candidates.flatMap(({ content }) => content.parts);

function saidInParts(parts: readonly GooglePart[]) {
  const said = parts.filter(({ thought }) => thought !== true);
  return {
    text: said.map((part) => part.text ?? "").join(""),
    command: said.find(({ functionCall }) => functionCall !== undefined)?.functionCall?.args
      .command,
  };
}

function saidBy(content: readonly Anthropic.ContentBlock[]) {
  const said = content.find((block) => block.type === "text");
  const call = content.find((block) => block.type === "tool_use");
  return {
    text: said?.text ?? "",
    command: (call?.input as { command: unknown } | undefined)?.command,
  };
}

describe("an answer", () => {
  it.each(Object.keys(ASK))("passes unchanged and is counted: %s", async (way) => {
    const opened = await both([TURN]);
    expect(await ASK[way]?.(opened)).toEqual({ text: "I do it.", command: "ls -la" });
    const { consumed, answeredBy, events, incidents } = opened.attempt.run;
    expect(consumed).toMatchObject({
      ...{ steps: 1, calls: 1, cutCalls: 0, inputTokens: 1_000, outputTokens: 40 },
      ...{ cachedTokens: 600 },
    });
    expect(consumed.costUsd).toBeCloseTo(COST, 12);
    expect(incidents).toEqual([]);
    expect([...answeredBy]).toEqual(["vendor/m-1"]);
    expect(events.at(-2)).toMatchObject({ role: "assistant", step: 1, text: "I do it." });
    expect(events.at(-1)).toMatchObject({ role: "tool", tool: "bash", command: "ls -la" });
    const [asked] = opened.server.requests;
    const keys = ["authorization", "x-api-key", "x-goog-api-key"].map(
      (name) => asked?.headers[name],
    );
    expect(keys.filter((key) => key !== undefined).join()).toMatch(
      new RegExp(`^(Bearer )?${KEY}$`),
    );
  });

  it.each([
    ...["chat, streamed", "responses, whole", "messages, streamed"],
    ...["generate-content, whole", "generate-content, streamed"],
  ])("is asked for again after faults on the way, and counted once: %s", async (way) => {
    const faults = [
      { kind: "status", status: 429, retryAfterSeconds: 0 },
      { kind: "status", status: 503 },
      { kind: "cut" },
    ] as const;
    const opened = await both([{ ...TURN, faults }]);
    expect(await ASK[way]?.(opened)).toMatchObject({ command: "ls -la" });
    expect(opened.server.counts()).toMatchObject({ turns: 1, faults: 3 });
    expect(opened.attempt.run.consumed).toMatchObject({ steps: 1, calls: 1, inputTokens: 1_000 });
  });

  it("counts as no time of the agent's for how long it was kept waiting", async () => {
    const faults = [{ kind: "status", status: 429, retryAfterSeconds: 1 }] as const;
    const opened = await both([{ ...TURN, faults }]);
    await ASK["chat, whole"]?.(opened);
    const { waitedMs } = opened.attempt.run;
    expect(waitedMs).toBeGreaterThan(900);
    expect(opened.attempt.run.waitedMs).toBe(waitedMs);
  });

  it.each([
    ...["chat, streamed", "responses, streamed", "messages, streamed"],
    "generate-content, streamed",
  ])("that is cut off in the middle is cut off for the client, and is no step: %s", async (way) => {
    const opened = await both([{ ...TURN, faults: [{ kind: "cut-within" }] }]);
    await expect(ASK[way]?.(opened)).rejects.toThrow();
    expect(opened.attempt.run.consumed).toMatchObject({ steps: 0, calls: 0, cutCalls: 1 });
    expect(opened.attempt.run.incidents).toMatchObject([{ kind: "cut" }]);
    // Its client may ask again.
    expect(await ASK[way]?.(opened)).toMatchObject({ command: "ls -la" });
    expect(opened.attempt.run.consumed).toMatchObject({ steps: 1, calls: 1, cutCalls: 1 });
  });

  it("shows a stream's usage to a client that asked for it, and to no other", async () => {
    const opened = await both([TURN, TURN]);
    const usages = async (more: object) => {
      const stream = await openai(opened).chat.completions.create({
        model: "m1",
        messages: USER,
        tools: [{ type: "function" as const, function: TOOL }],
        stream: true,
        ...more,
      });
      const found = [];
      for await (const { usage } of stream) if (usage != null) found.push(usage.prompt_tokens);
      return found;
    };
    expect(await usages({})).toEqual([]);
    expect(await usages({ stream_options: { include_usage: true } })).toEqual([1_000]);
    expect(opened.attempt.run.consumed.inputTokens).toBe(2_000);
  });

  it("has the settings of the study, whatever the client asks for", async () => {
    const ask = async (settings: object) => {
      const opened = await both([TURN, TURN, TURN, TURN], { settings });
      const own: { model: string } & object = { model: "m1", ...{ temperature: 1.3 } };
      await openai(opened).chat.completions.create({
        ...own,
        messages: USER,
        reasoning_effort: "high",
      });
      await openai(opened).responses.create({ ...own, input: "x", reasoning: { effort: "high" } });
      await anthropic(opened).messages.create({
        ...own,
        max_tokens: 9,
        messages: USER,
      });
      const thinkingConfig = { thinkingLevel: "effort", includeThoughts: true };
      const generationConfig = { temperature: 1.3, maxOutputTokens: 9, thinkingConfig };
      await google(opened, "generateContent", { ...GOOGLE_REQUEST, generationConfig });
      return opened.server.requests.map(
        ({ question }) => question?.body as Record<string, unknown>,
      );
    };
    const [chat, responses, messages, generated] = await ask({
      temperature: 0.5,
      reasoning_effort: "low",
    });
    expect(chat).toMatchObject({ model: "vendor/m-1", temperature: 0.5, reasoning_effort: "low" });
    expect(responses).toMatchObject({ temperature: 0.5, reasoning: { effort: "low" } });
    expect(messages).toMatchObject({ temperature: 0.5, output_config: { effort: "low" } });
    expect(generated).toEqual({
      ...GOOGLE_REQUEST,
      generationConfig: {
        ...{ maxOutputTokens: 9, temperature: 0.5 },
        thinkingConfig: { includeThoughts: true, thinkingLevel: "LOW" },
      },
    });
    for (const body of await ask({})) {
      expect(JSON.stringify(body)).not.toContain("temperature");
      expect(JSON.stringify(body)).not.toContain("effort");
    }
  });

  it("on the side counts in tokens and cost, and is no step", async () => {
    const opened = await both([TURN, { text: "A title", usage: { input: 5, output: 2 } }], {
      sideCalls: true,
    });
    await ASK["chat, whole"]?.(opened);
    await openai(opened).chat.completions.create({ model: "m1", messages: USER });
    expect(opened.attempt.run.consumed).toMatchObject({ steps: 1, calls: 2, inputTokens: 1_005 });
  });
});

describe("a client that goes away", () => {
  it.each(dialectSchema.options)("has its answer counted whole: %s", async (dialect) => {
    const opened = await both([{ ...TURN, betweenChunksMs: 20 }]);
    const tools = {
      chat: { type: "function", function: TOOL },
      responses: { type: "function", ...TOOL },
      messages: { name: "bash", input_schema: TOOL.parameters },
      "generate-content": { functionDeclarations: [TOOL] },
    };
    const body = {
      model: "m1",
      stream: true,
      messages: USER,
      input: "Do it.",
      contents: [],
      max_tokens: 9,
      tools: [tools[dialect]],
    };
    const path = {
      chat: "/v1/chat/completions",
      responses: "/v1/responses",
      messages: "/v1/messages",
      "generate-content": "/v1beta/models/m1:streamGenerateContent?alt=sse",
    };
    const gone = new AbortController();
    const answer = await fetch(`${opened.address}${path[dialect]}`, {
      ...{ method: "POST", body: JSON.stringify(body), signal: gone.signal },
      headers: { authorization: `Bearer ${opened.attempt.run.token}` },
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    gone.abort();
    await expect
      .poll(() => opened.attempt.run.consumed, { timeout: 10_000 })
      .toMatchObject({ steps: 1, calls: 1, cutCalls: 0, inputTokens: 1_000 });
  });

  it("after CONNECT holds nothing open", async () => {
    const opened = await both([TURN]);
    const socket = connect(Number(new URL(opened.address).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("CONNECT example.org:443 HTTP/1.1\r\n\r\n");
    await text(socket);
    socket.write("more");
    socket.destroy();
    await opened.attempt.close();
    expect(opened.attempt.run.incidents).toMatchObject([{ kind: "other-host" }]);
  });

  it("has what is under way broken off at the end of its attempt, and counted", async () => {
    const opened = await both([{ ...TURN, firstByteMs: 60_000 }]);
    const asking = ASK["chat, streamed"]?.(opened).catch((error: unknown) => error);
    await expect.poll(() => opened.server.requests.length, { timeout: 10_000 }).toBe(1);
    await opened.attempt.run.end();
    expect(await asking).toBeInstanceOf(Error);
    expect(opened.attempt.run.consumed).toMatchObject({ steps: 0, calls: 0 });
  });
});

describe("a limit", () => {
  it.each([
    ["steps", { ...NO_LIMITS, steps: 2 }, 2],
    ["tokens", { ...NO_LIMITS, tokens: 1_500 }, 2],
    ["cost", { ...NO_LIMITS, costUsd: COST * 2.5 }, 3],
  ] as const)("of %s refuses the next call and ends the attempt", async (which, limits, calls) => {
    const opened = await both(
      Array.from({ length: 5 }, () => TURN),
      { limits },
    );
    for (let call = 0; call < calls; call++) await ASK["chat, whole"]?.(opened);
    expect(opened.attempt.run.signal.aborted).toBe(false);
    await expect(ASK["chat, whole"]?.(opened)).rejects.toMatchObject({ status: 403 });
    expect(opened.attempt.run.signal.reason).toEqual(new LimitReached(which));
    expect(opened.server.requests).toHaveLength(calls);
  });

  it("of steps holds for calls at once, too", async () => {
    const slow = { ...TURN, firstByteMs: 200 };
    const opened = await both(
      Array.from({ length: 9 }, () => slow),
      { limits: { ...NO_LIMITS, steps: 3 } },
    );
    const asked = await Promise.allSettled(
      Array.from({ length: 9 }, async () => ASK["chat, whole"]?.(opened)),
    );
    expect(asked.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(3);
    expect(opened.server.requests.length).toBeLessThanOrEqual(3);
  });

  it("is what a prompt that the model can't take in comes to, for scaffolds of ours", async () => {
    const opened = await both([{ ...TURN, faults: [{ kind: "context-length" }] }]);
    const asking = opened.attempt.run.ask("chat", {
      model: "m1",
      messages: USER,
      tools: [{ type: "function", function: TOOL }],
    });
    await expect(asking).rejects.toEqual(new LimitReached("tokens"));
  });
});

describe("what is refused", () => {
  it("is a token of another run, or none, and is kept", async () => {
    const server = await scripted([TURN, TURN]);
    const [mine, other] = await gatewayTo(server.address ?? "", { count: 2 });
    if (mine === undefined || other === undefined) throw new Error("No gateways.");
    const stolen: Opened = { attempt: other.attempt, address: mine.address };
    await expect(ASK["chat, whole"]?.(stolen)).rejects.toMatchObject({ status: 401 });
    await expect(ASK["messages, whole"]?.(stolen)).rejects.toMatchObject({ status: 401 });
    const none = await fetch(`${mine.address}/v1/responses`, { method: "POST", body: "{}" });
    expect(none.status).toBe(401);
    expect(mine.attempt.run.incidents.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["wrong-token", "POST /v1/chat/completions"],
      ["wrong-token", "POST /v1/messages"],
      ["wrong-token", "POST /v1/responses"],
    ]);
    expect(other.attempt.run.incidents).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it("is another host, another model, another path and what is no JSON", async () => {
    const opened = await both([TURN]);
    const { port } = new URL(opened.address);
    const raw = (lines: string) => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(`${lines}\r\nHost: example.org\r\nConnection: close\r\n\r\n`);
      return text(socket);
    };
    expect(await raw("CONNECT example.org:443 HTTP/1.1")).toContain("403");
    expect(await raw("GET http://example.org/fix HTTP/1.1")).toContain("403");
    const headers = { authorization: `Bearer ${opened.attempt.run.token}` };
    const post = async (path: string, body: string) =>
      (await fetch(`${opened.address}${path}`, { method: "POST", headers, body })).status;
    expect(await post("/v1/chat/completions", '{"model":"gpt-9"}')).toBe(404);
    expect(await post("/v1/files", "{}")).toBe(404);
    expect(await post("/v1/messages", "no json")).toBe(400);
    // The model in the address is the one that is asked, whatever the body says.
    expect(await post("/v1beta/models/gemini-9:generateContent", '{"model":"m1"}')).toBe(404);
    expect(await post("/v1beta/models/m1:countTokens", "{}")).toBe(404);
    expect(await post("/v1beta/models/m1:streamGenerateContent", "{}")).toBe(404);
    expect(opened.attempt.run.incidents.map(({ kind, detail }) => `${kind}: ${detail}`)).toEqual([
      "other-host: CONNECT example.org:443",
      "other-host: GET http://example.org/fix",
      "other-model: gpt-9",
      "other-path: POST /v1/files",
      "bad-request: POST /v1/messages",
      "other-model: gemini-9",
      "other-path: POST /v1beta/models/m1:countTokens",
      "other-path: POST /v1beta/models/m1:streamGenerateContent",
    ]);
    expect(opened.server.requests).toEqual([]);
    expect((await fetch(opened.address, { method: "HEAD" })).status).toBe(200);
    const listed = await fetch(`${opened.address}/v1/models`, { headers });
    expect(await listed.json()).toMatchObject({ data: [{ id: "m1" }] });
  });

  it.each([
    ["chat", { web_search_options: {} }, "web_search_options"],
    [
      "chat",
      {
        messages: [
          {
            role: "user",
            content: [{ type: "image_url", image_url: { url: "https://example.org/a.png" } }],
          },
        ],
      },
      "a file by its address",
    ],
    ["responses", { tools: [{ type: "web_search" }] }, "the tool web_search"],
    ["responses", { previous_response_id: "resp_1" }, "previous_response_id"],
    [
      "messages",
      { tools: [{ type: "web_search_20250305", name: "web_search" }] },
      "the tool web_search_20250305",
    ],
    ["messages", { mcp_servers: [{ url: "https://example.org" }] }, "mcp_servers"],
    ["generate-content", { tools: [{ googleSearch: {} }] }, "the tool googleSearch"],
    ["generate-content", { tools: { url_context: {} } }, "the tool url_context"],
    ["generate-content", { cachedContent: "cachedContents/1" }, "cachedContent"],
    [
      "generate-content",
      { contents: [{ parts: [{ file_data: { file_uri: "gs://bucket/a" } }] }] },
      "a file by its address",
    ],
  ] as const)(
    "is what a provider would fetch or run for it: %s %o",
    async (dialect, more, named) => {
      const opened = await both([TURN]);
      const path = {
        chat: "/v1/chat/completions",
        responses: "/v1/responses",
        messages: "/v1/messages",
        "generate-content": "/v1beta/models/m1:generateContent",
      };
      const headers = { authorization: `Bearer ${opened.attempt.run.token}` };
      const body = JSON.stringify({ model: "m1", ...more });
      const { status } = await fetch(`${opened.address}${path[dialect]}`, {
        method: "POST",
        headers,
        body,
      });
      expect(status).toBe(400);
      expect(opened.attempt.run.incidents).toMatchObject([{ kind: "foreign", detail: named }]);
      expect(opened.server.requests).toEqual([]);
    },
  );

  it("is a seventeenth call at once", async () => {
    const opened = await both(Array.from({ length: 17 }, () => ({ ...TURN, firstByteMs: 500 })));
    const asked = await Promise.allSettled(
      Array.from({ length: 17 }, async () => ASK["chat, whole"]?.(opened)),
    );
    const refused = asked.flatMap((one) =>
      one.status === "rejected" ? [one.reason as unknown] : [],
    );
    expect(refused).toMatchObject([{ status: 429 }]);
    expect(opened.attempt.run.consumed).toMatchObject({ steps: 16, calls: 16 });
  });

  it("by a provider that names the key comes without it", async () => {
    const provider = createServer((request, response) => {
      const { authorization, "x-goog-api-key": key } = request.headers;
      const message = `Incorrect API key: ${authorization ?? String(key)}`;
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message } }));
    });
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    open.push(() => void provider.close());
    const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const [opened] = await gatewayTo(address);
    if (opened === undefined) throw new Error("No gateway.");
    for (const way of ["chat, whole", "generate-content, whole"]) {
      const refused = await ASK[way]?.(opened).catch((error: unknown) => error);
      expect(String(refused)).toContain("[secret]");
      expect(String(refused)).not.toContain(KEY);
    }
    expect(JSON.stringify(opened.attempt.run.incidents)).not.toContain(KEY);
    expect(opened.attempt.run.incidents).toMatchObject([{ kind: "refused" }, { kind: "refused" }]);
  });
});

describe("Google's own service", () => {
  it("is asked where it speaks the dialect, with the key in its own header", async () => {
    const entry = modelEntrySchema.parse({ id: "gemini-2.5-pro", provider: "gemini" });
    const { baseUrl, baseUrls } = endpointOf(entry);
    expect(baseUrl).toMatch(/\/v1beta\/openai$/);
    expect(baseUrls["generate-content"]).toBe(baseUrl.replace("/openai", ""));
    // An address of the user's own is the address of all.
    const own = endpointOf({ ...entry, base_url: "http://127.0.0.1:1/v1beta" });
    expect(own).toMatchObject({ baseUrl: "http://127.0.0.1:1/v1beta", baseUrls: {} });

    const server = await scripted([TURN]);
    const here = (url: string) => url.replace(/^https:\/\/[^/]+/, server.address ?? "");
    const elsewhere = { "generate-content": here(baseUrls["generate-content"] ?? "") };
    const client = providerClient({ baseUrl: here(baseUrl), baseUrls: elsewhere }, KEY);
    const body = { ...GOOGLE_REQUEST, model: "gemini-2.5-pro", stream: true };
    const { signal } = new AbortController();
    const onWait = () => () => {};
    const tried = await client({ dialect: "generate-content", body, signal, onWait });
    for await (const chunk of tried.chunks) expect(chunk.length).toBeGreaterThan(0);
    const [asked] = server.requests;
    expect(asked?.path).toBe("/v1beta/models/gemini-2.5-pro:streamGenerateContent");
    expect(asked?.headers).toMatchObject({ "x-goog-api-key": KEY });
    expect(asked?.question?.body).toEqual(GOOGLE_REQUEST);
  });
});

describe("a provider in a region", () => {
  it("is where its entry says, and asks for that", () => {
    const entry = modelEntrySchema.parse({ id: "openai.gpt-oss-120b-1:0", provider: "bedrock" });
    const hint = expect.stringContaining("bedrock-runtime.us-west-2") as string;
    expect(() => endpointOf(entry)).toThrow(expect.objectContaining({ code: "no-base-url", hint }));
    const base_url = "https://bedrock-runtime.eu-central-1.amazonaws.com/openai/v1/";
    expect(endpointOf({ ...entry, base_url })).toMatchObject({
      ...{ baseUrl: base_url.slice(0, -1), keyName: "AWS_BEARER_TOKEN_BEDROCK" },
      dialects: ["chat", "responses"],
    });
  });
});

describe("secrets", () => {
  it("come from a file that is its owner's alone, before the environment", () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "secrets");
    writeFileSync(file, 'A_KEY="from-the-file"\n');
    chmodSync(file, 0o640);
    expect(() => openSecrets({}, file)).toThrow("is not for its owner alone (mode 640)");
    chmodSync(file, 0o600);
    const secrets = openSecrets({ A_KEY: "from-the-environment", B_KEY: "another-one" }, file);
    expect([secrets.get("A_KEY"), secrets.get("B_KEY")]).toEqual(["from-the-file", "another-one"]);
    expect(() => secrets.get("C_KEY")).toThrow("There is no secret C_KEY.");
    expect(secrets.redact("it is from-the-file, or another-one")).toBe(
      "it is [secret], or [secret]",
    );
    expect(readFileSync(file, "utf8")).toContain("from-the-file");
    expect(() => openSecrets({}, join(folder.path, "none"))).toThrow("is not there");
  });
});

it("looks for a shell only where one is offered", async () => {
  const opened = await both([shellCall("ls", { usage: { input: 1, output: 1 } })]);
  await openai(opened).chat.completions.create({ model: "m1", messages: USER });
  expect(opened.server.counts()).toMatchObject({ turns: 0, unforeseen: 1 });
});
