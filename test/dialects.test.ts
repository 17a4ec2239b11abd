// What is read in answers: a stream comes to the same as the whole answer, whatever is said. The
// scripted models put turns into the services' words by code of their own.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DIALECTS, dialectAt } from "../src/llm/dialects/index.ts";
import { object } from "../src/llm/dialects/json.ts";
import { streamEvents, withoutUsageEvent } from "../src/llm/stream-events.ts";
import { scriptedChat } from "../src/testing/scripted-models/chat.ts";
import { scriptedGenerateContent } from "../src/testing/scripted-models/generate-content.ts";
import { scriptedMessages } from "../src/testing/scripted-models/messages.ts";
import { readRequest } from "../src/testing/scripted-models/request.ts";
import { scriptedResponses } from "../src/testing/scripted-models/responses.ts";

const SCRIPTED = {
  ...{ chat: scriptedChat, responses: scriptedResponses, messages: scriptedMessages },
  "generate-content": scriptedGenerateContent,
};
const REQUESTS = {
  chat: { model: "m", messages: [], stream: true, stream_options: { include_usage: true } },
  responses: { model: "m", input: "x", stream: true },
  messages: { model: "m", messages: [], max_tokens: 9, stream: true },
  "generate-content": { model: "m", contents: [], stream: true },
};

const turn = fc.record({
  text: fc.string({ unit: "grapheme" }),
  reasoning: fc.string({ unit: "grapheme" }),
  toolCalls: fc.array(
    fc.record({
      name: fc.constantFrom("bash", "edit"),
      arguments: fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: "grapheme" })),
    }),
    { maxLength: 3 },
  ),
  usage: fc.record({
    input: fc.integer({ min: 60, max: 1e6 }),
    output: fc.integer({ min: 30, max: 1e6 }),
    cached: fc.integer({ min: 0, max: 30 }),
    cacheWrite: fc.integer({ min: 0, max: 30 }),
    reasoning: fc.integer({ min: 0, max: 30 }),
  }),
});

describe.each(["chat", "responses", "messages", "generate-content"] as const)("%s", (id) => {
  const reader = DIALECTS[id];
  const scripted = SCRIPTED[id];
  const telling = (said: object) => ({
    turn: said as never,
    request: readRequest(id, reader.path.replace("MODEL", "m"), {}, REQUESTS[id]) as never,
    serial: 1,
  });
  const framesOf = (said: object) =>
    scripted
      .stream(telling(said))
      .map(
        ({ event, data }) => `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`,
      );

  it("reads the same turn and the same usage in a stream and in a whole answer", () => {
    fc.assert(
      fc.property(turn, (said) => {
        const whole = object(scripted.whole(telling(said)));
        const streamed = reader.assemble(streamEvents(framesOf(said).join("")));
        expect(streamed).not.toBeNull();
        expect(reader.turn(streamed ?? {})).toEqual(reader.turn(whole));
        expect(reader.usage(streamed ?? {})).toEqual(reader.usage(whole));
        expect(reader.model(streamed ?? {})).toBe("m");
        const read = reader.turn(whole);
        expect(read.text).toBe(said.text);
        expect(
          read.calls.map(({ tool, arguments: given }) => ({ name: tool, arguments: given })),
        ).toEqual(said.toolCalls);
        expect(reader.usage(whole)).toMatchObject({
          ...{ inputTokens: said.usage.input, outputTokens: said.usage.output },
          cachedTokens: said.usage.cached,
        });
      }),
    );
  });

  it("takes a stream that was cut off for none", () => {
    fc.assert(
      fc.property(turn, fc.nat(), (said, cut) => {
        const frames = framesOf(said).filter((frame) => !frame.includes("[DONE]"));
        // The last event, or with Chat Completions the usage after it, makes it whole.
        const needed = id === "chat" ? frames.length - 1 : frames.length;
        const kept = frames.slice(0, cut % needed);
        expect(reader.assemble(streamEvents(kept.join("")))).toBeNull();
      }),
    );
  });
});

