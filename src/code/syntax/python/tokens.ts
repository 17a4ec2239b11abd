// The tokens of a module as compact arrays, with the partner of every bracket.
import type { Span } from "../edits.ts";
import type { RawToken, TokenTypes } from "./pyright-library.ts";

export const TOKEN_KINDS = ["other", "newline", "indent", "dedent", "end", "string"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

const OPENING = "([{";
const CLOSING = ")]}";

export class TokenTable {
  readonly count: number;
  readonly comments: readonly Span[];
  readonly #text: string;
  readonly #kinds: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Index of the matching bracket, or -1. */
  readonly #partners: Int32Array;

  constructor(text: string, raw: readonly RawToken[], types: TokenTypes) {
    const codes = new Map<number, number>([
      [types.newline, TOKEN_KINDS.indexOf("newline")],
      [types.indent, TOKEN_KINDS.indexOf("indent")],
      [types.dedent, TOKEN_KINDS.indexOf("dedent")],
      [types.endOfFile, TOKEN_KINDS.indexOf("end")],
      [types.string, TOKEN_KINDS.indexOf("string")],
    ]);
    this.#text = text;
    this.count = raw.length;
    this.#kinds = new Uint8Array(raw.length);
    this.#starts = new Int32Array(raw.length);
    this.#ends = new Int32Array(raw.length);
    this.#partners = new Int32Array(raw.length).fill(-1);
    const comments: Span[] = [];
    const open: number[] = [];
    raw.forEach((token, index) => {
      this.#kinds[index] = codes.get(token.type) ?? 0;
      this.#starts[index] = token.start;
      this.#ends[index] = token.start + token.length;
      for (const comment of token.comments ?? []) {
        // The parser leaves the `#` out of a comment's range.
        comments.push({ start: comment.start - 1, end: comment.start + comment.length });
      }
      if (token.length !== 1 || this.#kinds[index] !== 0) return;
      const character = text.charAt(token.start);
      if (OPENING.includes(character)) open.push(index);
      else if (CLOSING.includes(character)) {
        const partner = open.pop();
        if (partner === undefined) return;
        this.#partners[index] = partner;
        this.#partners[partner] = index;
      }
    });
    this.comments = comments;
  }

  kind(index: number): TokenKind {
    return TOKEN_KINDS[this.#kinds[index] ?? 0] ?? "other";
  }

  start(index: number): number {
    return this.#starts[index] ?? this.#text.length;
  }

  end(index: number): number {
    return this.#ends[index] ?? this.#text.length;
  }

  textOf(index: number): string {
    return this.#text.slice(this.start(index), this.end(index));
  }

  /** Index of the bracket that belongs to the one at `index`, or -1. */
  partner(index: number): number {
    return this.#partners[index] ?? -1;
  }

  /** Index of the first token that starts at `offset` or later. */
  firstFrom(offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Start of the token that ends the logical line in which `offset` stands. */
  logicalLineEnd(offset: number): number {
    let index = this.firstFrom(offset);
    while (index < this.count && this.kind(index) !== "newline" && this.kind(index) !== "end") {
      index++;
    }
    return this.start(index);
  }

  /** Whether `(` … `)` around all of `range` are one pair, so that nothing needs to be added. */
  isParenthesised(range: Span): boolean {
    const first = this.firstFrom(range.start);
    if (this.textOf(first) !== "(" || this.start(first) !== range.start) return false;
    const last = this.partner(first);
    return last >= 0 && this.end(last) === range.end;
  }

  /** Comments that lie within a range. */
  commentsIn(range: Span): readonly Span[] {
    return this.comments.filter((item) => item.start >= range.start && item.end <= range.end);
  }
}
