// Binary content in a git diff: zlib-deflated, in git's base 85, as a whole file or as a delta in
// the format of git's packs (gitformat-pack, "Deltified representation").
import { inflateSync } from "node:zlib";
import type { BinaryChange } from "./file-patch.ts";
import { malformedPatch } from "./malformed-patch.ts";
import { lineNumber, peekLine } from "./patch-cursor.ts";
import type { PatchCursor } from "./patch-cursor.ts";

const ALPHABET =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const DIGITS = new Map(Array.from(ALPHABET, (character, value) => [character, value]));

/** Reads `literal N` or `delta N` and its lines; null where neither stands at the cursor. */
export function parseBinaryChange(cursor: PatchCursor): BinaryChange | null {
  const header = /^(literal|delta) (\d+)$/.exec(peekLine(cursor) ?? "");
  if (header === null) return null;
  const headerLine = lineNumber(cursor);
  const size = Number(header[2]);
  cursor.at += 1;
  const chunks: Uint8Array[] = [];
  const encoded: string[] = [];
  for (let line = peekLine(cursor); line !== null && line !== ""; line = peekLine(cursor)) {
    const chunk = decodeLine(line);
    if (chunk === null) throw malformedPatch(lineNumber(cursor), "not a line of git's base 85");
    chunks.push(chunk);
    encoded.push(line);
    cursor.at += 1;
  }
  cursor.at += 1;
  return {
    kind: header[1] === "delta" ? "delta" : "literal",
    bytes: inflate(chunks, size, headerLine),
    encoded,
  };
}

function inflate(chunks: readonly Uint8Array[], size: number, headerLine: number): Uint8Array {
  try {
    const bytes = inflateSync(Buffer.concat(chunks), { maxOutputLength: Math.max(1, size) });
    if (bytes.length === size) return new Uint8Array(bytes);
  } catch (cause) {
    throw malformedPatch(headerLine, "its binary data cannot be inflated", { cause });
  }
  throw malformedPatch(headerLine, `its binary data does not have ${size} bytes`);
}

/** A line is a letter for its count of bytes (A–Z: 1–26, a–z: 27–52), then groups of five digits. */
function decodeLine(line: string): Uint8Array | null {
  const letter = line.charCodeAt(0);
  const count = letter >= 97 ? letter - 97 + 27 : letter - 65 + 1;
  if (!/^[A-Za-z](.{5})+$/.test(line) || (line.length - 1) / 5 !== Math.ceil(count / 4))
    return null;
  const bytes: number[] = [];
  for (let at = 1; at < line.length; at += 5) {
    let value = 0;
    for (const character of line.slice(at, at + 5)) {
      const digit = DIGITS.get(character);
      if (digit === undefined) return null;
      value = value * 85 + digit;
    }
    if (value > 0xffffffff) return null;
    bytes.push(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
  }
  return Uint8Array.from(bytes.slice(0, count));
}

/** The lines that `parseBinaryChange` reads, with the empty one that ends them. */
export function printBinaryChange({ kind, bytes, encoded }: BinaryChange): string {
  return `${[`${kind} ${bytes.length}`, ...encoded].join("\n")}\n\n`;
}

/** The content after a change, or null where the change does not belong to this source. */
export function applyBinaryChange(source: Uint8Array, change: BinaryChange): Uint8Array | null {
  return change.kind === "literal" ? change.bytes : applyDelta(source, change.bytes);
}

function applyDelta(source: Uint8Array, delta: Uint8Array): Uint8Array | null {
  let at = 0;
  const next = (): number => delta[at++] ?? 0;
  const size = (): number => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = next();
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return value;
    }
  };
  /** Little-endian number of which only the bytes named by `present` are there. */
  const sparse = (present: number, width: number): number => {
    let value = 0;
    for (let i = 0; i < width; i++) if (present & (1 << i)) value += next() * 2 ** (8 * i);
    return value;
  };

  if (size() !== source.length) return null;
  const targetSize = size();
  const parts: Uint8Array[] = [];
  while (at < delta.length) {
    const instruction = next();
    if (instruction >= 128) {
      const offset = sparse(instruction & 15, 4);
      const length = sparse((instruction >> 4) & 7, 3) || 0x10000;
      parts.push(source.subarray(offset, offset + length));
    } else {
      parts.push(delta.subarray(at, at + instruction));
      at += instruction;
    }
  }
  const target = Buffer.concat(parts);
  return target.length === targetSize ? new Uint8Array(target) : null;
}
