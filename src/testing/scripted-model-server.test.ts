import { mkdtempSync, rmSync } from "node:fs";
import { request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as allOf } from "node:stream/consumers";

import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";

import { shellCall, startScriptedModelServer } from "./index.ts";
import type { ScriptedFault, ScriptedModelServer, ScriptedTurn } from "./index.ts";
import { pieces } from "./scripted-models/turn.ts";

const USAGE = { input: 100, output: 40, cached: 30, cacheWrite: 20, reasoning: 15 };
const TURN: ScriptedTurn = {
  text: "I look at the file — with care.",
  reasoning: "It may be the parser.",
  toolCalls: [
    { name: "bash", arguments: { command: "cat src/parser.py" } },
    { name: "bash", arguments: { command: "ls" } },
  ],
  usage: USAGE,
};
const COMMAND_SCHEMA = {
  type: "object" as const,
  properties: { command: { type: "string" } },
  required: ["command"],
};

const openai = (server: ScriptedModelServer, maxRetries = 0) =>
  new OpenAI({ baseURL: `${server.address ?? ""}/v1`, apiKey: "run-token", maxRetries });
const anthropic = (server: ScriptedModelServer, maxRetries = 0) =>
  new Anthropic({ baseURL: server.address, apiKey: "run-token", maxRetries });

/** What a client library made of an answer, in one shape for all. */
interface Understood {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly ended: string;
  readonly model: string;
  readonly usage: Readonly<Record<string, number | null | undefined>>;
}
type Client = (server: ScriptedModelServer, maxRetries?: number) => Promise<Understood>;

const chatRequest = {
  model: "m1",
  messages: [{ role: "user" as const, content: "Mend it." }],
  tools: [{ type: "function" as const, function: { name: "bash", parameters: COMMAND_SCHEMA } }],
};

function understoodChat(answer: OpenAI.ChatCompletion): Understood {
  const [choice] = answer.choices;
  const message = choice?.message as OpenAI.ChatCompletionMessage & { reasoning_content?: string };
  const { usage } = answer;
  return {
    text: message.content ?? "",
    reasoning: message.reasoning_content ?? "",
    calls: (message.tool_calls ?? []).map((call) =>
      call.type === "function"
        ? { name: call.function.name, arguments: JSON.parse(call.function.arguments) as unknown }
        : { name: "custom", arguments: null },
    ),
    ended: choice?.finish_reason ?? "",
    model: answer.model,
    usage: {
      input: usage?.prompt_tokens,
      output: usage?.completion_tokens,
      cached: usage?.prompt_tokens_details?.cached_tokens,
      cacheWrite: usage?.prompt_tokens_details?.cache_write_tokens,
      reasoning: usage?.completion_tokens_details?.reasoning_tokens,
    },
  };
}

const chatWhole: Client = async (server, maxRetries) =>
  understoodChat(await openai(server, maxRetries).chat.completions.create(chatRequest));

const chatStreamed: Client = async (server, maxRetries) => {
  const stream = openai(server, maxRetries).chat.completions.stream({
    ...chatRequest,
    stream_options: { include_usage: true },
  });
  let reasoning = "";
  stream.on("chunk", ({ choices: [choice] }) => {
    reasoning +=
      (choice?.delta as { reasoning_content?: string } | undefined)?.reasoning_content ?? "";
  });
  const understood = understoodChat(await stream.finalChatCompletion());
  return { ...understood, reasoning };
};

const responsesRequest = {
  model: "m1",
  input: "Mend it.",
  tools: [{ type: "function" as const, name: "bash", strict: false, parameters: COMMAND_SCHEMA }],
};

function understoodResponse(answer: OpenAI.Responses.Response): Understood {
  const { usage } = answer;
  return {
    text: answer.output
      .flatMap((item) => (item.type === "message" ? item.content : []))
      .map((part) => (part.type === "output_text" ? part.text : part.refusal))
      .join(""),
    reasoning: answer.output
      .flatMap((item) => (item.type === "reasoning" ? item.summary : []))
      .map(({ text }) => text)
      .join(""),
    calls: answer.output.flatMap((item) =>
      item.type === "function_call"
        ? [{ name: item.name, arguments: JSON.parse(item.arguments) as unknown }]
        : [],
    ),
    ended: answer.incomplete_details?.reason ?? answer.status ?? "",
    model: answer.model,
    usage: {
      input: usage?.input_tokens,
      output: usage?.output_tokens,
      cached: usage?.input_tokens_details.cached_tokens,
      cacheWrite: usage?.input_tokens_details.cache_write_tokens,
      reasoning: usage?.output_tokens_details.reasoning_tokens,
    },
  };
}

