import { describe, expect, it } from "vitest";
import { readClaims } from "./claims.ts";
import { readIssue } from "./read-issue.ts";

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

describe("readClaims", () => {
  const cases = [
    ["returns `4` but should return `5`", ["observed 4", "expected 5"]],
    ["Expected: `[1, 2]`, got `[1]`", ["expected [1, 2]", "observed [1]"]],
    ["gives `'a'` instead of `'b'`", ["observed 'a'", "expected 'b'"]],
    ["It should be `'b'` instead of `'a'`", ["expected 'b'", "observed 'a'"]],
    [
      "This raises KeyError; it should raise a `ValueError`",
      ["observed KeyError!", "expected ValueError!"],
    ],
    ["I would expect an empty list `[]`", ["expected []"]],
    ["must be None", ["expected None"]],
    ["raises `pkg.errors.ParseError`", ["observed ParseError!"]],
    ["It should not raise", []],
    ["We expected more of this release", []],
  ] as const;
  for (const [text, claims] of cases) {
    it(`reads: ${text}`, () => {
      const read = readClaims(text, false).map(
        ({ sense, value, raises }) => `${sense} ${value}${raises ? "!" : ""}`,
      );
      expect(read).toEqual(claims);
    });
  }

  it("takes bare words as values in comments", () => {
    expect(readClaims(" prints foo, expected bar", true).map((claim) => claim.value)).toEqual([
      "foo",
      "bar",
    ]);
  });
});

describe("readIssue", () => {
  it("makes a script of a session and marks what was seen and what is wanted", () => {
    const session = ">>> from kit import area\n>>> area(2)\n3\n";
    const { scripts } = readIssue(`${fenced("pycon", session)}\nExpected \`4\`.`);
    expect(scripts[0]).toBe("from kit import area\narea(2)\n# observed: 3\n# expect: 4");
  });

  it("keeps lines that continue a statement of a session", () => {
    const session = ">>> for x in [1]:\n...     print(x)\n...\n1";
    expect(readIssue(fenced("", session)).scripts[0]).toBe(
      "for x in [1]:\n    print(x)\n\n# observed: 1",
    );
  });

  it("reads a session that nobody fenced", () => {
    const { scripts } = readIssue("It is wrong:\n\n>>> area(2)\n3\n\nThat should be 4.");
    expect(scripts[0]).toBe("area(2)\n# observed: 3\n# expect: 4");
  });

  it("adds nothing to a script that asserts", () => {
    const { scripts } = readIssue(`${fenced("python", "assert area(2) == 4")}\nIt returns 3.`);
    expect(scripts).toEqual(["assert area(2) == 4"]);
  });

  it("gives a print for each line of an announced output", () => {
    const issue = `${fenced("python", "print(a())\nprint(b())")}\nExpected output:\n${fenced("", "1\n2")}`;
    expect(readIssue(issue).scripts[0]).toBe("print(a())\n# expect: 1\nprint(b())\n# expect: 2");
  });

  it("takes a traceback below a script as what it raises, and its frames as places", () => {
    const trace =
      'Traceback (most recent call last):\n  File "kit/area.py", line 7, in area\n    x\nkit.BadSide: no';
    const { scripts, terms } = readIssue(`${fenced("python", "area(2)")}\n${fenced("", trace)}`);
    expect(scripts[0]).toBe("area(2)\n# observed-raises: BadSide");
    expect(terms.frames).toEqual([{ file: "kit/area.py", line: 7 }]);
  });

  it("makes a statement of a call in prose, and merges what is said of it", () => {
    const { scripts } = readIssue("`area(2)` returns `3`. It should return `4`.");
    expect(scripts).toContain("area(2)\n# observed: 3\n# expect: 4");
  });

  it("takes statements under a heading of expectations as wanted", () => {
    const { scripts } = readIssue("## Expected behaviour\n\n`area(2)` returns `4`.");
    expect(scripts).toContain("area(2)\n# expect: 4");
  });

  it("leaves out what is suggested as a fix, and other languages", () => {
    const issue = `${fenced("bash", "pip install kit")}\nSuggested fix:\n${fenced("python", "def area(x):\n    return x")}`;
    expect(readIssue(issue).scripts).toEqual([]);
  });

  it("has no script for prose alone, but terms", () => {
    const { scripts, terms } = readIssue("The cache of `Store.fetch_all` is never cleared.");
    expect(scripts).toEqual([]);
    expect(terms.identifiers.map((term) => term.text)).toContain("fetch_all");
  });
});
