// Where the text of a rewritten file comes from, so that what is known of an expression of the seed
// still is of the same expression after any number of passes. Kept by the identity of the bytes, for
// as long as they are: a file that came about in another way has no origin. Offsets lead to the seed
// at once, so that the texts and trees in between are not kept.
import type { Segment } from "../syntax/edits.ts";

export interface TextOrigin {
  /** The text that no pass has touched. */
  readonly seed: Uint8Array;
  readonly copies: readonly Copy[];
}

/** A stretch of the new text that is one of the old text: their starts, and how long it is. */
interface Copy {
  readonly at: number;
  readonly from: number;
  readonly length: number;
}

const origins = new WeakMap<Uint8Array, TextOrigin>();

/** Notes that `bytes` are the text of `before` with edits made, which left these stretches. */
export function noteOrigin(
  bytes: Uint8Array,
  before: Uint8Array,
  segments: readonly Segment[],
): void {
  const earlier = origins.get(before);
  const copies: Copy[] = [];
  let at = 0;
  for (const segment of segments) {
    if (typeof segment === "string") at += segment.length;
    else {
      const length = segment.end - segment.start;
      const copy = { at, from: segment.start, length };
      if (earlier === undefined) copies.push(copy);
      else copies.push(...copiesThrough(earlier.copies, copy));
      at += length;
    }
  }
  origins.set(bytes, { seed: earlier?.seed ?? before, copies });
}

/** The parts of a copied stretch that had been copied before. */
function* copiesThrough(earlier: readonly Copy[], { at, from, length }: Copy): Generator<Copy> {
  const end = from + length;
  for (let index = Math.max(0, lastAtOrBefore(earlier, from)); index < earlier.length; index++) {
    const copy = earlier[index] as Copy;
    if (copy.at >= end) return;
    const start = Math.max(copy.at, from);
    const shared = Math.min(copy.at + copy.length, end) - start;
    if (shared > 0) {
      yield { at: at + start - from, from: copy.from + start - copy.at, length: shared };
    }
  }
}

/** The origin of a file's text, or null. */
export function originOf(bytes: Uint8Array): TextOrigin | null {
  return origins.get(bytes) ?? null;
}

/** The range in the seed that begins and ends with the same characters, or null. */
export function rangeBefore(
  { copies }: TextOrigin,
  range: { readonly start: number; readonly end: number },
): { start: number; end: number } | null {
  const [start, last] = [offsetBefore(copies, range.start), offsetBefore(copies, range.end - 1)];
  return start === null || last === null || last < start ? null : { start, end: last + 1 };
}

function offsetBefore(copies: readonly Copy[], offset: number): number | null {
  const copy = copies[lastAtOrBefore(copies, offset)];
  if (copy === undefined || offset >= copy.at + copy.length) return null;
  return copy.from + offset - copy.at;
}

/** Index of the last stretch that starts at or before an offset, or -1. */
function lastAtOrBefore(copies: readonly Copy[], offset: number): number {
  let low = 0;
  let high = copies.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((copies[middle] as Copy).at <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
