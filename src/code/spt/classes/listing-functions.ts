// Functions that list the names of whatever they are given, themselves or through what they call.
// A method counts for a module that can name its class, or one of its relatives.
import type { Callee, FunctionName, Listed } from "../../syntax/python/listings.ts";
import type { ClassTable } from "./class-table.ts";
import type { ClassId, ModuleSummary } from "./repository-names.ts";

interface Lister {
  readonly module: ModuleSummary;
  /** The class whose method it is, or null. */
  readonly owner: ClassId | null;
  shows: Listed;
}

export class ListingFunctions {
  readonly #table: ClassTable;
  readonly #listers = new Map<string, Lister[]>();

  constructor(table: ClassTable) {
    this.#table = table;
    for (const module of table.modules) {
      for (const { shows, ...name } of module.uses.listings.listers) this.#add(module, name, shows);
    }
    for (let isGrowing = true; isGrowing;) {
      isGrowing = false;
      for (const module of table.modules) {
        for (const { callee, givers } of module.uses.listings.calls) {
          const shows = givers.length === 0 ? null : this.#shownBy(module, callee);
          if (shows === null) continue;
          for (const giver of givers) if (this.#add(module, giver, shows)) isGrowing = true;
        }
      }
    }
  }

  #add(module: ModuleSummary, { name, owner }: FunctionName, shows: Listed): boolean {
    const id = owner === null ? null : this.#table.names.idOf(module.path, owner);
    const listers = this.#listers.get(name) ?? [];
    this.#listers.set(name, listers);
    const known = listers.find((item) => item.module === module && item.owner === id);
    if (known === undefined) listers.push({ module, owner: id, shows });
    else if (known.shows === shows || known.shows === "object") return false;
    else known.shows = shows;
    return true;
  }

  /** What is listed of the things that a module gives to functions; null for nothing. */
  shownBy(module: ModuleSummary): Listed | null {
    const shown = module.uses.listings.calls.map(({ callee }) => this.#shownBy(module, callee));
    return strongest(shown);
  }

  #shownBy(module: ModuleSummary, callee: Callee): Listed | null {
    const listers = this.#listers.get(callee.name);
    if (listers === undefined) return null;
    const meant = listers.filter((lister) => this.#mayMean(module, callee, lister));
    return strongest(meant.map(({ shows }) => shows));
  }

  #mayMean(module: ModuleSummary, callee: Callee, lister: Lister): boolean {
    const isHere = lister.module === module;
    if (callee.how === "name") {
      const isImported =
        module.uses.listings.imported.has(callee.name) || module.classes.starImports.length > 0;
      return isHere || (lister.owner === null && isImported);
    }
    if (lister.owner === null) return isHere || this.#hasModules(module);
    if (callee.how === "own" && callee.owner !== null) {
      const own = this.#table.names.idOf(module.path, callee.owner);
      return this.#table.relatives(own).has(lister.owner);
    }
    if (isHere) return true;
    const relatives = this.#table.relatives(lister.owner);
    for (const id of this.#table.nameable(module)) if (relatives.has(id)) return true;
    return false;
  }

  /** Whether a module has other modules of the repository as a whole. */
  #hasModules({ path, classes }: ModuleSummary): boolean {
    for (const targets of classes.globals.values()) {
      for (const target of targets) {
        if (target.kind !== "import") continue;
        const found = this.#table.names.resolve(path, { ...target, attributes: [] });
        if (found.some(({ kind }) => kind === "module")) return true;
      }
    }
    return false;
  }
}

function strongest(shown: readonly (Listed | null)[]): Listed | null {
  return shown.includes("object") ? "object" : shown.includes("class") ? "class" : null;
}
