import { describe, expect, it } from "vitest";
import { child } from "./node.ts";
import { parsePython } from "./parse.ts";
import { identifierSpan, namesOf } from "./references.ts";
import type { Scope } from "./scopes.ts";

/** Writes `⟨name⟩` for every place that names the variable of the scope that `path` leads to. */
function marked(source: string, path: string, name: string): string {
  const parsed = parsePython(source);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { module } = parsed;
  const names = namesOf(module);
  const scope = path
    .split("/")
    .filter((step) => step !== "")
    .reduce<Scope>((at, step) => {
      const inner = at.children.find((item) => child(item.node, "name")?.value === step);
      if (inner === undefined) throw new Error(`no scope ${step}`);
      return inner;
    }, names.scope);
  return names
    .references(scope, name)
    .map(({ node }) => identifierSpan(module, node))
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => {
      return `${text.slice(0, start)}⟨${text.slice(start, end)}⟩${text.slice(end)}`;
    }, source);
}

const plain = (text: string) => text.replaceAll(/[⟨⟩]/g, "");

describe("references", () => {
  it.each([
    [
      "a comprehension's own variable hides it but in the first iterable",
      "f",
      "x",
      "def f(⟨x⟩):\n    return [x for x in ⟨x⟩ for y in x], [⟨x⟩ for y in ⟨x⟩]\n",
    ],
    [
      "a walrus in a comprehension is the function's",
      "f",
      "x",
      "def f(y):\n    [⟨x⟩ := z for z in y if ⟨x⟩]\n    return lambda: ⟨x⟩\n",
    ],
    [
      "a walrus in a lambda is the lambda's",
      "f",
      "x",
      "def f():\n    ⟨x⟩ = 1\n    return lambda: [(x := y) for y in (x,)]\n",
    ],
    [
      "class bodies have names of their own, which functions in them don't see",
      "f",
      "x",
      "def f():\n    ⟨x⟩ = 1\n    class C:\n        x = x\n        def g(self, x=x): return x\n        def h(self): return ⟨x⟩\n    class D:\n        y = ⟨x⟩\n        def g(self, x=⟨x⟩): return x\n",
    ],
    [
      "defaults, annotations and decorators belong outside",
      "f",
      "x",
      "def f(⟨x⟩):\n    @⟨x⟩\n    def g(x: ⟨x⟩ = ⟨x⟩) -> ⟨x⟩: return x\n    return lambda x=⟨x⟩: x\n",
    ],
    [
      "labels and attributes are no variables",
      "f",
      "x",
      "def f(⟨x⟩):\n    g(x=⟨x⟩).x = ⟨x⟩.x\n    match ⟨x⟩:\n        case C(x=1): import a.x\n",
    ],
    [
      "f-strings are read, their formats too",
      "f",
      "x",
      'def f(⟨x⟩):\n    return f"x{⟨x⟩!r:>{⟨x⟩}} {{x}} {(⟨x⟩)=}", "x"\n',
    ],
    [
      "nonlocal statements name it, global ones do not",
      "f",
      "x",
      "def f():\n    ⟨x⟩ = 1\n    def g():\n        nonlocal ⟨x⟩\n        ⟨x⟩ += 1\n    def h():\n        global x\n        def i(): return x\n        return x\n",
    ],
    [
      "private names by both of their spellings",
      "C/f",
      "_C__x",
      "class C:\n    def f(self):\n        ⟨__x⟩ = 1\n        return ⟨_C__x⟩, lambda: ⟨__x⟩, self.__x\n",
    ],
    [
      "captures, except and with targets, del and augmented assignments",
      "f",
      "x",
      "def f():\n    match 1:\n        case {**⟨x⟩}: pass\n        case [*⟨x⟩]: pass\n        case C() as ⟨x⟩: pass\n    try: pass\n    except E as ⟨x⟩: pass\n    with y as (⟨x⟩, [*⟨x⟩]): pass\n    del (⟨x⟩), y[⟨x⟩]\n    ⟨x⟩ += 1\n    for (⟨x⟩) in 1: pass\n",
    ],
    [
      "imports and definitions",
      "f",
      "x",
      "def f():\n    import ⟨x⟩.y, z.x\n    from x import x as y, y as ⟨x⟩\n    class ⟨x⟩: pass\n    def ⟨x⟩(): pass\n",
    ],
    [
      "an annotation in parentheses is no binding",
      "",
      "x",
      "⟨x⟩ = 1\ndef f():\n    (x): int\n    return ⟨x⟩\n",
    ],
    [
      "type parameters hide it in what they belong to",
      "f",
      "T",
      "def f(⟨T⟩):\n    def g[T: int](x: T = ⟨T⟩) -> T: return T\n    class C[U](⟨T⟩): y: ⟨T⟩\n    type A[T] = T\n    return ⟨T⟩\n",
    ],
    [
      "normalised as the compiler does it",
      "f",
      "fix",
      "def f():\n    ⟨ﬁx⟩ = 1\n    return ⟨fix⟩\n",
    ],
  ])("%s", (_title, path, name, expected) => {
    expect(marked(plain(expected), path, name)).toBe(expected);
  });

  it("keeps __class__ in a method apart from a variable outside", () => {
    const source =
      "def f():\n    ⟨__class__⟩ = 1\n    class C:\n        y = ⟨__class__⟩\n        def g(self): return __class__\n";
    expect(marked(plain(source), "f", "__class__")).toBe(source);
  });

  it("finds a name behind the end of a block", () => {
    const source =
      "def f():\n    if 1:\n        pass\n    ⟨x⟩ = 1\n    if 1: pass\n    (⟨x⟩) += 1\n";
    expect(marked(plain(source), "f", "x")).toBe(source);
  });

  it("leaves parentheses and comments around a name out of it", () => {
    const source = "def f():\n    ( # x\n     ⟨x⟩ ) = 1\n";
    expect(marked(plain(source), "f", "x")).toBe(source);
  });
});
