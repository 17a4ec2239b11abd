// A string value as a Python literal.

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A literal in the quotes that need the fewest escapes; valid in any UTF-8 source. */
export function pythonString(value: string): string {
  const quote = value.includes('"') && !value.includes("'") ? "'" : '"';
  let body = "";
  for (const character of value) {
    if (character === quote) body += `\\${quote}`;
    else body += ESCAPES[character] ?? (isPlain(character) ? character : escaped(character));
  }
  return `${quote}${body}${quote}`;
}

/** Printable, and no half of a surrogate pair: those can't be encoded. */
function isPlain(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, "0")}`
    : `\\U${code.toString(16).padStart(8, "0")}`;
}