const responsesWhole: Client = async (server, maxRetries) =>
  understoodResponse(await openai(server, maxRetries).responses.create(responsesRequest));

const responsesStreamed: Client = async (server, maxRetries) => {
  const stream = openai(server, maxRetries).responses.stream(responsesRequest);
  return understoodResponse(await stream.finalResponse());
};

const messagesRequest = {
  model: "m1",
  max_tokens: 1000,
  messages: [{ role: "user" as const, content: "Mend it." }],
  tools: [{ name: "bash", input_schema: COMMAND_SCHEMA }],
};

function understoodMessage(answer: Anthropic.Message): Understood {
  const { usage } = answer;
  const cached = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  return {
    text: answer.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    reasoning: answer.content
      .map((block) => (block.type === "thinking" ? block.thinking : ""))
      .join(""),
    calls: answer.content.flatMap((block) =>
      block.type === "tool_use" ? [{ name: block.name, arguments: block.input }] : [],
    ),
    ended: answer.stop_reason ?? "",
    model: answer.model,
    usage: {
      ...{ input: usage.input_tokens + cached + cacheWrite, output: usage.output_tokens },
      ...{ cached, cacheWrite, reasoning: usage.output_tokens_details?.thinking_tokens },
    },
  };
}

const messagesWhole: Client = async (server, maxRetries) =>
  understoodMessage(await anthropic(server, maxRetries).messages.create(messagesRequest));

const messagesStreamed: Client = async (server, maxRetries) =>
  understoodMessage(
    await anthropic(server, maxRetries).messages.stream(messagesRequest).finalMessage(),
  );

interface Way {
  readonly name: string;
  readonly client: Client;
  readonly streamed: boolean;
  /** How it says that tools are called, that it is done, and that it ran out of tokens. */
  readonly endings: readonly [string, string, string];
}

const OPENAI = ["tool_calls", "stop", "length"] as const;
const RESPONSES = ["completed", "completed", "max_output_tokens"] as const;
const ANTHROPIC = ["tool_use", "end_turn", "max_tokens"] as const;
const WAYS: readonly Way[] = [
  { name: "chat", client: chatWhole, streamed: false, endings: OPENAI },
  { name: "streamed chat", client: chatStreamed, streamed: true, endings: OPENAI },
  { name: "responses", client: responsesWhole, streamed: false, endings: RESPONSES },
  { name: "streamed responses", client: responsesStreamed, streamed: true, endings: RESPONSES },
  { name: "messages", client: messagesWhole, streamed: false, endings: ANTHROPIC },
  { name: "streamed messages", client: messagesStreamed, streamed: true, endings: ANTHROPIC },
];

const DONE: ScriptedTurn = { text: "Done.", usage: { input: 120, output: 3 } };
const withFault = (...faults: ScriptedFault[]): ScriptedTurn => ({ ...DONE, faults });

