// The end of an attempt's wall time, which stands still while its provider keeps it waiting.
import type { Clock } from "../../core/clock.ts";
import { LimitReached } from "../../core/limit-reached.ts";

export interface AttemptDeadline {
  /** Aborted with LimitReached when the time is up. */
  readonly signal: AbortSignal;
  /** The clock of the attempt begins to run. `waitedMs`: how long it has been kept waiting. */
  begin(waitedMs: () => number): void;
  /** It is over before its time; returns how long it took, waits and all, milliseconds. */
  end(): number;
}

/** How often it looks again where a wait is under way. */
const LEAST_MS = 200;

export function attemptDeadline(clock: Clock, wallMs: number): AttemptDeadline {
  const over = new AbortController();
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: over.signal,
    begin: (waitedMs) => {
      began = clock.monotonicMs();
      const look = () => {
        const leftMs = wallMs + waitedMs() - (clock.monotonicMs() - began);
        if (leftMs <= 0) over.abort(new LimitReached("time"));
        else timer = setTimeout(look, Math.max(leftMs, LEAST_MS));
      };
      timer = setTimeout(look, wallMs);
    },
    end: () => {
      clearTimeout(timer);
      return clock.monotonicMs() - began;
    },
  };
}
