import { describe, expect, it } from "vitest";
import { systemClock } from "../core/clock.ts";
import { openPacer } from "./pacer.ts";

const never = new AbortController().signal;

describe("a pacer", () => {
  it("lets as many calls run at once as it may, and the rest in turn", async () => {
    const pacer = openPacer(systemClock, 3);
    let [running, most, done] = [0, 0, 0];
    const call = async () => {
      await pacer.enter(never);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done++;
      pacer.leave("taken");
    };
    await Promise.all(Array.from({ length: 50 }, call));
    expect({ most, done }).toEqual({ most: 3, done: 50 });
  });

  it("halves once for a burst of too much, and widens with what is taken", async () => {
    let now = 5_000;
    const pacer = openPacer({ now: () => now, monotonicMs: () => now }, 64);
    for (let call = 0; call < 8; call++) await pacer.enter(never);
    for (let call = 0; call < 3; call++) pacer.leave({ waitMs: 0 });
    expect(pacer.width).toBe(4);
    now += 2_000;
    pacer.leave({ waitMs: 0 });
    expect(pacer.width).toBe(2);
    for (let call = 0; call < 4; call++) pacer.leave("taken");
    expect(pacer.width).toBeGreaterThanOrEqual(3);
    for (let call = 0; call < 5_000; call++) {
      await pacer.enter(never);
      pacer.leave("taken");
    }
    expect(pacer.width).toBe(64);
  });

  it("lets nothing through before the time that the provider named", async () => {
    let now = 0;
    const pacer = openPacer({ now: () => now, monotonicMs: () => now }, 4);
    await pacer.enter(never);
    pacer.leave({ waitMs: 10_000 });
    const aborted = new AbortController();
    const waiting = pacer.enter(aborted.signal).then(() => "through");
    aborted.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    now = 10_001;
    await pacer.enter(never);
  });

  it("takes no place for a call that was given up while it waited", async () => {
    const pacer = openPacer(systemClock, 1);
    await pacer.enter(never);
    const given = new AbortController();
    const waiting = pacer.enter(given.signal);
    given.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    pacer.leave("taken");
    await pacer.enter(never);
  });
});
