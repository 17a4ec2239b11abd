// Bytes of a source file to text and back. Only UTF-8 (with or without a byte order mark) is ever
// edited: anything else would have to be re-encoded, and a rewrite must not touch a byte that it
// does not mean to. What can't be edited comes back with the reason, never as an exception.
import { isUtf8 } from "node:buffer";

export interface SourceText {
  /** The characters, without the byte order mark. */
  readonly text: string;
  readonly hasBom: boolean;
  /** How the file ends its lines; for text that is inserted. */
  readonly newline: "\n" | "\r\n" | "\r";
}

export type DecodedSource =
  | { readonly ok: true; readonly source: SourceText }
  | { readonly ok: false; readonly reason: string };

/** A PEP 263 encoding cookie; counts on the first two lines only. */
const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const BLANK_OR_COMMENT = /^[ \t\f]*(?:#.*)?$/;
const UTF8_NAMES = /^(?:utf-?8|u8|utf|cp65001)(?:-|$)/;
const BOM_LENGTH = 3;

/** The text of a Python file as CPython would decode it, if that is UTF-8. */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const declared = declaredEncoding(bytes.subarray(hasBom ? BOM_LENGTH : 0));
  if (declared !== null && !UTF8_NAMES.test(declared)) {
    return { ok: false, reason: `not UTF-8 (declared as ${declared})` };
  }
  if (!isUtf8(bytes)) return { ok: false, reason: "not UTF-8" };
  if (bytes.includes(0)) return { ok: false, reason: "contains a null byte" };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    "utf8",
    hasBom ? BOM_LENGTH : 0,
  );
  return { ok: true, source: { text, hasBom, newline: newlineOf(text) } };
}

/** The bytes of a text, with its byte order mark where it had one. */
export function encodeSource(text: string, hasBom: boolean): Uint8Array {
  return Buffer.from(hasBom ? `\uFEFF${text}` : text, "utf8");
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const [first = "", second = ""] = head.split(/\r\n|\r|\n/, 2);
  const match = COOKIE.exec(first) ?? (BLANK_OR_COMMENT.test(first) ? COOKIE.exec(second) : null);
  return match === null ? null : (match[1] ?? "").toLowerCase().replaceAll("_", "-");
}

function newlineOf(text: string): SourceText["newline"] {
  const match = /\r\n|\r|\n/.exec(text)?.[0];
  return match === "\r\n" || match === "\r" ? match : "\n";
}
