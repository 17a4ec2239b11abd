import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { OutputCapture } from "./output-capture.ts";

function captured(limitBytes: number, chunks: readonly Uint8Array[]): OutputCapture {
  const capture = new OutputCapture(limitBytes);
  for (const chunk of chunks) capture.push(chunk);
  return capture;
}

describe("what is kept of a stream", () => {
  it("is all of it, up to the limit", () => {
    const capture = captured(6, [Buffer.from("abc"), Buffer.from("def")]);
    expect(capture.bytes().toString()).toBe("abcdef");
    expect(capture.truncated).toBe(false);
  });

  it("is its head and its tail beyond that", () => {
    const capture = captured(4, [Buffer.from("abc"), Buffer.from("defgh"), Buffer.from("i")]);
    expect(capture.bytes().toString()).toBe("abhi");
    expect(capture.truncated).toBe(true);
  });

  it("does not depend on how the stream is cut into chunks", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 })),
        fc.integer({ min: 0, max: 50 }),
        (chunks, limit) => {
          const whole = Buffer.concat(chunks);
          const head = Math.ceil(limit / 2);
          const expected =
            whole.length <= limit
              ? whole
              : Buffer.concat([
                  whole.subarray(0, head),
                  whole.subarray(whole.length - (limit - head)),
                ]);
          const capture = captured(limit, chunks);
          expect(capture.bytes().equals(expected)).toBe(true);
          expect(capture.truncated).toBe(whole.length > limit);
        },
      ),
    );
  });
});
