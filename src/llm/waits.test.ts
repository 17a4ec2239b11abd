import { expect, it } from "vitest";
import type { Clock } from "../core/clock.ts";
import { openWaits } from "./waits.ts";

it("counts while all calls under way wait, and not while one of them goes on", () => {
  let now = 0;
  const clock: Clock = { now: () => now, monotonicMs: () => now };
  const waits = openWaits(clock);
  const after = (ms: number) => {
    now += ms;
    return waits.waitedMs;
  };
  expect(after(5)).toBe(0);
  const endOne = waits.call();
  const onOne = waits.wait();
  expect(after(10)).toBe(10);
  const endOther = waits.call();
  expect(after(100)).toBe(10);
  const onOther = waits.wait();
  expect(after(7)).toBe(17);
  onOne();
  expect(after(1_000)).toBe(17);
  endOne();
  expect(after(3)).toBe(20);
  onOther();
  expect(after(50)).toBe(20);
  endOther();
  expect(after(50)).toBe(20);
});
