/** Arithmetic mean of a non-empty list. */
export function mean(values: readonly number[] | Float64Array): number {
  if (values.length === 0) throw new RangeError("An empty list has no mean.");
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
