import { describe, expect, it } from "vitest";
import { randomStream } from "../../core/random-stream.ts";
import type { FileTree } from "../../core/file-tree.ts";
import {
  findTransformation,
  ModuleCache,
  NO_REPOSITORY,
  rewriteFile,
  type TypeStore,
} from "./index.ts";

function treeOf(files: Readonly<Record<string, string>>): FileTree {
  return new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      { bytes: Buffer.from(text), mode: "100644" as const },
    ]),
  );
}

function memoryStore() {
  const kept = new Map<string, string>();
  const seen: string[] = [];
  const store: TypeStore = {
    read: (key) => {
      seen.push("read");
      return kept.get(key) ?? null;
    },
    write: (key, text) => {
      seen.push("write");
      kept.set(key, text);
    },
  };
  return { store, seen, kept };
}

/** Applies a transformation at every site of a file, with types from the seed. */
function rewrite(id: string, bytes: Uint8Array, tree: FileTree, cache: ModuleCache): Uint8Array {
  const transformation = findTransformation(id);
  const file = cache.load(bytes);
  if (!file.ok) throw new Error(file.reason);
  const types = cache.types(tree);
  const context = {
    level: "conservative",
    keyword: "kw",
    repository: NO_REPOSITORY,
    types,
  } as const;
  const sites = cache
    .sites(transformation, file.facts, context)
    .filter((site) => site.refusal === null);
  const result = rewriteFile(transformation, file, sites, context, randomStream(1, id));
  return result.kind === "rewritten" ? result.bytes : bytes;
}

const SOURCE =
  "def f(n: int, m: int) -> int:\n    if n < m:\n        return n + 1\n    else:\n" +
  "        return m * 2 if m > 3 else 0\nprint(f(1, 2))\n";

describe("types of a repository", () => {
  it("are asked when one is looked up, once for all caches that share a store", () => {
    const { store, seen } = memoryStore();
    const tree = treeOf({ "a.py": SOURCE });
    const bytes = tree.get("a.py")?.bytes ?? new Uint8Array();
    const cache = new ModuleCache(store);
    rewrite("double-negation", bytes, tree, cache);
    expect(seen).toEqual([]);
    const first = rewrite("comparison-swapper", bytes, tree, cache);
    rewrite("commutative-operand-permuter", bytes, tree, cache);
    expect(seen).toEqual(["read", "write"]);
    const again = rewrite("comparison-swapper", bytes, tree, new ModuleCache(store));
    expect(seen).toEqual(["read", "write", "read"]);
    expect(Buffer.from(again).toString()).toBe(Buffer.from(first).toString());
  });

  it("are asked anew when any Python file is another one, or what was kept is no answer", () => {
    const { store, seen, kept } = memoryStore();
    for (const other of ["x = 1\n", "x = 2\n"]) {
      const tree = treeOf({ "a.py": SOURCE, "b.py": other });
      rewrite(
        "comparison-swapper",
        tree.get("a.py")?.bytes ?? Buffer.of(),
        tree,
        new ModuleCache(store),
      );
    }
    for (const key of kept.keys()) kept.set(key, "{}");
    const tree = treeOf({ "a.py": SOURCE, "b.py": "x = 2\n" });
    rewrite(
      "comparison-swapper",
      tree.get("a.py")?.bytes ?? Buffer.of(),
      tree,
      new ModuleCache(store),
    );
    expect(seen.filter((item) => item === "write")).toHaveLength(3);
  });

  it("follow imports between the files", () => {
    const tree = treeOf({
      "pkg/__init__.py": "",
      "pkg/limits.py": "MOST = 3\n",
      "pkg/use.py": "from .limits import MOST\ndef f(n: int):\n    return n > MOST\n",
    });
    const bytes = tree.get("pkg/use.py")?.bytes ?? new Uint8Array();
    const after = rewrite("comparison-swapper", bytes, tree, new ModuleCache());
    expect(Buffer.from(after).toString()).toContain("return MOST < n");
  });

  it("hold for the same expressions of a file that other transformations have rewritten", () => {
    const tree = treeOf({ "a.py": SOURCE });
    const cache = new ModuleCache();
    let bytes = tree.get("a.py")?.bytes ?? new Uint8Array();
    for (const id of ["if-else-switcher", "double-negation", "dead-string-assignment"]) {
      bytes = rewrite(id, bytes, tree, cache);
    }
    bytes = rewrite("comparison-swapper", bytes, tree, cache);
    bytes = rewrite("commutative-operand-permuter", bytes, tree, cache);
    const text = Buffer.from(bytes).toString();
    expect(text).toContain("m > n");
    expect(text).toContain("3 < m");
    expect(text).toContain("1 + n");
    expect(text).toContain("2 * m");
  });

  it("are unknown where nothing leads back to the seed", () => {
    const tree = treeOf({ "a.py": SOURCE });
    const cache = new ModuleCache();
    const copy = Buffer.from(SOURCE);
    expect(rewrite("comparison-swapper", copy, tree, cache)).toBe(copy);
    const elsewhere = Buffer.from("def f(n: int) -> bool:\n    return n < 3\n");
    expect(rewrite("comparison-swapper", elsewhere, tree, cache)).toBe(elsewhere);
  });
});
