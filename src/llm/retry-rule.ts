// Which answers are worth asking for again, and how long to wait before that.

/** Too much, or a fault on the way or behind it; what the request itself caused is not here. */
const WORTH_ANOTHER_TRY = new Set([408, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);

export const isWorthAnotherTry = (status: number): boolean => WORTH_ANOTHER_TRY.has(status);

/** Whether the provider says that it is asked too often, or is too busy. */
export const isTooMuch = (status: number): boolean => status === 429 || status === 529;

/** Whether no waiting of minutes helps: the key is not taken, or its account has nothing left. */
export function isShut(status: number, body: string): boolean {
  const isInVain =
    /insufficient_quota|billing_hard_limit|credit balance is too low|API_KEY_INVALID/i.test(body);
  return [401, 402, 403].includes(status) || (status >= 400 && isInVain);
}

/**
 * Milliseconds that the provider asks to wait (RFC 9110, Retry-After: seconds or a date; or
 * `retry-after-ms`), or null where it says nothing. `now` is epoch milliseconds.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const exact = Number(headers.get("retry-after-ms") ?? "");
  if (exact > 0) return exact;
  const said = headers.get("retry-after");
  if (said === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(said)) return Number(said) * 1_000;
  const date = Date.parse(said);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Milliseconds that Google asks to wait: in the body (google.rpc.RetryInfo); null where it does not. */
export function retryDelayMs(body: string): number | null {
  const said = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body);
  return said === null ? null : Number(said[1]) * 1_000;
}

const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** Wait before the n-th further try: doubling, anywhere below that (`fraction`: 0 to 1). */
export function backoffMs(further: number, fraction: number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** further);
  return most / 2 + (most / 2) * fraction;
}
