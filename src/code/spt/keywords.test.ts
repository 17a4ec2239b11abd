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
  it("refuses what would not be a method", () => {
    expect(keywordProblem("method", "__init__")).toBe("a special method");
    expect(keywordProblem("method", "größe")).toBeNull();
  });
});
