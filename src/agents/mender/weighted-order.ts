// Weighted sampling without replacement, as one order of all items (Efraimidis and Spirakis 2006):
// an item's key is an exponential draw over its weight, and keys are taken from the smallest.
import type { RandomStream } from "../../core/random-stream.ts";

/** All items of positive weight, in an order in which heavier ones tend to come first. */
export function weightedOrder<T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  random: RandomStream,
): T[] {
  return items
    .map((item, index) => ({ item, index, weight: weightOf(item), draw: random.next() }))
    .filter(({ weight }) => weight > 0)
    .map(({ item, index, weight, draw }) => ({ item, index, key: -Math.log1p(-draw) / weight }))
    .sort((a, b) => a.key - b.key || a.index - b.index)
    .map(({ item }) => item);
}
