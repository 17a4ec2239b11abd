import fc from "fast-check";
import { expect, it } from "vitest";
import { deltaOf, requestOf } from "./request-delta.ts";

it("says what a request adds, and gives it back whole", () => {
  const before = { model: "m", messages: ["a", "b"], tools: [{ name: "bash" }], stop: null };
  const request = { model: "m", messages: ["a", "c"], tools: [{ name: "bash" }], stream: true };
  const delta = deltaOf(before, request);
  expect(delta).toEqual({
    ...{ same: ["model", "tools"], kept: { messages: 1 } },
    request: { messages: ["c"], stream: true },
  });
  expect(requestOf(before, delta)).toEqual(request);
});

it("gives back any request after any other", () => {
  const value = fc.oneof(fc.jsonValue(), fc.array(fc.constantFrom("a", "b", 1, null)));
  const body = fc.dictionary(fc.constantFrom("a", "b", "c", "toString"), value);
  fc.assert(
    fc.property(body, body, (before, request) => {
      expect(requestOf(before, deltaOf(before, request))).toEqual(request);
    }),
  );
});
