// What the names of a repository's modules stand for, followed across imports, aliases and star
// imports to a class, a module, or a library. A binding that nobody can follow is anything at all.
import type { ClassFacts, ClassTarget, ModuleClasses } from "../../syntax/python/module-classes.ts";
import type { NameUses } from "../../syntax/python/name-uses.ts";
import { BUILTINS } from "../../syntax/python/reserved-names.ts";
import { STANDARD_CLASSES } from "../../syntax/python/standard-classes.ts";
import { SourcePaths, type ModuleLocation, type ModulePath } from "./source-paths.ts";

export interface ModuleSummary {
  /** Path of the file in the repository. */
  readonly path: string;
  readonly classes: ModuleClasses;
  readonly uses: NameUses;
}

/** Number of a class among all of a repository. */
export type ClassId = number;

export interface ClassEntry {
  readonly id: ClassId;
  readonly path: string;
  readonly facts: ClassFacts;
}

/** What a target turns out to be when the whole repository is known. */
export type Resolved =
  | { readonly kind: "class"; readonly id: ClassId }
  /** A class of the standard library that is listed. */
  | { readonly kind: "standard"; readonly name: string }
  | { readonly kind: "module"; readonly module: ModulePath }
  /** Something of a library. */
  | { readonly kind: "outside"; readonly name: string }
  | { readonly kind: "anything" };

const ANYTHING: readonly Resolved[] = [{ kind: "anything" }];

/** Longer chains of imports lead in a circle. */
const LONGEST_CHAIN = 24;

/** Names of the listed classes of the standard library, by class. */
const STANDARD_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  STANDARD_CLASSES.trim()
    .replaceAll(/\n {2}/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [owners = "", names = ""] = line.split(":");
      const set = new Set(names.trim().split(" "));
      return owners.split(" ").map((owner) => [owner, set] as const);
    }),
);

/** The names that a listed class of the standard library has; null for any other. */
export function standardNames(name: string): ReadonlySet<string> | null {
  return STANDARD_NAMES.get(name) ?? null;
}

export class RepositoryNames {
  readonly entries: readonly ClassEntry[];
  readonly #paths: SourcePaths;
  readonly #byPath: ReadonlyMap<string, ModuleSummary>;
  /** Number of the first class of each file. */
  readonly #first = new Map<string, ClassId>();
  readonly #byName = new Map<string, ClassId[]>();
  readonly #exports = new Map<ModulePath, ReadonlySet<string>>();

  constructor(modules: readonly ModuleSummary[]) {
    this.#paths = new SourcePaths(modules.map(({ path }) => path));
    this.#byPath = new Map(modules.map((module) => [module.path, module]));
    const entries: ClassEntry[] = [];
    for (const { path, classes } of modules) {
      this.#first.set(path, entries.length);
      for (const facts of classes.classes) {
        const id = entries.push({ id: entries.length, path, facts }) - 1;
        const key = nameKey(path, facts.qualifiedName);
        const same = this.#byName.get(key);
        if (same === undefined) this.#byName.set(key, [id]);
        else same.push(id);
      }
    }
    this.entries = entries;
  }

  /** The classes of a file that have a qualified name; more than one where it is made twice. */
  find(path: string, qualifiedName: string): readonly ClassId[] {
    return this.#byName.get(nameKey(path, qualifiedName)) ?? [];
  }

