// Our scopes against CPython's symtable: every scope of every module of the standard library, which
// names occur in it, and whose variable each of them is.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeSource } from "../source-text.ts";
import { child } from "./node.ts";
import { parsePython, type PythonModule } from "./parse.ts";
import { isInAnnotation } from "./positions.ts";
import { namesOf, type ModuleNames } from "./references.ts";
import { scopesOf, type Scope } from "./scopes.ts";

/** One scope: kind, name, `name category` of what occurs in it, and the scopes inside. */
type Table = readonly [kind: string, name: string, symbols: string[], inner: Table[]];

/** All tables of all files, but for the names that the compiler adds by itself. */
const TABLES = `
import json, pathlib, symtable, sys, sysconfig, tokenize, warnings
warnings.simplefilter("ignore")
library = pathlib.Path(sysconfig.get_paths()["stdlib"])
def table(t):
    symbols = []
    for s in t.get_symbols():
        uses = s.is_referenced(), s.is_assigned(), s.is_parameter(), s.is_imported(), s.is_annotated()
        if s.get_name() in (".0", "__class__", "__debug__") or not any(uses + (s.is_declared_global(), s.is_nonlocal())):
            continue
        kind = "local" if s.is_local() else "free" if s.is_free() else "global"
        symbols.append(s.get_name() + " " + kind)
    kind = t.get_type()
    if kind == "function" and t.get_name() == "lambda": kind = "lambda"
    if kind == "function" and ".0" in t.get_identifiers(): kind = "comprehension"
    name = t.get_name() if kind in ("function", "class") else ""
    return [kind, name, symbols, [table(inner) for inner in t.get_children()]]
for file in sorted(library.rglob("*.py")):
    if "site-packages" in file.parts or "dist-packages" in file.parts: continue
    try:
        with tokenize.open(file) as stream: text = stream.read()
        print(json.dumps([str(file), table(symtable.symtable(text, str(file), "exec"))[3]]))
    except (SyntaxError, UnicodeDecodeError, ValueError, RecursionError):
        pass
`;

/** Later symbol tables have no comprehensions of their own, but further scopes for annotations. */
const INTERPRETER = ["python3.11", "python3.10", "python3", "python3.9"].find((name) => {
  const version = "import sys; sys.exit(not (3, 8) <= sys.version_info < (3, 12))";
  return spawnSync(name, ["-c", version]).status === 0;
});

function ourTable(scope: Scope, names: ModuleNames, isPostponed: boolean): Table {
  // A comprehension's `:=` binds in a function in which the name needn't stand.
  const occurring = new Set(Array.from(scope.bound, (name) => `${name} local`));
  occurring.delete("__class__ local");
  for (const { node, name } of scope.occurrences) {
    if (name === "__class__" || (isPostponed && isInAnnotation(node))) continue;
    const owner = names.resolve(scope, name);
    const isGlobal = owner === names.scope && owner !== scope;
    occurring.add(`${name} ${isGlobal ? "global" : owner === scope ? "local" : "free"}`);
  }
  const inner = scope.children
    .filter((item) => !isPostponed || !isInAnnotation(item.node))
    .map((item) => ourTable(item, names, isPostponed));
  const name = child(scope.node, "name")?.value ?? "";
  return [scope.kind, scope.kind === "lambda" ? "" : name, [...occurring], inner];
}

/** In one order, since symtable visits the parts of a statement in another one. */
function sorted([kind, name, symbols, inner]: Table): string {
  return JSON.stringify([kind, name, [...symbols].sort(), inner.map(sorted).sort()]);
}

function ourTables(module: PythonModule): string[] {
  const names = namesOf(module);
  const isPostponed = /^from __future__ import .*\bannotations\b/m.test(module.text);
  return names.scope.children
    .filter((item) => !isPostponed || !isInAnnotation(item.node))
    .map((item) => sorted(ourTable(item, names, isPostponed)))
    .sort();
}

