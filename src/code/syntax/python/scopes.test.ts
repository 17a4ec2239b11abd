// Our scopes against CPython's symtable, on modules of the standard library.
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parsePython } from "./parse.ts";
import { child } from "./node.ts";
import { scopesOf, type Scope } from "./scopes.ts";

/** For a sample of files: their text, and of each def its name, line and local names. */
const TABLES = `
import json, pathlib, symtable, sysconfig
library = pathlib.Path(sysconfig.get_paths()["stdlib"])
files = sorted(library.glob("*.py")) + sorted(library.glob("asyncio/*.py"))
result = []
def walk(table, out):
    if table.get_type() == "function" and table.get_name() not in ("lambda", "listcomp", "setcomp", "dictcomp", "genexpr"):
        out.append([table.get_name(), table.get_lineno(), sorted(table.get_locals())])
    for inner in table.get_children():
        walk(inner, out)
for file in files[::4]:
    text = file.read_bytes().decode("utf-8", "replace").replace("\\r\\n", "\\n")
    functions = []
    walk(symtable.symtable(text, str(file), "exec"), functions)
    result.append({"file": file.name, "text": text, "functions": functions})
print(json.dumps(result))
`;

interface Table {
  readonly file: string;
  readonly text: string;
  readonly functions: [string, number, string[]][];
}

function functionsOf(scope: Scope, text: string, out: [string, number, string[]][] = []) {
  if (scope.kind === "function") {
    const name = child(scope.node, "name");
    const line = text.slice(0, name?.start ?? 0).split("\n").length;
    out.push([name?.value ?? "", line, [...scope.bound].sort()]);
  }
  for (const inner of scope.children) functionsOf(inner, text, out);
  return out;
}

const byPlace = (a: [string, number, string[]], b: [string, number, string[]]) =>
  a[1] - b[1] || (a[0] < b[0] ? -1 : 1);

function boundIn(source: string, name: string): string[] {
  const parsed = parsePython(source);
  if (!parsed.ok) throw new Error(parsed.reason);
  const found = functionsOf(scopesOf(parsed.module.root), source).find(([label]) => label === name);
  return found?.[2] ?? [];
}

describe("scopesOf", () => {
  it("has the local names that symtable has, for every function of many modules", () => {
    const { stdout } = spawnSync("python3", ["-c", TABLES], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    const tables = JSON.parse(stdout) as Table[];
    let functions = 0;
    for (const table of tables) {
      const parsed = parsePython(table.text);
      if (!parsed.ok) continue;
      const ours = functionsOf(scopesOf(parsed.module.root), table.text).sort(byPlace);
      expect(ours, table.file).toEqual(table.functions.sort(byPlace));
      functions += ours.length;
    }
    expect(functions).toBeGreaterThan(1000);
  });

  it("knows every way to bind a name", () => {
    const source =
      "def f(p, *q, r=1, **s):\n    a = b.x = c[0] = 1\n    d: int\n    for e, (*g, h) in p: pass\n" +
      "    with p as i, q as (j, k): pass\n    try: pass\n    except E as l: pass\n" +
      "    import m.n, o.t as u\n    from v import w as x, y\n    del z\n    A = [B := C for D in p]\n    (E := p)\n" +
      "    match p:\n        case [F, *G, {'k': H, **I}] as K: pass\n        case J(): pass\n    class L: M = 1\n    def N(): O = 1\n" +
      "    global a\n    P += 1\n    return lambda Q: Q\n";
    expect(boundIn(source, "f")).toEqual(
      "A B E F G H I K L N P d e g h i j k l m p q r s u x y z".split(" "),
    );
  });

  it("mangles private names", () => {
    const source = "class _C:\n    def f(self, __a):\n        __b = __c__ = 1\n";
    expect(boundIn(source, "f")).toEqual(["_C__a", "_C__b", "__c__", "self"]);
  });
});
