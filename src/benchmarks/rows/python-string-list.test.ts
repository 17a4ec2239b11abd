import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPythonStringList } from "./python-string-list.ts";

/** What Python itself makes of texts: a list of strings, or null. */
function byPython(texts: readonly string[]): (readonly string[] | null)[] {
  const program = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")
def read(text):
    try:
        value = ast.literal_eval(text.strip(" \\t\\n\\r\\f"))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
        return None
    return list(value)
print(json.dumps([read(text) for text in json.load(sys.stdin)]))`;
  const { stdout } = spawnSync("python3", ["-c", program], {
    input: JSON.stringify(texts),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout) as (readonly string[] | null)[];
}

const ours = (text: string) => {
  const strings = readPythonStringList(text);
  return "problem" in strings ? null : strings;
};

const id = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom("'", '"', "\\", ",", " ", "[", "]", "\n", "\t", "\x07", "é", "日", "😀"),
    maxLength: 8,
  }),
);

/** Pieces of which lists, and nearly lists, are made. */
const piece = fc.constantFrom(
  ...[
    "[",
    "]",
    "(",
    ")",
    ",",
    "'",
    '"',
    "'''",
    '"""',
    "a",
    " ",
    "\n",
    "\\",
    "\\n",
    "\\x41",
    "\\x4",
  ],
  ...["\\u00e9", "\\U0001F600", "\\U00110000", "\\101", "\\8", "\\q", "u", "r", "R", "b", "1", "#"],
  ...["\\\n", "'a'", '"b c"', "r'\\d'", "u'x'", "\\N{DASH}"],
);

describe("a list of strings as Python prints it", () => {
  it("is read as Python reads it", () => {
    const lists = fc.sample(fc.array(id, { maxLength: 6 }), 300);
    const program = "import json, sys; print(json.dumps([str(x) for x in json.load(sys.stdin)]))";
    const { stdout } = spawnSync("python3", ["-c", program], {
      input: JSON.stringify(lists),
      encoding: "utf8",
    });
    const printed = JSON.parse(stdout) as string[];
    expect(printed.map(ours)).toEqual(lists);
  });

  it("agrees with ast.literal_eval on anything that looks like a list, or is none", () => {
    const bodies = fc
      .sample(fc.array(piece, { maxLength: 9 }), 4000)
      .map((parts) => parts.join(""));
    const texts = bodies.flatMap((body) => [body, `[${body}]`]);
    const expected = byPython(texts);
    const seen = { lists: 0, refused: 0 };
    for (const [at, text] of texts.entries()) {
      const python = expected[at] ?? null;
      const mine = ours(text);
      if (mine !== null) {
        expect(python, JSON.stringify(text)).toEqual(mine);
        seen.lists += 1;
      } else if (python !== null) {
        // Comments, named characters, joined lines, brackets around a string and tuples without any
        // are Python too, but no list is printed so.
        expect(text, JSON.stringify(text)).toMatch(/#|\\N\{|\\\n|\(|^[^[]/);
      } else seen.refused += 1;
    }
    expect(seen.lists).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(100);
  });

  it.each([
    ["['a', 'b, c', \"it's\"]", ["a", "b, c", "it's"]],
    ["[]", []],
    ["('a',)", ["a"]],
    ["['a' 'b']", ["ab"]],
    [" [ 'a' , ] ", ["a"]],
  ])("%s", (text, strings) => {
    expect(readPythonStringList(text)).toEqual(strings);
  });

  it.each([
    ["['a'", 5, "`,` is expected"],
    ["['a] ", 6, "the string does not end"],
    ["['a'] + ['b']", 7, "something follows the list"],
    ["[__import__('os')]", 2, "a string is expected"],
    ["[1]", 2, "a string is expected"],
    ["[b'a']", 2, "a string is expected"],
    ["a, b", 1, "a list is expected"],
    ["['\\N{DASH}']", 3, "the escape \\N is not readable"],
  ])("%s is refused, with the place", (text, position, problem) => {
    expect(readPythonStringList(text)).toEqual({ position, problem });
  });
});
