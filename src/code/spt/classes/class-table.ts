// The classes of a repository and how they are derived from each other. What a base is must be known
// for certain: a class of the repository or one of the standard library's that are listed. A library
// beyond these, a call, or a name that nobody can follow makes a class unknown.
import {
  RepositoryNames,
  type ClassEntry,
  type ClassId,
  type ModuleSummary,
  type Resolved,
} from "./repository-names.ts";

export class ClassTable {
  readonly modules: readonly ModuleSummary[];
  readonly names: RepositoryNames;
  readonly #parents: readonly (readonly Resolved[])[];
  readonly #children = new Map<ClassId, ClassId[]>();
  readonly #nameable = new Map<ModuleSummary, ReadonlySet<ClassId>>();
  readonly #relatives = new Map<ClassId, ReadonlySet<ClassId>>();

  constructor(modules: readonly ModuleSummary[]) {
    this.modules = modules;
    this.names = new RepositoryNames(modules);
    this.#parents = this.names.entries.map(({ path, facts }) =>
      facts.bases.flatMap((base) => this.names.resolveAll(path, base)),
    );
    this.#parents.forEach((parents, id) => {
      for (const parent of parents) {
        if (parent.kind !== "class") continue;
        const children = this.#children.get(parent.id);
        if (children === undefined) this.#children.set(parent.id, [id]);
        else children.push(id);
      }
    });
  }

  entry(id: ClassId): ClassEntry {
    const entry = this.names.entries[id];
    if (entry === undefined) throw new RangeError(`There is no class ${id}.`);
    return entry;
  }

  /** What the bases of a class may be; an unwritten `object` is not among them. */
  parents(id: ClassId): readonly Resolved[] {
    return this.#parents[id] ?? [];
  }

  /**
   * The classes with which a class shares an object: those derived from it, and everything that
   * any of them, or it, is derived from.
   */
  relatives(id: ClassId): ReadonlySet<ClassId> {
    let relatives = this.#relatives.get(id);
    if (relatives === undefined) {
      const below = reach([id], (at) => this.#children.get(at) ?? []);
      relatives = reach(below, (at) =>
        this.parents(at).flatMap((parent) => (parent.kind === "class" ? [parent.id] : [])),
      );
      this.#relatives.set(id, relatives);
    }
    return relatives;
  }

  /** The classes that a module hands around as values. */
  passed({ path, uses }: ModuleSummary): Set<ClassId> {
    const found = uses.listings.passed.flatMap((targets) => this.names.resolveAll(path, targets));
    return new Set(found.flatMap((item) => (item.kind === "class" ? [item.id] : [])));
  }

  /** The classes that a module can name: its own, and what it imports. */
  nameable(module: ModuleSummary): ReadonlySet<ClassId> {
    let nameable = this.#nameable.get(module);
    if (nameable === undefined) this.#nameable.set(module, (nameable = this.#findNameable(module)));
    return nameable;
  }

  #findNameable({ path, classes, uses }: ModuleSummary): Set<ClassId> {
    const { names } = this;
    const ids = new Set(classes.classes.map((_, index) => names.idOf(path, index)));
    const add = (found: readonly Resolved[], depth = 0) => {
      for (const item of found) {
        if (item.kind === "class") ids.add(item.id);
        if (item.kind !== "module" || depth > 3) continue;
        // Of a module that it has as a whole it can name what it asks it for.
        for (const name of names.exportsOf(item.module)) {
          if (uses.attributes.has(name)) add(names.member(item.module, name), depth + 1);
        }
      }
    };
    for (const targets of classes.globals.values()) {
      add(targets.flatMap((target) => names.resolve(path, target)));
    }
    for (const star of classes.starImports) {
      const location = names.locate(path, star);
      if (location.kind !== "inside") continue;
      for (const name of names.exportsOf(location.module)) {
        add(names.member(location.module, name), 4);
      }
    }
    return ids;
  }
}

function reach(from: Iterable<ClassId>, next: (id: ClassId) => readonly ClassId[]): Set<ClassId> {
  const found = new Set(from);
  const waiting = [...found];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const other of next(id)) {
      if (found.has(other)) continue;
      found.add(other);
      waiting.push(other);
    }
  }
  return found;
}
