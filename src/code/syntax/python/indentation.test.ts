import { describe, expect, it } from "vitest";
import { applyEdits, type EditGroup } from "../edits.ts";
import { ModuleFacts } from "./facts.ts";
import { deepened, deeper, fileUnit, indentUnit } from "./indentation.ts";
import { child, type SyntaxNode } from "./node.ts";
import { parsePython } from "./parse.ts";
import { suiteRegion } from "./suites.ts";

function factsOf(text: string): ModuleFacts {
  const parsed = parsePython(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return new ModuleFacts(parsed.module, text.includes("\r\n") ? "\r\n" : "\n");
}

/** Puts the bodies of all `while` under `if 1:`. */
function wrapBodies(text: string): string {
  const facts = factsOf(text);
  const wrap = (loop: SyntaxNode): EditGroup => {
    const suite = child(loop, "body") ?? loop;
    const first = suite.children[0] ?? loop;
    const { end } = suiteRegion(facts.module, suite, loop);
    const unit = indentUnit(facts, loop, suite);
    const lineStart = text.slice(0, first.start).search(/[ \t]*$/);
    const indentation = deepened(text.slice(lineStart, first.start), unit);
    const { start } = first;
    const pieces = ["if 1:", facts.newline, indentation, deeper(facts, { start, end }, unit)];
    return [{ start, end, pieces }];
  };
  return applyEdits(text, facts.nodes("While").map(wrap));
}

describe("deeper", () => {
  it("moves code, comments and continued lines, but no string's lines", () => {
    expect(
      wrapBodies(
        'while x:\n    a = """1\n  2"""\n\n    # note\n# at the edge\n    b = f(1,\n          f"""{2}\n{3}""")\n  # odd\n    c = 1 + \\\n  2\nd = 1\n',
      ),
    ).toBe(
      'while x:\n    if 1:\n        a = """1\n  2"""\n\n        # note\n# at the edge\n        b = f(1,\n              f"""{2}\n{3}""")\n      # odd\n        c = 1 + \\\n      2\nd = 1\n',
    );
  });

  it("adds up for nested ranges", () => {
    expect(wrapBodies("while x:\n  while y:\n    a\n    b\n  c\n")).toBe(
      "while x:\n  if 1:\n    while y:\n      if 1:\n        a\n        b\n    c\n",
    );
  });

  it("puts tabs in front and spaces behind, so that all columns move alike", () => {
    expect(wrapBodies("while y:\n  if b:\n  \tc\n")).toBe(
      "while y:\n  if 1:\n    if b:\n  \t  c\n",
    );
    expect(wrapBodies("while y:\n\tif b:\n\t  c\n")).toBe(
      "while y:\n\tif 1:\n\t\tif b:\n\t\t  c\n",
    );
    expect(wrapBodies("while y:\n\ta\n\tb\r\n\r\n\tc")).toBe(
      "while y:\n\tif 1:\r\n\t\ta\n\t\tb\r\n\r\n\t\tc",
    );
  });

  it("counts from the form feed on", () => {
    expect(wrapBodies("while y:\n\ta\n \f\tb\n")).toBe("while y:\n\tif 1:\n\t\ta\n \f\t\tb\n");
    expect(wrapBodies("while y:\n  a\n \f  b\n")).toBe("while y:\n  if 1:\n    a\n \f    b\n");
  });
});

describe("fileUnit", () => {
  it("is the first indentation of the file", () => {
    expect(fileUnit(factsOf("x = [\n  1]\nif x:\n   y\n"))).toBe("   ");
    expect(fileUnit(factsOf("if x:\n\ty\n"))).toBe("\t");
    expect(fileUnit(factsOf("x = 1\n"))).toBe("    ");
  });
});
