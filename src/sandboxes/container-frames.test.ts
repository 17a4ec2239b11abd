import fc from "fast-check";
import { expect, it } from "vitest";

import { splitFrames } from "./container-frames.ts";

const frame = fc.record({ stream: fc.constantFrom(1, 2), bytes: fc.uint8Array({ maxLength: 40 }) });

it("gives on what each stream was sent, however the connection cuts it", () => {
  fc.assert(
    fc.property(fc.array(frame), fc.array(fc.integer({ min: 1, max: 20 })), (frames, cuts) => {
      const sent = Buffer.concat(
        frames.map(({ stream, bytes }) => {
          const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
          header.writeUInt32BE(bytes.length, 4);
          return Buffer.concat([header, bytes]);
        }),
      );
      const got: Record<number, Buffer[]> = { 1: [], 2: [] };
      const push = splitFrames((stream, bytes) => got[stream]?.push(Buffer.from(bytes)));
      let at = 0;
      for (const cut of cuts) push(sent.subarray(at, (at += cut)));
      push(sent.subarray(at));
      for (const stream of [1, 2]) {
        const expected = frames.filter((one) => one.stream === stream).map((one) => one.bytes);
        expect(Buffer.concat(got[stream] ?? [])).toEqual(Buffer.concat(expected));
      }
    }),
  );
});
