// How fast a provider is asked: as many calls at once as it takes. When it says that it is too much,
// half as many; with each call that it takes, a little more again.
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../core/clock.ts";

export interface Pacer {
  /** Resolves when a call may start. Throws the reason of an abort. */
  enter(signal: AbortSignal): Promise<void>;
  /** A call has ended: taken, or too much (then the time to wait as the provider says it). */
  leave(result: "taken" | { readonly waitMs: number }): void;
  /** Calls that may run at once at present. */
  readonly width: number;
}

const POLL_MS = 1_000;
const ONE_BURST_MS = 1_000;

/** `most`: calls that may ever run at once. */
export function openPacer(clock: Clock, most: number): Pacer {
  let width = most;
  let running = 0;
  let notBefore = 0;
  let sameUntil = 0;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const next of waiting.splice(0, Math.max(0, Math.floor(width) - running))) next();
  };

  const turn = async (signal: AbortSignal): Promise<void> => {
    const ends = new AbortController();
    let wakeThis = () => {};
    const woken = new Promise<void>((resolve) => (wakeThis = resolve));
    waiting.push(wakeThis);
    const either = AbortSignal.any([signal, ends.signal]);
    // What ended without a word must not hold up the rest for ever.
    await Promise.race([woken, sleep(POLL_MS, undefined, { signal: either }).catch(() => {})]);
    ends.abort();
    const place = waiting.indexOf(wakeThis);
    if (place >= 0) waiting.splice(place, 1);
  };

  return {
    enter: async (signal) => {
      for (;;) {
        signal.throwIfAborted();
        const wait = notBefore - clock.monotonicMs();
        if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
        else if (running < Math.max(1, Math.floor(width))) break;
        else await turn(signal);
      }
      running += 1;
    },
    leave: (result) => {
      if (result === "taken") width = Math.min(most, width + 1 / Math.max(1, width));
      else {
        // Calls that were all refused together say one thing together.
        const isNews = clock.monotonicMs() >= sameUntil;
        if (isNews) width = Math.max(1, Math.min(width, running) / 2);
        sameUntil = clock.monotonicMs() + ONE_BURST_MS;
        notBefore = Math.max(notBefore, clock.monotonicMs() + result.waitMs);
      }
      running -= 1;
      wake();
    },
    get width() {
      return Math.max(1, Math.floor(width));
    },
  };
}
