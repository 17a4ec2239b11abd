// Where the text of a rewritten file comes from, so that what is known of an expression of the file
// before still is of the same expression after. Kept by the identity of the bytes, for as long as
// they are: a file that came about in another way has no origin.
import type { Segment } from "../syntax/edits.ts";
import type { ModuleFacts } from "../syntax/python/facts.ts";

export interface TextOrigin {
  /** The module from which the text was made. */
  readonly before: ModuleFacts;
  /** Starts of the copied stretches in the new text, their starts in the old one, their lengths. */
  readonly copies: readonly {
    readonly at: number;
    readonly from: number;
    readonly length: number;
  }[];
}

const origins = new WeakMap<Uint8Array, TextOrigin>();

/** Notes that `bytes` are the text of `before` with edits made, which left these stretches. */
export function noteOrigin(
  bytes: Uint8Array,
  before: ModuleFacts,
  segments: readonly Segment[],
): void {
  const copies = [];
  let at = 0;
  for (const segment of segments) {
    if (typeof segment === "string") at += segment.length;
    else {
      const length = segment.end - segment.start;
      copies.push({ at, from: segment.start, length });
      at += length;
    }
  }
  origins.set(bytes, { before, copies });
}

/** The origin of a file's text, or null. */
export function originOf(bytes: Uint8Array): TextOrigin | null {
  return origins.get(bytes) ?? null;
}

/** The range in the old text that begins and ends with the same characters, or null. */
export function rangeBefore(
  { copies }: TextOrigin,
  range: { readonly start: number; readonly end: number },
): { start: number; end: number } | null {
  const [start, last] = [offsetBefore(copies, range.start), offsetBefore(copies, range.end - 1)];
  return start === null || last === null || last < start ? null : { start, end: last + 1 };
}

function offsetBefore(copies: TextOrigin["copies"], offset: number): number | null {
  let low = 0;
  let high = copies.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((copies[middle]?.at ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const copy = copies[low - 1];
  if (copy === undefined || offset >= copy.at + copy.length) return null;
  return copy.from + offset - copy.at;
}