describe.each(WAYS)("the scripted server's $name", ({ client, streamed, endings }) => {
  it("says what the script says, as the service's own client understands it", async () => {
    await using server = await startScriptedModelServer({ turns: [TURN] });
    expect(await client(server)).toEqual({
      ...{ text: TURN.text, reasoning: TURN.reasoning, calls: TURN.toolCalls },
      ...{ ended: endings[0], model: "m1", usage: USAGE },
    });
  });

  it("plays turns in order, under the name that a turn bears", async () => {
    await using server = await startScriptedModelServer({
      turns: [TURN, { ...DONE, model: "m1-2026-01-01" }, { ...DONE, stop: "length" }],
    });
    await client(server);
    const second = await client(server);
    expect(second).toMatchObject({ text: "Done.", ended: endings[1], model: "m1-2026-01-01" });
    expect((await client(server)).ended).toBe(endings[2]);
    expect(server.counts().usage).toMatchObject({ input: 340, output: 46, cached: 30 });
  });

  it.each([401, 404, 429, 500, 502, 503, 529] as const)("fails with %i", async (status) => {
    const fault = { kind: "status", status } as const;
    await using server = await startScriptedModelServer({ turns: [withFault(fault)] });
    await expect(client(server)).rejects.toMatchObject({ status });
    expect((await client(server)).text).toBe("Done.");
    expect(server.counts()).toMatchObject({ turns: 1, faults: 1, unforeseen: 0 });
  });

  it("is taken up again by a client that waits as told", async () => {
    const fault = { kind: "status", status: 429, retryAfterSeconds: 1 } as const;
    await using server = await startScriptedModelServer({ turns: [withFault(fault)] });
    expect((await client(server, 2)).text).toBe("Done.");
    const [first, second] = server.requests;
    expect([first?.due?.fault?.kind, second?.due?.fault]).toEqual(["status", null]);
    expect((second?.receivedAtMs ?? 0) - (first?.receivedAtMs ?? 0)).toBeGreaterThan(900);
  });

  it("cuts the connection before a byte", async () => {
    await using server = await startScriptedModelServer({ turns: [withFault({ kind: "cut" })] });
    await expect(client(server)).rejects.toThrow(/Connection error/);
    expect((await client(server)).text).toBe("Done.");
  });

  it("cuts the connection within an answer", async () => {
    await using server = await startScriptedModelServer({
      turns: [withFault({ kind: "cut-within" })],
    });
    await expect(client(server)).rejects.toThrow(/terminated|ended|error|missing/i);
    expect((await client(server)).text).toBe("Done.");
    expect(server.counts()).toMatchObject({ turns: 1, faults: 1 });
  });

  it("fails within an answer", async () => {
    await using server = await startScriptedModelServer({
      turns: [withFault({ kind: "error-within" })],
    });
    await expect(client(server)).rejects.toThrow(streamed ? /scripted error 529/ : /500/);
    expect((await client(server)).text).toBe("Done.");
  });

  it("finds prompts too long", async () => {
    await using server = await startScriptedModelServer({
      turns: [withFault({ kind: "context-length", times: 2 })],
    });
    await expect(client(server)).rejects.toMatchObject({ status: 400 });
    await expect(client(server)).rejects.toThrow(/maximum context length/);
  });

  it("takes its time", async () => {
    await using server = await startScriptedModelServer({
      turns: [{ ...DONE, firstByteMs: 150, betweenChunksMs: 30 }],
    });
    const began = performance.now();
    expect((await client(server)).text).toBe("Done.");
    expect(performance.now() - began).toBeGreaterThan(streamed ? 200 : 140);
  });

  it("sends huge answers whole", async () => {
    const text = "All work and no play. ".repeat(100_000);
    await using server = await startScriptedModelServer({ turns: [{ ...DONE, text }] });
    expect((await client(server)).text).toHaveLength(text.length);
  });
});

