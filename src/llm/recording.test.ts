import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import { textOf } from "./provider-source.ts";
import { openRecording, readRecording, replaySource } from "./recording.ts";
import type { Divergence } from "./recording.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-recording-"));
afterAll(() => rmSync(folder, { recursive: true }));
const signal = new AbortController().signal;
const onWait = () => () => {};

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
    const record = openRecording(file, redact);
    record(exchange(2, request("a", "b"), "zwei ü\n"));
    record(exchange(1, request("a"), "says the-key"));
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
      textOf((await source.send({ dialect: "chat", body, signal, onWait })).chunks);
    expect(await ask(request("title"))).toBe("2");
    expect(await ask(request("a"))).toBe("1");
    expect(told).toEqual([]);
    // Something in it differs: told, and answered all the same.
    expect(await ask(request("a", "c"))).toBe("3");
    expect(told).toEqual([{ number: 3, places: ["/messages/1"] }]);
    await expect(ask(request("d"))).rejects.toMatchObject({ code: "replay-ended" });
  });

  it("grows with what is said, not with its square", () => {
    const file = join(folder, "long", "exchanges.jsonl");
    const record = openRecording(file, (text) => text);
    const said = Array.from({ length: 200 }, (_, index) => `${index} ${"x".repeat(1_000)}`);
    const requests = said.map((_, index) => request(...said.slice(0, index + 1)));
    requests.forEach((asked, index) => record(exchange(index + 1, asked, "")));
    expect(statSync(file).size).toBeLessThan(2 * 200 * 1_000);
    expect(readRecording(file).map((read) => read.request)).toEqual(requests);
  });
});
