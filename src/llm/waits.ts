// How long a run has waited to be let in by its provider: time that is not the agent's. It counts
// while every call that is under way waits.
import type { Clock } from "../core/clock.ts";

export interface Waits {
  /** A call is under way until what is returned is called. */
  call(): () => void;
  /** A call under way waits for its turn until what is returned is called. */
  wait(): () => void;
  /** Milliseconds so far. */
  readonly waitedMs: number;
}

export function openWaits(clock: Clock): Waits {
  let calls = 0;
  let waiting = 0;
  let before = 0;
  let since: number | null = null;
  const waited = () => before + (since === null ? 0 : clock.monotonicMs() - since);

  const change = (apply: () => void) => {
    before = waited();
    apply();
    since = calls > 0 && waiting === calls ? clock.monotonicMs() : null;
  };

  return {
    call: () => {
      change(() => (calls += 1));
      return () => change(() => (calls -= 1));
    },
    wait: () => {
      change(() => (waiting += 1));
      return () => change(() => (waiting -= 1));
    },
    get waitedMs() {
      return waited();
    },
  };
}
