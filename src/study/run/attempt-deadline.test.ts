import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LimitReached } from "../../core/limit-reached.ts";
import { attemptDeadline } from "./attempt-deadline.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const clock = { now: () => Date.now(), monotonicMs: () => Date.now() };

it("ends an attempt when its time is up, and not for the time that it was kept waiting", () => {
  const deadline = attemptDeadline(clock, 10_000);
  let waitedMs = 0;
  deadline.begin(() => waitedMs);
  vi.advanceTimersByTime(9_000);
  waitedMs = 60_000;
  vi.advanceTimersByTime(60_000);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1_500);
  expect(deadline.signal.reason).toEqual(new LimitReached("time"));
  expect(deadline.end()).toBe(70_500);
});

it("stays quiet once the attempt is over", () => {
  const deadline = attemptDeadline(clock, 10_000);
  deadline.begin(() => 0);
  vi.advanceTimersByTime(3_000);
  expect(deadline.end()).toBe(3_000);
  vi.advanceTimersByTime(60_000);
  expect(deadline.signal.aborted).toBe(false);
});
