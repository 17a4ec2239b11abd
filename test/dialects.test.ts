// What is read in answers: a stream comes to the same as the whole answer, whatever is said. The
// scripted models put turns into the services' words by code of their own.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../src/llm/dialects/index.ts";
import { object } from "../src/llm/dialects/json.ts";
import { streamEvents, withoutUsageEvent } from "../src/llm/stream-events.ts";
import { scriptedChat } from "../src/testing/scripted-models/chat.ts";
import { scriptedMessages } from "../src/testing/scripted-models/messages.ts";
import { readRequest } from "../src/testing/scripted-models/request.ts";
import { scriptedResponses } from "../src/testing/scripted-models/responses.ts";

const SCRIPTED = { chat: scriptedChat, responses: scriptedResponses, messages: scriptedMessages };
const REQUESTS = {
  chat: { model: "m", messages: [], stream: true, stream_options: { include_usage: true } },
  responses: { model: "m", input: "x", stream: true },
  messages: { model: "m", messages: [], max_tokens: 9, stream: true },
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

describe.each(["chat", "responses", "messages"] as const)("%s", (id) => {
  const reader = DIALECTS[id];
  const scripted = SCRIPTED[id];
  const telling = (said: object) => ({
    turn: said as never,
    request: readRequest(id, reader.path, {}, REQUESTS[id]) as never,
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
