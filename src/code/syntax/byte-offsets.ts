// UTF-16 offsets, which JavaScript works with, to UTF-8 byte offsets, which logs carry.

const BLOCK = 256;

export interface ByteOffsets {
  /** The byte at which the character at `offset` begins. */
  at(offset: number): number;
}

/** Byte offsets of `text`, counted from `base` (3 after a byte order mark). */
export function byteOffsets(text: string, base = 0): ByteOffsets {
  if (Buffer.byteLength(text) === text.length) return { at: (offset) => base + offset };
  // The count at the start of each block; inside a block it is counted on demand.
  const starts: number[] = [];
  let count = base;
  for (let at = 0; at < text.length; at++) {
    if (at % BLOCK === 0) starts.push(count);
    count += unitBytes(text.charCodeAt(at));
  }
  return {
    at(offset) {
      if (offset >= text.length) return count;
      let bytes = starts[Math.floor(offset / BLOCK)] ?? base;
      for (let at = offset - (offset % BLOCK); at < offset; at++) {
        bytes += unitBytes(text.charCodeAt(at));
      }
      return bytes;
    },
  };
}

/** Bytes that one UTF-16 unit takes; each half of a surrogate pair takes two of its four. */
function unitBytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}