  /** The class with a number of its own in a file. */
  idOf(path: string, index: number): ClassId {
    return (this.#first.get(path) ?? 0) + index;
  }

  summaryOf(module: ModulePath): ModuleSummary | null {
    const file = this.#paths.fileOf(module);
    return file === null ? null : (this.#byPath.get(file) ?? null);
  }

  locate(path: string, module: string): ModuleLocation {
    return this.#paths.locate(path, module);
  }

  /** The names that a star import takes from a module, and some that it hides. */
  exportsOf(module: ModulePath): ReadonlySet<string> {
    const known = this.#exports.get(module);
    if (known !== undefined) return known;
    const names = new Set<string>();
    // Modules that import each other find what there is so far.
    this.#exports.set(module, names);
    const summary = this.summaryOf(module);
    if (summary === null) return names;
    for (const name of summary.classes.globals.keys()) names.add(name);
    for (const star of summary.classes.starImports) {
      const location = this.locate(summary.path, star);
      if (location.kind !== "inside") continue;
      for (const name of this.exportsOf(location.module)) names.add(name);
    }
    return names;
  }

  /** What any of the targets of an expression in a file may be; `anything` where there are none. */
  resolveAll(path: string, targets: readonly ClassTarget[]): readonly Resolved[] {
    const found = targets.flatMap((target) => this.resolve(path, target));
    return found.length === 0 ? ANYTHING : found;
  }

  resolve(path: string, target: ClassTarget, depth = 0): readonly Resolved[] {
    if (target.kind === "unknown" || depth > LONGEST_CHAIN) return ANYTHING;
    return target.attributes.reduce(
      (owners, name) => owners.flatMap((owner) => this.#attribute(owner, name, depth)),
      this.#root(path, target, depth),
    );
  }

  #root(
    path: string,
    target: Exclude<ClassTarget, { kind: "unknown" }>,
    depth: number,
  ): readonly Resolved[] {
    if (target.kind === "class") return [{ kind: "class", id: this.idOf(path, target.index) }];
    if (target.kind === "free") return this.#free(path, target.name, depth);
    const { module, name } = target;
    const location = this.locate(path, module);
    if (location.kind === "unknown") return ANYTHING;
    if (location.kind === "outside") {
      return [outside(name === null ? location.name : `${location.name}.${name}`)];
    }
    if (name === null) return [{ kind: "module", module: location.module }];
    return this.member(location.module, name, depth + 1);
  }

  /** A name that nothing in the module binds: from a star import, or a builtin. */
  #free(path: string, name: string, depth: number): readonly Resolved[] {
    for (const star of this.#byPath.get(path)?.classes.starImports ?? []) {
      const location = this.locate(path, star);
      if (location.kind === "unknown") return ANYTHING;
      if (location.kind === "outside" && !BUILTINS.has(name)) return ANYTHING;
      if (location.kind === "inside" && this.exportsOf(location.module).has(name)) {
        return this.member(location.module, name, depth + 1);
      }
    }
    return BUILTINS.has(name) ? [outside(`builtins.${name}`)] : ANYTHING;
  }

  #attribute(owner: Resolved, name: string, depth: number): readonly Resolved[] {
    if (owner.kind === "module") return this.member(owner.module, name, depth + 1);
    if (owner.kind === "outside") return [outside(`${owner.name}.${name}`)];
    if (owner.kind !== "class") return ANYTHING;
    const entry = this.entries[owner.id];
    if (entry === undefined) return ANYTHING;
    const inner = this.find(entry.path, `${entry.facts.qualifiedName}.${name}`);
    return inner.length === 0 ? ANYTHING : inner.map((id) => ({ kind: "class", id }));
  }

  /** What a module has by a name. */
  member(module: ModulePath, name: string, depth = 0): readonly Resolved[] {
    if (depth > LONGEST_CHAIN) return ANYTHING;
    const summary = this.summaryOf(module);
    const targets = summary?.classes.globals.get(name) ?? [];
    if (summary !== null && targets.some(({ kind }) => kind !== "free")) {
      return targets.flatMap((target) => this.resolve(summary.path, target, depth));
    }
    const inner = this.#paths.below(module, name);
    if (inner !== null) return [{ kind: "module", module: inner }];
    const found = (summary?.classes.starImports ?? []).flatMap((star): readonly Resolved[] => {
      const location = this.locate(summary?.path ?? "", star);
      if (location.kind !== "inside") return ANYTHING;
      const hasName = this.exportsOf(location.module).has(name);
      return hasName ? this.member(location.module, name, depth + 1) : [];
    });
    return found.length === 0 ? ANYTHING : found;
  }
}

function outside(name: string): Resolved {
  return STANDARD_NAMES.has(name) ? { kind: "standard", name } : { kind: "outside", name };
}

function nameKey(path: string, qualifiedName: string): string {
  return `${path}\0${qualifiedName}`;
}