it("hides the usage event whatever the pieces in which a stream arrives", async () => {
  const frames = (usage: boolean) => {
    const request = { ...REQUESTS.chat, stream_options: { include_usage: usage } };
    return scriptedChat
      .stream({
        turn: { text: "Hällo, world", usage: { input: 3, output: 4 } },
        request: readRequest("chat", "/v1/chat/completions", {}, request),
        serial: 1,
      })
      .map(({ data }) => `data: ${data}\n\n`)
      .join("");
  };
  // The other events say that they have none.
  const created = (text: string) =>
    text.replaceAll(/"created":\d+/g, '"created":0').replaceAll(',"usage":null', "");
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
      const bytes = Buffer.from(frames(true));
      const pieces = async function* () {
        for (let at = 0; at < bytes.length; at += size)
          yield await Promise.resolve(bytes.subarray(at, at + size));
      };
      const shown: Uint8Array[] = [];
      for await (const piece of withoutUsageEvent(pieces())) shown.push(piece);
      expect(created(Buffer.concat(shown).toString())).toBe(created(frames(false)));
    }),
  );
});

describe("the addresses of generateContent", () => {
  const at = (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://gateway");
    return dialectAt(pathname, searchParams);
  };

  it("say which model is asked, and whether for a stream", () => {
    expect(at("/v1beta/models/m-1:generateContent")).toMatchObject({
      ...{ reader: { id: "generate-content" }, fields: { model: "m-1", stream: false } },
    });
    expect(at("/v1/models/a%2Fb:streamGenerateContent?alt=sse")).toMatchObject({
      fields: { model: "a/b", stream: true },
    });
  });

  it.each([
    "/v1beta/models/m:streamGenerateContent",
    "/v1beta/models/m:countTokens",
    "/v1beta/models/m/x:generateContent",
    "/v1beta/models/m",
  ])("are not %s", (address) => {
    expect(at(address)).toBeNull();
  });
});

describe("a request of generateContent", () => {
  const reader = DIALECTS["generate-content"];
  const call = (name: string, id?: string) => ({ functionCall: { name, args: {}, id } });
  const result = (name: string, response: object, id?: string) => {
    return { functionResponse: { name, response, id } };
  };
  const contents = [
    { role: "user", parts: [{ text: "Mend it." }] },
    { role: "model", parts: [{ text: "I look." }, call("run", "run__1")] },
    { role: "user", parts: [result("run", { output: "old" }, "run__1")] },
    { role: "model", parts: [call("run", "a"), call("read", "b"), call("run", "c")] },
  ];

  it("tells what is new: results by their id, or by the name of the tool", () => {
    const told = (...results: object[]) => {
      const request = {
        systemInstruction: { parts: [{ text: "You mend." }] },
        contents: [...contents, { role: "user", parts: results }],
      };
      const [system, user, ...rest] = reader.told(request);
      expect([system, user]).toEqual([
        { kind: "message", role: "system", text: "You mend." },
        { kind: "message", role: "user", text: "Mend it." },
      ]);
      return rest;
    };
    const byId = told(result("run", { output: "C" }, "c"), result("run", { output: "A" }, "a"));
    expect(byId).toEqual([
      { kind: "result", callId: "call-2", output: "C" },
      { kind: "result", callId: "call-0", output: "A" },
    ]);
    const byName = told(
      ...[result("read", { error: "none" }), result("run", { output: "1" })],
      ...[result("run", { output: "2" }), result("run", { output: "of no call" })],
    );
    expect(byName).toEqual([
      { kind: "result", callId: "call-1", output: '{"error":"none"}' },
      { kind: "result", callId: "call-0", output: "1" },
      { kind: "result", callId: "call-2", output: "2" },
    ]);
  });

  it.each([
    ["gemini-2.5-flash", "low", { thinkingBudget: 1_024 }],
    ["gemini-3-pro-preview", "high", { thinkingLevel: "HIGH" }],
    ["gemini-2.5-flash", null, {}],
  ] as const)("to %s has the reasoning effort %s of the study", (model, reasoningEffort, asked) => {
    const thinkingConfig = { includeThoughts: true, thinkingBudget: 7, thinkingLevel: "LOW" };
    const own = { generationConfig: { temperature: 1.5, topP: 0.9, thinkingConfig } };
    const settings = { model, reasoningEffort, temperature: 0.5 };
    expect(reader.withSettings({ ...own, contents: [] }, settings)).toEqual({
      ...{ model, contents: [] },
      generationConfig: {
        ...{ topP: 0.9, temperature: 0.5 },
        thinkingConfig: { includeThoughts: true, ...asked },
      },
    });
  });

  it("that is answered by a block has an answer without a turn, and counts of zero", () => {
    const blocked = {
      promptFeedback: { blockReason: "SAFETY" },
      usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
    };
    const answer = reader.assemble([blocked]) ?? {};
    expect(reader.turn(answer)).toEqual({ text: "", reasoning: "", calls: [] });
    expect(reader.usage(answer)).toMatchObject({ inputTokens: 9, outputTokens: 0 });
  });
});
