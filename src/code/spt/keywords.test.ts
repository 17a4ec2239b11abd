import { describe, expect, it } from "vitest";
import { keywordProblem, keywordsFromProblem, parseKeywordFile } from "./keywords.ts";

const SOURCE =
  'class Invoice:\n    def add_line(self, amount):\n        raise ValueError("amount is negative")\n    def total(self): return "grand total"\n';
const TREE = new Map([
  ["shop/invoice.py", { bytes: Buffer.from(SOURCE), mode: "100644" as const }],
]);

describe("keywordsFromProblem", () => {
  const problem =
    "`Invoice.add_line` fails, see 'grand total'.\n\n```python\ninvoice.total()\nprint(frobnicate('nowhere'))\n```\n" +
    'Traceback (most recent call last):\n  File "shop/invoice.py", line 3, in add_line\nValueError: amount is negative\n';

  it("finds names and literals that the repository has, and says where", () => {
    const { methods, strings } = keywordsFromProblem(problem, TREE);
    expect(methods).toContainEqual({ text: "add_line", origin: "problem statement: code span" });
    expect(methods).toContainEqual({ text: "total", origin: "problem statement: code block" });
    expect(strings).toContainEqual({ text: "grand total", origin: "problem statement: quotation" });
    expect(strings).toContainEqual({
      text: "amount is negative",
      origin: "problem statement: traceback",
    });
    expect(methods.map((item) => item.text)).not.toContain("frobnicate");
    expect(strings.map((item) => item.text)).not.toContain("nowhere");
  });

  it.each([
    [
      "a name in a sentence",
      "Calling add_line twice is wrong, so is Invoice.total.",
      ["add_line", "total"],
    ],
    ["a call in a sentence", "It happens in total() and then in frobnicate().", ["total"]],
    ["a word that is just a word", "The total is wrong, amount/total too.", []],
    ["a fence in a list, of another length", "* see\n\n  ~~~~py\n  x.total()\n  ~~~~\n", ["total"]],
    ["a fence that nobody closed", "```\nx.add_line(1)\n", ["add_line"]],
    ["an example", "It says\n\n>>> x.total()\n3\n", ["total"]],
    ["an indented block", "It says:\n\n    x.total()\n", ["total"]],
    ["tags", "<p>See <code>total</code>", ["total"]],
    ["double backquotes", "See ``Invoice.add_line``.", ["add_line"]],
    ["no class", "`Invoice()` and Invoice() fail.", []],
  ])("reads %s", (_what, text, expected) => {
    expect(keywordsFromProblem(text, TREE).methods.map((item) => item.text)).toEqual(expected);
  });

  it("finds nothing where there is nothing", () => {
    expect(keywordsFromProblem("It does not work.", TREE)).toEqual({ methods: [], strings: [] });
  });
});

describe("parseKeywordFile", () => {
  it("reads keywords and keeps the file as their origin", () => {
    const read = parseKeywordFile(
      '{"methods": ["save"], "strings": ["a \\"b\\" \\\\ \\n"]}',
      "kw.json",
    );
    expect(read.methods).toEqual([{ text: "save", origin: "kw.json" }]);
    expect(read.strings[0]?.text).toBe('a "b" \\ \n');
  });

  it("takes each keyword once", () => {
    expect(parseKeywordFile('{"methods": ["save", "save"]}', "kw.json").methods).toHaveLength(1);
  });

  it.each([
    ["{", "no JSON"],
    ['{"names": []}', "names"],
    ['{"methods": ["import"]}', "a reserved word"],
    ['{"methods": ["a-b"]}', "not an identifier"],
    ['{"strings": [""]}', "empty"],
  ])("says what is wrong with %s", (content, message) => {
    expect(() => parseKeywordFile(content, "kw.json")).toThrow(message);
  });
});

describe("keywordProblem", () => {
  it.each([
    ["import", "a reserved word"],
    ["None", "a reserved word"],
    ["a-b", "not an identifier"],
    ["1a", "not an identifier"],
    ["", "not an identifier"],
    ["\u{fb01}x", "not a normalised identifier"],
    ["__len__", "a special method"],
    ["match", null],
    ["type", null],
    ["_private", null],
  ])("says of the method %j: %s", (name, problem) => {
    expect(keywordProblem("method", name)).toBe(problem);
  });

  it("refuses what would not be a method", () => {
    expect(keywordProblem("method", "__init__")).toBe("a special method");
    expect(keywordProblem("method", "größe")).toBeNull();
  });
});
