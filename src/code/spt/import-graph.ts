// Which files of a repository a file imports, itself or through others. Read from import statements;
// a file that imports by names that it makes up, or by a name that fits several files, is taken to
// import everything. What a program that it starts imports is not seen.
import type { FileTree } from "../../core/file-tree.ts";
import type { ModuleFacts } from "../syntax/python/facts.ts";
import { child, type SyntaxNode } from "../syntax/python/node.ts";
import { SourcePaths } from "./classes/source-paths.ts";
import { loadFile } from "./load-file.ts";
import { pythonFiles } from "./module-cache.ts";

/** Words without which no file imports by a name that it makes up. */
const BY_NAME = /\b(?:importlib|import_module|__import__|runpy|pkg_resources|pkgutil)\b/;

/** Files that one file imports directly; null when that can't be told. */
type Imports = ReadonlySet<string> | null;

export class ImportGraph {
  readonly #files: readonly string[];
  readonly #imports = new Map<string, Imports>();
  readonly #reached = new Map<string, Imports>();

  constructor(tree: FileTree) {
    this.#files = pythonFiles(tree);
    const paths = new SourcePaths(this.#files);
    const known = new Set(this.#files);
    for (const path of this.#files) {
      const file = loadFile(tree.get(path)?.bytes ?? new Uint8Array());
      this.#imports.set(path, file.ok ? importsOf(path, file.facts, paths, known) : null);
    }
  }

  /** Whether running a file runs one of the others. */
  reaches(path: string, others: ReadonlySet<string>): boolean {
    const reached = this.#from(path);
    if (reached === null) return others.size > 0;
    for (const other of others) if (reached.has(other)) return true;
    return false;
  }

  #from(path: string): Imports {
    let reached = this.#reached.get(path);
    if (reached === undefined) this.#reached.set(path, (reached = this.#walk(path)));
    return reached;
  }

  #walk(path: string): Imports {
    const found = new Set([path]);
    for (const at of found) {
      const next = this.#imports.get(at);
      if (next === undefined) continue;
      if (next === null) return null;
      for (const file of next) found.add(file);
    }
    return found;
  }
}

function importsOf(
  path: string,
  facts: ModuleFacts,
  paths: SourcePaths,
  known: ReadonlySet<string>,
): Imports {
  if (BY_NAME.test(facts.module.text)) return null;
  const found = new Set(inPassing(path, known));
  for (const name of importedNames(facts)) {
    const prefixes = /^\.*$/.test(name) ? [name] : prefixesOf(name);
    for (const prefix of prefixes) {
      const location = paths.locate(path, prefix);
      if (location.kind === "outside") continue;
      // `from a import b`: b need not be a module, but a has to be found.
      if (location.kind === "unknown") {
        if (prefix === prefixes[0] && !prefix.startsWith(".")) return null;
        continue;
      }
      const file = paths.fileOf(location.module);
      if (file !== null) found.add(file);
    }
  }
  return found;
}

/** What runs before a file does: the packages that it is in, and what pytest reads on the way. */
function* inPassing(path: string, known: ReadonlySet<string>): Generator<string> {
  for (let folder = path; folder !== "";) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    for (const name of ["__init__.py", "conftest.py"]) {
      const file = folder === "" ? name : `${folder}/${name}`;
      if (known.has(file) && file !== path) yield file;
    }
  }
}

/** Full names of what is imported; of `from a import b` both `a` and `a.b`. */
function importedNames(facts: ModuleFacts): Set<string> {
  const names = new Set<string>();
  for (const node of facts.nodes("ImportAs")) names.add(nameOf(facts, child(node, "module")));
  for (const node of facts.nodes("ImportFrom")) {
    const module = nameOf(facts, child(node, "module"));
    names.add(module);
    for (const item of node.children) {
      const name = item.role === "item" ? child(item, "name")?.value : undefined;
      if (name === undefined) continue;
      names.add(module.endsWith(".") ? `${module}${name}` : `${module}.${name}`);
    }
  }
  return names;
}

function nameOf(facts: ModuleFacts, module: SyntaxNode | null): string {
  return module === null ? "" : facts.textOf(module).replaceAll(/[\s\\]/g, "");
}

/** `a.b.c` → `a`, `a.b`, `a.b.c`: each is imported on the way. */
function prefixesOf(name: string): string[] {
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(name) ?? [];
  const parts = rest.split(".");
  return parts.map((_, index) => dots + parts.slice(0, index + 1).join("."));
}
