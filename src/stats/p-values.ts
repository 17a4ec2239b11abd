// What the adjustments for several tests share.

/** Throws a RangeError unless each is a probability. */
export function requirePValues(pValues: readonly number[]): void {
  const wrong = pValues.find((p) => !(p >= 0 && p <= 1));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no p value.`);
}

/** The smallest first, each with its place in the list; ties in the order given. */
export function ascending(pValues: readonly number[]): { p: number; index: number }[] {
  return pValues.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p);
}
