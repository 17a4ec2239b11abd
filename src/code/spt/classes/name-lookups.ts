// Whether anything in a repository may ask a class, or an object of it, for a name that it doesn't
// have, or list the names that it has. Receivers that can be told apart count for the classes that
// they may be of; any other receiver counts for all.
import type { Receiver } from "../../syntax/python/receivers.ts";
import { fitsPattern } from "../../syntax/python/string-names.ts";
import type { ClassTable } from "./class-table.ts";
import { ListingFunctions } from "./listing-functions.ts";
import type { ClassId, ModuleSummary, Resolved } from "./repository-names.ts";

/** Builtins that always give an object of their own type, whatever they are given. */
const OWN_TYPES = new Set(
  "str int float bool bytes bytearray complex list dict set frozenset tuple object range".split(
    " ",
  ),
);

/** A file of the repository that may name attributes and is not read as Python. */
export interface OtherFile {
  readonly kind: "data" | "prose";
  readonly bytes: Uint8Array;
}

/** Who may be asked for a name: every class, or the given ones. */
export interface Lookup {
  /** Why it may be any class, or null. */
  readonly anyone: "asked-for" | "data" | null;
  readonly classes: ReadonlySet<ClassId>;
}

const EVERYONE = (anyone: Lookup["anyone"]): Lookup => ({ anyone, classes: new Set() });

export class NameLookups {
  readonly #table: ClassTable;
  readonly #others: readonly OtherFile[];
  readonly #known = new Map<string, Lookup>();
  #listed: ReadonlySet<ClassId> | undefined;

  constructor(table: ClassTable, others: readonly OtherFile[]) {
    this.#table = table;
    this.#others = others;
  }

  /** Who may be asked for a name. */
  of(name: string): Lookup {
    let lookup = this.#known.get(name);
    if (lookup === undefined) this.#known.set(name, (lookup = this.#lookUp(name)));
    return lookup;
  }

  #lookUp(name: string): Lookup {
    const { modules } = this.#table;
    if (modules.some((module) => isData(name, module))) return EVERYONE("data");
    if (this.#others.some((file) => isNamedIn(name, file))) return EVERYONE("data");
    const classes = new Set<ClassId>();
    const isFunction = modules.some(({ uses }) => uses.functions.has(name));
    for (const module of modules) {
      const { attributes, askedByFunctionName } = module.uses;
      for (const receiver of attributes.get(name) ?? []) {
        const asked = this.#classesOf(receiver, module);
        if (asked === null) return EVERYONE("asked-for");
        for (const id of asked) classes.add(id);
      }
      for (const receiver of isFunction ? askedByFunctionName : []) {
        const asked = this.#classesOf(receiver, module) ?? this.#nameable(module);
        for (const id of asked) classes.add(id);
      }
    }
    return { anyone: null, classes };
  }

  /** The classes that a module can name, with their relatives. */
  #nameable(module: ModuleSummary): ClassId[] {
    return [...this.#table.nameable(module)].flatMap((id) => [...this.#table.relatives(id)]);
  }

  /** The classes whose names, or the names of whose objects, may be listed. */
  get listed(): ReadonlySet<ClassId> {
    this.#listed ??= this.#findListed();
    return this.#listed;
  }

  #findListed(): Set<ClassId> {
    const listed = new Set<ClassId>();
    const addAll = (ids: Iterable<ClassId>) => {
      for (const id of ids) for (const other of this.#table.relatives(id)) listed.add(other);
    };
    const functions = new ListingFunctions(this.#table);
    for (const module of this.#table.modules) {
      let shown = functions.shownBy(module);
      for (const { receiver, shows } of module.uses.listings.listings) {
        const ids = this.#classesOf(receiver, module);
        if (ids !== null) for (const id of ids) listed.add(id);
        else if (shown !== "object") shown = shows;
      }
      if (shown === "object" || (shown === "class" && findsClasses(module))) {
        for (const id of this.#nameable(module)) listed.add(id);
      } else if (shown === "class") addAll(this.#table.passed(module));
    }
    return listed;
  }

  /** The classes whose objects a receiver may be, with their relatives; null for any class. */
  #classesOf(receiver: Receiver, module: ModuleSummary): ReadonlySet<ClassId> | null {
    const { names } = this.#table;
    switch (receiver.kind) {
      case "anything":
        return null;
      case "family":
        return this.#table.relatives(names.idOf(module.path, receiver.index));
      case "named":
        return this.#relativesOf(names.resolveAll(module.path, receiver.targets), false);
      case "made-by":
        return this.#relativesOf(names.resolveAll(module.path, receiver.targets), true);
    }
  }

  #relativesOf(found: readonly Resolved[], isMade: boolean): ReadonlySet<ClassId> | null {
    const classes = new Set<ClassId>();
    for (const item of found) {
      if (item.kind === "anything") return null;
      if (item.kind === "class") {
        const relatives = this.#table.relatives(item.id);
        // What calling a class gives is up to its __new__ and its metaclass.
        if (isMade && this.#isMadeOtherwise(relatives)) return null;
        for (const id of relatives) classes.add(id);
      } else if (isMade && !isOwnType(item)) return null;
    }
    return classes;
  }

  #isMadeOtherwise(relatives: ReadonlySet<ClassId>): boolean {
    return [...relatives].some((id) => {
      const { keywords, decorators, members } = this.#table.entry(id).facts;
      const isUnknown = this.#table
        .parents(id)
        .some(({ kind }) => kind !== "class" && kind !== "standard");
      return isUnknown || keywords.length > 0 || decorators.length > 0 || members.has("__new__");
    });
  }
}

/** Ways to come by a class without naming it. */
const CLASS_FINDERS = "__subclasses__ __mro__ mro __class__ __bases__ __base__".split(" ");
const CLASS_GIVERS = new Set(
  "type vars globals import_module __import__ getmembers isclass".split(" "),
);

function findsClasses({ uses }: ModuleSummary): boolean {
  return (
    CLASS_FINDERS.some((name) => uses.attributes.has(name)) ||
    uses.listings.calls.some(({ callee }) => CLASS_GIVERS.has(callee.name))
  );
}

function isOwnType(item: Resolved): boolean {
  return item.kind === "standard" && OWN_TYPES.has(item.name.replace("builtins.", ""));
}

function isData(name: string, { uses }: ModuleSummary): boolean {
  const { words, patterns } = uses.strings;
  if (words.has(name) || uses.labels.has(name)) return true;
  for (const pattern of patterns) if (fitsPattern(name, pattern)) return true;
  return false;
}

/** Prose is run only where it has examples. */
const SHOWS_ATTRIBUTES = /AttributeError|hasattr|getattr|setattr|\bdir\(|\bvars\(/;

function isNamedIn(name: string, { kind, bytes }: OtherFile): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes(name)) return false;
  const text = buffer.toString("utf8");
  if (kind === "prose" && !(text.includes(">>>") && SHOWS_ATTRIBUTES.test(text))) return false;
  return new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu)).has(name);
}
