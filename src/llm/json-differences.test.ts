import fc from "fast-check";
import { expect, it } from "vitest";
import { differences } from "./json-differences.ts";

it("tells where two JSON values differ, and nothing where they do not", () => {
  expect(differences({ a: [1, { "b/c": 2 }], d: null }, { a: [1, { "b/c": 3 }], e: 1 })).toEqual([
    ...["/a/1/b~1c", "/d", "/e"],
  ]);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(differences(value, JSON.parse(JSON.stringify(value)))).toEqual([]);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
      expect(differences(one, other).length === 0).toBe(isSame);
    }),
  );
});

/** With keys in order: two JSON objects are the same whatever the order of theirs. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
