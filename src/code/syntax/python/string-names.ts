// Names that a module has as data. An attribute can be asked for by a string, so that every string
// that may be one, a list of them or a part of one counts; text in sentences does not.

/** Names and parts of names found in strings. */
export interface StringNames {
  readonly words: Set<string>;
  /** Names with gaps, `\0` for each: `visit_\0`. */
  readonly patterns: Set<string>;
}

/** Longer strings of words are sentences, or lists that nobody splits. */
const MOST_WORDS = 200;
const GAP = "\0";

/** What stands in for a value when a string is filled in. */
const PLACEHOLDER = /%(?:\(\w*\))?[sdr]|\{[^{}]*\}/g;

/** Adds what a string's content may name; `\0` in it is a gap that code fills. */
export function addStringNames(content: string, names: StringNames): void {
  if (/^\w+$/.test(content)) {
    names.words.add(content);
    addPrefix(content, names);
    return;
  }
  for (const [, field = ""] of content.matchAll(/\{([^{}]*)\}|%\((\w+)\)/g)) addWords(field, names);
  const filled = content.replaceAll(PLACEHOLDER, GAP);
  if (filled.includes(GAP)) addPattern(filled, names);
  // A list of names: words with nothing but separators between them.
  else if (/^[\w\s.,:;|/()[\]<>*=+-]+$/.test(content)) addWords(content, names);
}

/** Adds the names in a text, whatever else it says. */
export function addWords(text: string, { words }: StringNames): void {
  const found = text.match(/[A-Za-z_]\w*/g) ?? [];
  if (found.length <= MOST_WORDS) for (const word of found) words.add(word);
}

/** `visit_` begins names, wherever it is joined with the rest. */
function addPrefix(content: string, { patterns }: StringNames): void {
  if (content.endsWith("_") && content.replaceAll("_", "").length >= 2) patterns.add(content + GAP);
}

/** Adds a name with gaps, if the rest says enough to tell it from any other. */
export function addPattern(content: string, { patterns }: StringNames, least = 2): void {
  if (!/^[\w\0]+$/.test(content)) return;
  if (content.replaceAll(/[_\0]/g, "").length >= least) patterns.add(content);
}

/** Whether a name can be made by filling the gaps of a pattern. */
export function fitsPattern(name: string, pattern: string): boolean {
  const pieces = pattern.split(GAP);
  const [first = "", last = ""] = [pieces[0], pieces.at(-1)];
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at + last.length <= name.length;
}
