// Parsed files, kept for as long as their bytes are: a tree is parsed once for all of its variants,
// and what one variant made of a file is forgotten together with the variant.
import { comparePaths, type FileTree } from "../../core/file-tree.ts";
import { isTestFile } from "../patch/index.ts";
import type { ModuleFacts } from "../syntax/python/facts.ts";
import { classesOf } from "./classes/repository-classes.ts";
import { LARGEST_BYTES, loadFile, type LoadedFile } from "./load-file.ts";
import { mayObserve, repositoryFacts, type RepositoryFacts } from "./repository-facts.ts";
import { originOf, rangeBefore } from "./text-origin.ts";
import { TypeFacts, type OperandTypes, type TypeStore } from "./type-facts.ts";
import { sitesOf, type RewriteContext, type Site, type Transformation } from "./transformation.ts";

/** Whether a path of a tree is Python source that could be rewritten. */
export function isPythonSource(tree: FileTree, path: string): boolean {
  return path.endsWith(".py") && tree.get(path)?.mode !== "120000";
}

/** Paths of the Python files of a tree, sorted; symbolic links are no source of their own. */
export function pythonFiles(tree: FileTree): string[] {
  return [...tree.keys()].filter((path) => isPythonSource(tree, path)).sort(comparePaths);
}

/** A range of a file of the seed. */
export interface SeedPlace {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

export class ModuleCache {
  readonly #typeStore: TypeStore | null;
  readonly #bytes = new WeakMap<ModuleFacts, Uint8Array>();
  readonly #types = new WeakMap<FileTree, OperandTypes>();
  readonly #files = new WeakMap<Uint8Array, LoadedFile>();
  readonly #sites = new WeakMap<ModuleFacts, Map<string, readonly Site[]>>();
  readonly #repositories = new WeakMap<FileTree, RepositoryFacts>();

  /** `typeStore` keeps answers about types between runs; without one they are asked each time. */
  constructor(typeStore: TypeStore | null = null) {
    this.#typeStore = typeStore;
  }

  /** The file's text and tree, or why there is none. */
  load(bytes: Uint8Array): LoadedFile {
    let file = this.#files.get(bytes);
    if (file === undefined) {
      file = loadFile(bytes);
      this.#files.set(bytes, file);
      if (file.ok) this.#bytes.set(file.facts, bytes);
    }
    return file;
  }

  /** The sites of a transformation in a file. Only those of a method depend on the keyword. */
  sites(
    transformation: Transformation,
    facts: ModuleFacts,
    context: RewriteContext,
  ): readonly Site[] {
    let known = this.#sites.get(facts);
    if (known === undefined) this.#sites.set(facts, (known = new Map<string, readonly Site[]>()));
    const { keyword, level, path } = context;
    const bound = transformation.keyword === "method" ? `${keyword ?? ""} ${path ?? ""}` : "";
    const key = `${transformation.id} ${level} ${bound}`;
    let sites = known.get(key);
    if (sites === undefined) known.set(key, (sites = sitesOf(transformation, facts, context)));
    return sites;
  }

  /** Facts about the whole repository, from its seed. */
  repository(tree: FileTree): RepositoryFacts {
    let facts = this.#repositories.get(tree);
    if (facts === undefined) {
      const readers = repositoryFacts(this.#observingModules(tree));
      facts = { ...readers, classes: () => classesOf(tree, (bytes) => this.load(bytes)) };
      this.#repositories.set(tree, facts);
    }
    return facts;
  }

  /** Types in the whole repository, from its seed; nothing is asked before one is looked up. */
  types(tree: FileTree): OperandTypes {
    let types = this.#types.get(tree);
    if (types === undefined) {
      types = new TypeFacts(tree, this, this.#typeStore);
      this.#types.set(tree, types);
    }
    return types;
  }

  /** Where a part of a rewritten file was in the seed, or null where that can't be told. */
  seedPlace(
    part: { readonly start: number; readonly end: number },
    facts: ModuleFacts,
  ): SeedPlace | null {
    const bytes = this.#bytes.get(facts);
    if (bytes === undefined) return null;
    const origin = originOf(bytes);
    if (origin === null) return { bytes, start: part.start, end: part.end };
    const before = rangeBefore(origin, part);
    return before === null ? null : { bytes: origin.seed, ...before };
  }

  *#observingModules(tree: FileTree) {
    for (const path of pythonFiles(tree)) {
      const bytes = tree.get(path)?.bytes;
      if (bytes === undefined || bytes.length > LARGEST_BYTES) continue;
      // Names of observers are ASCII, so that this look needs no decoding.
      if (!mayObserve(Buffer.from(bytes).toString("latin1"))) continue;
      // Tests are never rewritten, so that their trees are needed for nothing else.
      const file = isTestFile(path) ? loadFile(bytes) : this.load(bytes);
      if (file.ok) yield file.facts.module;
    }
  }
}
