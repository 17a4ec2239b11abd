import { describe, expect, it } from "vitest";
import { gate } from "./gate.ts";
import { parsePython } from "./parse.ts";
import { walk } from "./node.ts";
import { indentationOf, suiteRegion, suitesOf } from "./suites.ts";

function moduleOf(text: string) {
  const parsed = parsePython(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.module;
}

describe("parsePython", () => {
  it("gives exact ranges with parentheses, decorators and yields", () => {
    const text = "@d\ndef f():\n    return ((a)) if (b) else ((yield c))\n";
    const slices = [...walk(moduleOf(text).root)].map((node) => [
      node.kind,
      text.slice(node.start, node.end),
    ]);
    expect(slices).toContainEqual(["Name", "((a))"]);
    expect(slices).toContainEqual(["Yield", "((yield c))"]);
    expect(slices).toContainEqual(["Function", text.trim()]);
  });

  it("keeps operators, prefixes and asynchrony as values", () => {
    const kept = [
      ...walk(moduleOf("a not in b\nx is not y\nf(*a, **b)\nz //= 2\nasync def g(): pass\n").root),
    ];
    const values = kept.map((node) => node.value);
    for (const value of ["not in", "is not", "*", "**", "//=", "async"])
      expect(values).toContain(value);
  });

  it("says what is wrong with a file instead of throwing", () => {
    expect(parsePython("def (:\n")).toMatchObject({ ok: false });
    expect(parsePython(`x = ${"(".repeat(5000)}${")".repeat(5000)}\n`)).toMatchObject({
      ok: false,
    });
    expect(parsePython("try:\n    pass\nfinally:\n    pass\n")).toMatchObject({ ok: true });
  });

  it("accepts what only older or only newer versions accept", () => {
    const older = "def f():\n    try:\n        pass\n    finally:\n        return 1\n";
    expect(parsePython(older).ok).toBe(true);
    expect(parsePython("x = t'{a}'\n").ok).toBe(true);
  });
});

describe("gate", () => {
  it.each([
    "if x:\ny\n",
    "def f():\n    z = 2\n    global z\n",
    "return 1\n",
    "break\n",
    "def f(a, a): pass\n",
  ])("rejects %j", (text) => {
    expect(gate(text)).not.toBeNull();
  });

  it("works again after a file that was too deep for it", () => {
    expect(gate(`x = ${"1+".repeat(20_000)}1\n`)).not.toBeNull();
    expect(gate("x = 1\n")).toBeNull();
  });
});

describe("suites", () => {
  const text = "if a:  # c\n    b\n    # own\n# else's\nelse: d; e  # f\n";
  const module = moduleOf(text);
  const statement = module.root.children[0];

  it("are regions that can change places", () => {
    if (statement === undefined) throw new Error("no statement");
    const regions = suitesOf(statement).map((suite) => suiteRegion(module, suite, statement));
    expect(regions.map(({ start, end }) => text.slice(start, end))).toEqual([
      "\n    b\n    # own",
      " d; e  # f",
    ]);
  });

  it("know their indentation, from behind a form feed", () => {
    const paged = moduleOf("if a:\n    b\n\f    c\n");
    const [, second] = suitesOf(paged.root.children[0] ?? paged.root)[0]?.children ?? [];
    expect(second && indentationOf(paged, second)).toBe("    ");
  });
});