describe("the scripted server", () => {
  it("sends arguments that are no JSON as they stand", async () => {
    const toolCalls = [{ name: "bash", arguments: '{"command": "ls' }];
    await using server = await startScriptedModelServer({
      turns: Array(3).fill({ ...DONE, toolCalls }) as ScriptedTurn[],
    });
    const chat = await openai(server).chat.completions.create(chatRequest);
    expect(chat.choices[0]?.message.tool_calls).toMatchObject([
      { function: { arguments: '{"command": "ls' } },
    ]);
    const response = await openai(server).responses.create(responsesRequest);
    expect(response.output.at(-1)).toMatchObject({ arguments: '{"command": "ls' });
    const message = await anthropic(server).messages.create(messagesRequest);
    expect(message.content.at(-1)).toMatchObject({ input: '{"command": "ls' });
  });

  it("calls custom tools of the Responses API with plain text", async () => {
    const toolCalls = [{ name: "apply_patch", arguments: "*** Begin Patch" }];
    await using server = await startScriptedModelServer({ turns: [{ ...DONE, toolCalls }] });
    const stream = openai(server).responses.stream({
      ...{ model: "m1", input: "Mend it." },
      tools: [{ type: "custom", name: "apply_patch" }],
    });
    expect((await stream.finalResponse()).output.at(-1)).toMatchObject({
      ...{ type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch" },
    });
  });

  it("gives a chat stream its usage only where that is asked for", async () => {
    await using server = await startScriptedModelServer({ turns: [DONE, DONE] });
    const usages = async (stream_options: OpenAI.ChatCompletionStreamOptions | null) => {
      const found = [];
      const request = { ...chatRequest, stream: true, stream_options } as const;
      for await (const chunk of await openai(server).chat.completions.create(request)) {
        found.push(chunk.usage);
      }
      return found;
    };
    expect((await usages(null)).every((usage) => usage === undefined)).toBe(true);
    const asked = await usages({ include_usage: true });
    expect(asked.at(-1)).toMatchObject({ prompt_tokens: 120, completion_tokens: 3 });
    expect(asked.slice(0, -1).every((usage) => usage === null)).toBe(true);
  });

  it("fills whatever shell a client offers", async () => {
    const turn = shellCall("pytest -q", { usage: USAGE });
    const offered = (name: string, properties: Record<string, object>) => ({
      type: "function" as const,
      function: { name, parameters: { type: "object", properties } },
    });
    const string = { type: "string" };
    const shells = [
      offered("bash", { command: string, description: string }),
      offered("Bash", { command: string, timeout: { type: "number" } }),
      offered("exec_command", { cmd: string, workdir: string }),
      offered("shell", { command: { type: "array", items: string } }),
      offered("run_shell_command", { command: string, description: string }),
    ];
    await using server = await startScriptedModelServer({ turns: shells.map(() => turn) });
    const called = [];
    for (const shell of shells) {
      const tools = [offered("read_file", { path: string }), shell];
      const answer = await openai(server).chat.completions.create({ ...chatRequest, tools });
      const call = answer.choices[0]?.message.tool_calls?.[0];
      if (call?.type === "function") called.push(call.function);
    }
    const command = "pytest -q";
    expect(
      called.map(({ name, arguments: given }) => [name, JSON.parse(given) as unknown]),
    ).toEqual([
      ["bash", { command, description: "Runs a command" }],
      ["Bash", { command }],
      ["exec_command", { cmd: command }],
      ["shell", { command: ["bash", "-lc", command] }],
      ["run_shell_command", { command, description: "Runs a command" }],
    ]);
  });

  it("gives requests that no script foresees a plain answer and counts them apart", async () => {
    await using server = await startScriptedModelServer({ turns: [TURN] });
    const { tools, ...title } = chatRequest;
    expect(tools).toHaveLength(1);
    const answer = await openai(server).chat.completions.create(title);
    expect(answer.choices[0]?.message.content).toBe("Scripted.");
    expect((await chatWhole(server)).text).toBe(TURN.text);
    expect((await chatWhole(server)).text).toBe("Scripted.");
    expect(server.counts()).toMatchObject({ turns: 1, faults: 0, unforeseen: 2 });
    expect(server.requests.map(({ due }) => due?.index)).toEqual([null, 0, null]);
  });

  it("tells conversations apart", async () => {
    await using server = await startScriptedModelServer({
      conversation: ({ model, token }) => `${token ?? ""}/${model}`,
      turns: (conversation) =>
        ({
          "run-token/m1": [{ ...DONE, text: "one" }],
          "run-token/m2": [{ ...DONE, text: "two" }],
        })[conversation],
    });
    const texts = await Promise.all(
      ["m1", "m2", "m3"].map(async (model) => {
        const answer = await openai(server).chat.completions.create({ ...chatRequest, model });
        return answer.choices[0]?.message.content;
      }),
    );
    expect(texts).toEqual(["one", "two", "Scripted."]);
    expect(server.counts("run-token/m2")).toMatchObject({ turns: 1, unforeseen: 0 });
    expect(server.counts("run-token/m3")).toMatchObject({ turns: 0, unforeseen: 1 });
  });

  it("keeps requests as they came", async () => {
    await using server = await startScriptedModelServer({ turns: [DONE] });
    await messagesWhole(server);
    const [kept] = server.requests;
    expect(kept).toMatchObject({ method: "POST", path: "/v1/messages" });
    expect(kept?.headers["user-agent"]).toMatch(/^Anthropic/);
    expect(JSON.parse(kept?.text ?? "")).toEqual(messagesRequest);
    expect(kept?.question).toMatchObject({ token: "run-token", texts: ["Mend it."] });
  });

  it("answers what is no question, and refuses what is none of its own", async () => {
    await using server = await startScriptedModelServer({ turns: [DONE] });
    const fetched = async (path: string, init?: RequestInit) =>
      (await fetch(`${server.address ?? ""}${path}`, init)).status;
    expect(await fetched("/", { method: "HEAD" })).toBe(200);
    expect(await fetched("/v1/models")).toBe(404);
    expect(await fetched("/v1/messages", { method: "POST", body: "no JSON" })).toBe(400);
    expect(server.requests.map(({ due }) => due)).toEqual([null, null, null]);
    expect(server.counts().turns).toBe(0);
  });

  it("listens on a unix socket", async () => {
    const folder = mkdtempSync(join(tmpdir(), "scripted-"));
    try {
      const socketPath = join(folder, "s");
      await using server = await startScriptedModelServer({ turns: [DONE], socketPath });
      expect(server.address).toBeNull();
      const sent = JSON.stringify(chatRequest);
      const answer = await new Promise<string>((resolve, reject) => {
        const path = "/v1/chat/completions";
        const asked = ask({ socketPath, path, method: "POST" }, (got) => resolve(allOf(got)));
        asked.on("error", reject).end(sent);
      });
      expect(JSON.parse(answer)).toMatchObject({ choices: [{ message: { content: "Done." } }] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the pieces of a streamed text", () => {
  it("make up the text, and tear no character", () => {
    const texts = fc.string({ unit: "grapheme", maxLength: 400 });
    fc.assert(
      fc.property(texts, (text) => {
        const parts = pieces(text);
        expect(parts.join("")).toBe(text);
        expect(parts.every((part) => !/\p{Surrogate}/u.test(part))).toBe(true);
      }),
    );
  });
});
