// Python values as people write them in an issue, found without a Python parser: an issue is prose,
// and what is read here is checked by Python later.
export interface ReadValue {
  readonly text: string;
  /** Where the text goes on after the value. */
  readonly end: number;
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const number = /^[+-]?\d+(?:_\d+)*(?:\.\d+)?(?:[eE][+-]?\d+)?j?/;
const constant = /^(?:True|False|None|NotImplemented|Ellipsis)\b/;
const exception = /^(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt)\b/;
const constructor = /^[A-Za-z_][\w.]*(?=\()/;

/** The value that starts at `at`, or null where none does. Bare words are no values. */
export function readValue(text: string, at: number): ReadValue | null {
  const rest = text.slice(at);
  if (rest.startsWith("`")) {
    const span = /^(`+)([^`]+)\1/.exec(rest);
    return span ? { text: (span[2] ?? "").trim(), end: at + span[0].length } : null;
  }
  const quoted = /^[rbfuRBFU]{0,2}(?="|')/.exec(rest);
  if (quoted) return slice(text, at, endOfString(text, at + quoted[0].length));
  if (rest[0] !== undefined && rest[0] in closing) return slice(text, at, endOfBracket(text, at));
  const simple = exception.exec(rest) ?? constant.exec(rest) ?? number.exec(rest);
  if (simple) return slice(text, at, at + simple[0].length);
  const called = constructor.exec(rest);
  return called ? slice(text, at, endOfBracket(text, at + called[0].length)) : null;
}

function slice(text: string, start: number, end: number | null): ReadValue | null {
  return end === null ? null : { text: text.slice(start, end), end };
}

/** Past the string literal that starts with the quote at `at`; null where it does not end. */
export function endOfString(text: string, at: number): number | null {
  const quote = text[at] ?? "";
  const mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  for (let i = at + mark.length; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text.startsWith(mark, i)) return i + mark.length;
  }
  return null;
}

function endOfBracket(text: string, at: number): number | null {
  const open: string[] = [];
  for (let i = at; i < text.length; i++) {
    const character = text[i] ?? "";
    if (character === '"' || character === "'") {
      const end = endOfString(text, i);
      if (end === null) return null;
      i = end - 1;
    } else if (character in closing) {
      open.push(closing[character] ?? "");
    } else if (character === open.at(-1)) {
      open.pop();
      if (open.length === 0) return i + 1;
    }
  }
  return null;
}

/** Where the comment of a line of Python starts, or null. Knows strings of one line only. */
export function startOfComment(line: string): number | null {
  for (let i = 0; i < line.length; i++) {
    const character = line[i];
    if (character === "#") return i;
    if (character === '"' || character === "'") {
      const end = endOfString(line, i);
      if (end === null) return null;
      i = end - 1;
    }
  }
  return null;
}

export function isException(value: string): boolean {
  return exception.exec(value)?.[0] === value;
}
