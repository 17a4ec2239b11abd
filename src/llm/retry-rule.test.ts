import { describe, expect, it } from "vitest";
import { backoffMs, isShut, isWorthAnotherTry, retryAfterMs, retryDelayMs } from "./retry-rule.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");
const headers = (fields: Record<string, string>) => new Headers(fields);

describe("another try", () => {
  it("is worth it after faults on the way, never after what the request caused", () => {
    for (const status of [408, 429, 500, 502, 503, 504, 529]) {
      expect(isWorthAnotherTry(status)).toBe(true);
    }
    for (const status of [200, 400, 401, 403, 404, 413, 422]) {
      expect(isWorthAnotherTry(status)).toBe(false);
    }
  });

  it("waits as long as the provider asks, in any of its ways to say so", () => {
    expect(retryAfterMs(headers({ "retry-after": "7" }), NOW)).toBe(7_000);
    expect(retryAfterMs(headers({ "retry-after": "0" }), NOW)).toBe(0);
    expect(retryAfterMs(headers({ "retry-after-ms": "250", "retry-after": "9" }), NOW)).toBe(250);
    const date = "Mon, 30 Nov 2026 12:00:30 GMT";
    expect(retryAfterMs(headers({ "retry-after": date }), NOW)).toBe(30_000);
    expect(retryAfterMs(headers({ "retry-after": date }), NOW + 60_000)).toBe(0);
    expect(retryAfterMs(headers({ "retry-after": "soon" }), NOW)).toBeNull();
    expect(retryAfterMs(headers({}), NOW)).toBeNull();
    const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" };
    expect(retryDelayMs(JSON.stringify({ error: { details: [info] } }, null, 2))).toBe(34_500);
    expect(retryDelayMs('{"error":{"code":429}}')).toBeNull();
  });

  it("comes later each time, to a bound, and not all at once", () => {
    const waits = [0, 1, 2, 3, 20].map((further) => [backoffMs(further, 0), backoffMs(further, 1)]);
    expect(waits).toEqual([
      ...[
        [250, 500],
        [500, 1_000],
        [1_000, 2_000],
        [2_000, 4_000],
      ],
      [30_000, 60_000],
    ]);
  });

  it("is in vain where the key is not taken or its account is empty", () => {
    for (const status of [401, 402, 403]) expect(isShut(status, "")).toBe(true);
    expect(isShut(400, "Your credit balance is too low")).toBe(true);
    expect(isShut(400, '{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}')).toBe(true);
    // Some services name the billing page in every rate limit.
    expect(isShut(429, "check your plan and billing details")).toBe(false);
    expect(isShut(429, '{"error":{"code":"insufficient_quota"}}')).toBe(true);
    expect(isShut(429, "slow down")).toBe(false);
  });
});
