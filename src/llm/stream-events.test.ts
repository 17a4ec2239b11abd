import fc from "fast-check";
import { expect, it } from "vitest";
import { textOf } from "./provider-source.ts";
import { streamEvents, withoutUsageEvent } from "./stream-events.ts";

const said = (text: string) => `data: {"choices":[{"delta":{"content":"${text}"}}]}`;
const USAGE = 'data: {"choices":[],"usage":{"prompt_tokens":3}}';
const EVENTS = [said("a"), said("usage ü"), USAGE, "data: [DONE]"];

async function* inPieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
  for (const [index, from] of places.entries()) {
    yield await Promise.resolve(bytes.subarray(from, places[index + 1] ?? from));
  }
}

it.each([
  ["\\n", "\n\n"],
  ["\\r\\n", "\r\n\r\n"],
  ["\\r", "\r\r"],
])(
  "leaves out the event with the usage, however it is cut, with lines ended by %s",
  async (_, end) => {
    const stream = Buffer.from(EVENTS.map((event) => event + end).join(""));
    const expected = EVENTS.filter((event) => event !== USAGE).map((event) => event + end);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), async (cuts) => {
        const shown = await textOf(withoutUsageEvent(inPieces(stream, cuts)));
        expect(shown).toBe(expected.join(""));
      }),
    );
    expect(streamEvents(stream.toString())).toHaveLength(3);
  },
);
