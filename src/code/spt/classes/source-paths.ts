// Which file of a repository a module's name leads to. There is no search path to ask, so a name is
// looked for below every folder that holds a package or a script; where several fit, none is known.
import { STANDARD_MODULES } from "../../syntax/python/standard-classes.ts";

/** A module of the repository: the path of its file without `.py` or `/__init__.py`. */
export type ModulePath = string;

export type ModuleLocation =
  | { readonly kind: "inside"; readonly module: ModulePath }
  | { readonly kind: "outside"; readonly name: string }
  | { readonly kind: "unknown" };

const UNKNOWN: ModuleLocation = { kind: "unknown" };
const STANDARD = new Set(STANDARD_MODULES.split(" "));

export class SourcePaths {
  /** Files by the module that they are. */
  readonly #files = new Map<ModulePath, string>();
  readonly #packages = new Set<string>();
  /** Folders that hold modules, as names of modules begin below them. */
  readonly #roots = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const isPackage = /(?:^|\/)__init__\.py$/.test(path);
      const module = modulePathOf(path);
      // A package hides a module of its name.
      if (isPackage || !this.#files.has(module)) this.#files.set(module, path);
      if (isPackage) this.#packages.add(parentOf(path));
    }
    for (const module of this.#files.keys()) {
      this.#roots.add(this.#rootOf(module));
      for (let at = parentOf(module); at !== ""; at = parentOf(at)) this.#folders.add(at);
    }
  }

  /** The file of a module, or null for a folder without one. */
  fileOf(module: ModulePath): string | null {
    return this.#files.get(module) ?? null;
  }

  /** A module or package below a package. */
  below(module: ModulePath, name: string): ModulePath | null {
    const path = joined(module, name);
    return this.#files.has(path) || this.#folders.has(path) ? path : null;
  }

  /** Where `import name` in a file leads; `name` may begin with the dots of a relative import. */
  locate(fromFile: string, name: string): ModuleLocation {
    const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(name) ?? [];
    if (dots !== "") return this.#relative(fromFile, dots.length, rest);
    const path = rest.replaceAll(".", "/");
    const [first = ""] = rest.split(".");
    const found = [...this.#roots].map((root) => joined(root, path));
    const modules = found.filter((module) => this.#files.has(module));
    if (STANDARD.has(first)) {
      // A module of that name beside a script hides the standard one, from that script alone.
      const isBeside = this.#files.has(joined(parentOf(fromFile), first));
      return isBeside && !this.#packages.has(parentOf(fromFile)) ? UNKNOWN : outside(rest);
    }
    if (modules.length === 0) {
      const [folder, ...others] = found.filter((module) => this.#folders.has(module));
      if (folder === undefined) return outside(rest);
      return others.length === 0 ? { kind: "inside", module: folder } : UNKNOWN;
    }
    const own = joined(this.#rootOf(modulePathOf(fromFile)), path);
    const module = modules.length === 1 ? modules[0] : modules.find((item) => item === own);
    return module === undefined ? UNKNOWN : { kind: "inside", module };
  }

  #relative(fromFile: string, dots: number, rest: string): ModuleLocation {
    let folder = parentOf(fromFile);
    for (let i = 1; i < dots; i++) folder = parentOf(folder);
    const module = rest === "" ? folder : joined(folder, rest.replaceAll(".", "/"));
    const isThere = this.#files.has(module) || this.#folders.has(module);
    return isThere ? { kind: "inside", module } : UNKNOWN;
  }

  /** The folder below which the full name of a module begins. */
  #rootOf(module: ModulePath): string {
    let root = parentOf(module);
    while (this.#packages.has(root) && root !== "") root = parentOf(root);
    return root;
  }
}

/** The module that a file is. */
export function modulePathOf(file: string): ModulePath {
  return file.replace(/(?:^|\/)__init__\.py$|\.py$/, "");
}

function outside(name: string): ModuleLocation {
  return { kind: "outside", name };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