function count(tables: readonly Table[]): number {
  return tables.reduce(
    (sum, [kind, , , inner]) => sum + Number(kind === "function") + count(inner),
    0,
  );
}

function moduleOf(source: string): PythonModule {
  const parsed = parsePython(source);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.module;
}

function scopeNamed(scope: Scope, name: string): Scope | undefined {
  if (child(scope.node, "name")?.value === name) return scope;
  return scope.children
    .map((inner) => scopeNamed(inner, name))
    .find((found) => found !== undefined);
}

const boundIn = (source: string, name: string): string[] =>
  [...(scopeNamed(scopesOf(moduleOf(source).root), name)?.bound ?? [])].sort();

describe.skipIf(INTERPRETER === undefined)(
  "scopes (skipped without a Python of 3.8 to 3.11)",
  () => {
    it("are those of symtable in every module of the standard library", () => {
      const { stdout, stderr } = spawnSync(INTERPRETER ?? "", ["-c", TABLES], {
        encoding: "utf8",
        maxBuffer: 1 << 30,
      });
      expect(stderr).toBe("");
      const differing: string[] = [];
      const [compared, unread] = [{ functions: 0 }, { functions: 0 }];
      for (const line of stdout.trimEnd().split("\n")) {
        const [file, tables] = JSON.parse(line) as [string, Table[]];
        const decoded = decodeSource(readFileSync(file));
        const parsed = decoded.ok ? parsePython(decoded.source.text) : decoded;
        (parsed.ok ? compared : unread).functions += count(tables);
        if (!parsed.ok) continue;
        const [ours, theirs] = [ourTables(parsed.module), tables.map(sorted).sort()];
        if (JSON.stringify(ours) !== JSON.stringify(theirs)) differing.push(file);
      }
      expect(differing).toEqual([]);
      expect(compared.functions).toBeGreaterThan(10_000);
      // Modules that are not UTF-8, and nesting deeper than the parser goes.
      expect(unread.functions).toBeLessThan(compared.functions / 200);
    }, 600_000);
  },
);

describe("scopesOf", () => {
  it("knows every way to bind a name", () => {
    const source =
      "def f(p, *q, r=1, **s):\n    a = b.x = c[0] = 1\n    d: int\n    for e, (*g, h) in p: pass\n" +
      "    with p as i, q as (j, k): pass\n    try: pass\n    except E as l: pass\n" +
      "    import m.n, o.t as u\n    from v import w as x, y\n    del z\n    A = [B := C for D in p]\n    (E := p)\n" +
      "    match p:\n        case [F, *G, {'k': H, **I}] as K: pass\n        case J(): pass\n        case _: pass\n" +
      "    class L: M = 1\n    def N(): O = 1\n    (R): int\n" +
      "    global a\n    P += 1\n    return lambda Q: Q\n";
    expect(boundIn(source, "f")).toEqual(
      "A B E F G H I K L N P d e g h i j k l m p q r s u x y z".split(" "),
    );
  });

  it("mangles private names", () => {
    const source = "class _C:\n    def f(self, __a):\n        __b = __c__ = 1\n";
    expect(boundIn(source, "f")).toEqual(["_C__a", "_C__b", "__c__", "self"]);
  });

  it("says where it can't know every name", () => {
    const source = "def f[T](x: T): pass\ndef g(): type A = int\nfrom m import *\n";
    const scope = scopesOf(moduleOf(source).root);
    expect(scope.unknown).toBe("a star import");
    expect(scopeNamed(scope, "f")?.unknown).toBe("type parameters");
    expect(scopeNamed(scope, "g")?.unknown).toBe("a type alias");
    const raw = scopesOf(
      moduleOf("def f(x):\n    def g(): return rf'\\N{x}'\n    return g\n").root,
    );
    expect(scopeNamed(raw, "f")?.unknown).toMatch("raw");
  });
});
