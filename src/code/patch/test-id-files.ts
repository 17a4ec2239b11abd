// Which files the ids of tests name. An id alone does not say where its module lies, so the tree
// decides: the longest dotted name that is a file there.
import { comparePaths } from "../../core/file-tree.ts";

export interface PathSet {
  has(path: string): boolean;
  keys(): Iterable<string>;
}

/**
 * Paths in the tree that the ids may come from, sorted. Understands
 * `tests.test_a.T.test_x` (unittest), `test_x (tests.test_a.T)` (unittest's and Django's output) and
 * `tests/test_a.py::T::test_x[1]` (pytest). An id that names no file adds none; one that fits files
 * below several roots (`a/tests/test_x.py`, `b/tests/test_x.py`) adds them all.
 */
export function filesOfTestIds(ids: Iterable<string>, paths: PathSet): readonly string[] {
  const found = new Set<string>();
  const all = [...paths.keys()];
  for (const id of ids) {
    const [beforeColons = ""] = id.split("::", 1);
    if (paths.has(beforeColons)) found.add(beforeColons);
    else for (const path of modulesOf(dottedName(id), all, paths)) found.add(path);
  }
  return [...found].sort(comparePaths);
}

function dottedName(id: string): string {
  return /^\S+ \(([\w.]+)\)$/.exec(id)?.[1] ?? id;
}

function modulesOf(dotted: string, all: readonly string[], paths: PathSet): readonly string[] {
  if (!/^\w+(\.\w+)*$/.test(dotted)) return [];
  const parts = dotted.split(".");
  for (let length = parts.length; length > 0; length--) {
    const stem = parts.slice(0, length).join("/");
    const files = [`${stem}.py`, `${stem}/__init__.py`];
    const exact = files.filter((file) => paths.has(file));
    if (exact.length > 0) return exact;
    // One bare name ("tests") fits too many files to mean any of them.
    const below = length === 1 ? [] : all.filter((p) => files.some((f) => p.endsWith(`/${f}`)));
    if (below.length > 0) return below;
  }
  return [];
}
