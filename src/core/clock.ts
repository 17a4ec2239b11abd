// Time as a parameter: pure rooms have no clock, and tests bring their own.

export interface Clock {
  /** Epoch milliseconds, for records. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};
