import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { jsonLines } from "./json-lines.ts";

const eventSchema = z.object({ type: z.literal("text"), text: z.string() });
const printed = (...lines: string[]) => Buffer.from(lines.join("\n"));

describe("the events that a program prints", () => {
  it("are those that are known, in order, whatever else is printed", () => {
    const output = printed(
      "Warning: {something}",
      '{"type":"text","text":"one"}',
      '{"type":"step","n":1}',
      "{not JSON",
      '{"type":"text","text":"two","more":true}',
      '{"type":"text","te',
    );
    expect(jsonLines(output, eventSchema)).toEqual([
      { type: "text", text: "one" },
      { type: "text", text: "two" },
    ]);
  });

  it("survive any text within them", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
        const events = texts.map((text) => ({ type: "text", text }));
        const output = printed(...events.map((event) => JSON.stringify(event)));
        expect(jsonLines(output, eventSchema)).toEqual(events);
      }),
    );
  });
});
