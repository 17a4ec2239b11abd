import fc from "fast-check";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import { textOf } from "./provider-source.ts";
import { differences, readRecording, recordExchange, replaySource } from "./recording.ts";
import type { Divergence } from "./recording.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-recording-"));
afterAll(() => rmSync(folder, { recursive: true }));
const signal = new AbortController().signal;

const exchange = (number: number, request: Exchange["request"], body: string): Exchange => ({
  ...{ number, dialect: "chat", isStep: true, request, status: 200, body, isCut: false },
  ...{ contentType: "application/json", model: null, usage: null, tries: 1, askedAt: 5 },
  ...{ firstByteMs: null, durationMs: 2 },
});
const request = (...messages: string[]) => ({ model: "m", messages });

describe("a recording", () => {
  it("comes back as it was, without secrets, and without a last line that was cut off", () => {
    const file = join(folder, "a", "exchanges.jsonl");
    const redact = (text: string) => text.replaceAll("the-key", "[secret]");
    recordExchange(file, exchange(2, request("a", "b"), "zwei ü\n"), redact);
    recordExchange(file, exchange(1, request("a"), "says the-key"), redact);
    appendFileSync(file, '{"number": 3, "dial');
    expect(readRecording(file)).toEqual([
      exchange(1, request("a"), "says [secret]"),
      exchange(2, request("a", "b"), "zwei ü\n"),
    ]);
    appendFileSync(file, "\n{}\n");
    expect(() => readRecording(file)).toThrow("line 3: no exchange");
    expect(() => readRecording(join(folder, "none"))).toThrow("is not there");
  });

  it("answers what was asked, in whatever order calls at once arrive", async () => {
    const told: Divergence[] = [];
    const recorded = [
      exchange(1, request("a"), "1"),
      exchange(2, request("title"), "2"),
      exchange(3, request("a", "b"), "3"),
    ];
    const source = replaySource(recorded, (divergence) => told.push(divergence));
    const ask = async (body: Exchange["request"]) =>
      textOf((await source.send({ dialect: "chat", body, signal })).chunks);
    expect(await ask(request("title"))).toBe("2");
    expect(await ask(request("a"))).toBe("1");
    expect(told).toEqual([]);
    // Something in it differs: told, and answered all the same.
    expect(await ask(request("a", "c"))).toBe("3");
    expect(told).toEqual([{ number: 3, places: ["/messages/1"] }]);
    await expect(ask(request("d"))).rejects.toMatchObject({ code: "replay-ended" });
  });

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
});

/** With keys in order: two JSON objects are the same whatever the order of theirs. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
