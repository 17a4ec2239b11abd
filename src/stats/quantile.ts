// A quantile of a sorted sample: linear interpolation between the two nearest order statistics, at
// position (n − 1)·probability counted from 0.
// Source: Hyndman and Fan 1996, Am. Stat. 50:361, definition 7 (R's and NumPy's default).
// Reference values: NumPy, test/reference/make-proportions.py.

/** The quantile of an ascending, non-empty sample. */
export function quantile(ascending: ArrayLike<number>, probability: number): number {
  if (ascending.length === 0) throw new RangeError("An empty sample has no quantile.");
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`A probability lies between 0 and 1; ${probability} does not.`);
  }
  const position = (ascending.length - 1) * probability;
  const below = Math.floor(position);
  const low = ascending[below] as number;
  const high = ascending[Math.min(below + 1, ascending.length - 1)] as number;
  return low + (position - below) * (high - low);
}
