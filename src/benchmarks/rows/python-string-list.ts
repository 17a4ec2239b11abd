// A list of strings as Python prints it: some data sets keep test ids so. Read, never evaluated:
// nothing but string literals, commas and brackets is known.
// Grammar: Python language reference 3.11, sections 2.4.1 (strings) and 6.2.5 (lists).

/** Why a text is no list, and where (from 1). */
export interface PythonListFault {
  readonly position: number;
  readonly problem: string;
}

/** The strings of a Python list or tuple literal, or why it is none. */
export function readPythonStringList(text: string): readonly string[] | PythonListFault {
  const cursor = { text, at: 0 };
  try {
    const strings = readList(cursor);
    skipSpace(cursor);
    if (cursor.at < text.length) throw new ListFault(cursor, "something follows the list");
    return strings;
  } catch (error) {
    if (error instanceof ListFault) return { position: error.position, problem: error.message };
    throw error;
  }
}

interface Cursor {
  readonly text: string;
  at: number;
}

class ListFault extends Error {
  readonly position: number;

  constructor(cursor: Cursor, problem: string) {
    super(problem);
    this.position = cursor.at + 1;
  }
}

function readList(cursor: Cursor): string[] {
  skipSpace(cursor);
  const close = { "[": "]", "(": ")" }[cursor.text[cursor.at] ?? ""];
  if (close === undefined) throw new ListFault(cursor, "a list is expected");
  cursor.at += 1;
  const strings: string[] = [];
  for (;;) {
    skipSpace(cursor);
    if (cursor.text[cursor.at] === close) break;
    strings.push(readStrings(cursor));
    if (cursor.text[cursor.at] === ",") cursor.at += 1;
    else if (cursor.text[cursor.at] !== close) throw new ListFault(cursor, "`,` is expected");
    // `("a")` is a string in brackets, no tuple.
    else if (close === ")" && strings.length === 1) throw new ListFault(cursor, "`,` is expected");
    else break;
  }
  cursor.at += 1;
  return strings;
}

function skipSpace(cursor: Cursor): void {
  while (/[ \t\n\r\f]/.test(cursor.text[cursor.at] ?? "")) cursor.at += 1;
}

/** Strings that stand side by side are one. */
function readStrings(cursor: Cursor): string {
  let whole = readString(cursor);
  for (;;) {
    skipSpace(cursor);
    if (!/^(?:[uUrR]?['"])/.test(cursor.text.slice(cursor.at, cursor.at + 2))) return whole;
    whole += readString(cursor);
  }
}

function readString(cursor: Cursor): string {
  const opening = /([uUrR]?)('''|"""|'|")/y;
  opening.lastIndex = cursor.at;
  const [found, prefix = "", quote = ""] = opening.exec(cursor.text) ?? [];
  if (found === undefined) throw new ListFault(cursor, "a string is expected");
  cursor.at += found.length;
  const isRaw = prefix.toLowerCase() === "r";
  let value = "";
  while (!cursor.text.startsWith(quote, cursor.at)) {
    const character = cursor.text[cursor.at];
    const isOpen = character === undefined || (quote.length === 1 && /[\n\r]/.test(character));
    if (isOpen) throw new ListFault(cursor, "the string does not end");
    if (character === "\\") value += isRaw ? readRawEscape(cursor) : readEscape(cursor);
    else {
      value += character;
      cursor.at += 1;
    }
  }
  cursor.at += quote.length;
  return value.replaceAll("\r\n", "\n");
}

/** In a raw string a backslash keeps the character behind it from ending the string, and stays. */
function readRawEscape(cursor: Cursor): string {
  const pair = cursor.text.slice(cursor.at, cursor.at + 2);
  if (pair.length < 2) throw new ListFault(cursor, "the string does not end");
  cursor.at += 2;
  return pair;
}

const SIMPLE: Readonly<Record<string, string>> = {
  ...{ "\n": "", "\\": "\\", "'": "'", '"': '"', a: "\x07", b: "\b" },
  ...{ f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
};
const NUMBER = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))/y;

function readEscape(cursor: Cursor): string {
  const letter = cursor.text[cursor.at + 1];
  if (letter === undefined) throw new ListFault(cursor, "the string does not end");
  NUMBER.lastIndex = cursor.at;
  const number = NUMBER.exec(cursor.text);
  if (number !== null) {
    const digits = number.slice(1).find(Boolean) ?? "";
    const code = Number.parseInt(digits, number[1] === undefined ? 16 : 8);
    if (code > 0x10ffff) throw new ListFault(cursor, "there is no such character");
    cursor.at += number[0].length;
    return String.fromCodePoint(code);
  }
  if (/[xuUN]/.test(letter)) throw new ListFault(cursor, `the escape \\${letter} is not readable`);
  cursor.at += 2;
  // An escape that Python does not know stays as it is.
  return SIMPLE[letter] ?? `\\${letter}`;
}
