// What a repository's classes are and what may be asked of them, from its modules one by one.
import type { FileTree } from "../../../core/file-tree.ts";
import { isTestFile } from "../../patch/index.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { readClasses } from "../../syntax/python/module-classes.ts";
import { nameUses } from "../../syntax/python/name-uses.ts";
import { loadFile, type LoadedFile } from "../load-file.ts";
import { ClassTable } from "./class-table.ts";
import { NameLookups, type OtherFile } from "./name-lookups.ts";
import type { ModuleSummary } from "./repository-names.ts";

export interface RepositoryClasses {
  readonly table: ClassTable;
  readonly lookups: NameLookups;
}

/** What is kept of a module; nothing of it holds on to the tree. */
export function summaryOf(path: string, facts: ModuleFacts): ModuleSummary {
  const reader = readClasses(facts);
  return { path, classes: reader.module, uses: nameUses(facts, reader) };
}

/** Puts the modules of a repository, and its files that may name attributes, together. */
export function repositoryClasses(
  modules: readonly ModuleSummary[],
  others: readonly OtherFile[],
): RepositoryClasses {
  const table = new ClassTable(modules);
  return { table, lookups: new NameLookups(table, others) };
}

const known = new WeakMap<FileTree, RepositoryClasses>();

/** The classes of a tree, worked out once. `load` gives the facts of a file that is kept anyway. */
export function classesOf(
  tree: FileTree,
  load: (bytes: Uint8Array) => LoadedFile,
): RepositoryClasses {
  let classes = known.get(tree);
  if (classes === undefined) {
    const modules: ModuleSummary[] = [];
    const others: OtherFile[] = [];
    for (const [path, { bytes, mode }] of tree) {
      if (mode === "120000") continue;
      if (!path.endsWith(".py")) {
        const kind = otherKind(path);
        if (kind !== null) others.push({ kind, bytes });
        continue;
      }
      // Tests are read but never rewritten: their trees are needed for nothing else.
      const file = isTestFile(path) ? loadFile(bytes) : load(bytes);
      if (file.ok) modules.push(summaryOf(path, file.facts));
      else others.push({ kind: "data", bytes });
    }
    known.set(tree, (classes = repositoryClasses(modules, others)));
  }
  return classes;
}

/** Files from which names come into a program: templates, data, configuration, other languages. */
const DATA_FILE = new RegExp(
  "\\.(?:html?|jinja2?|j2|tmpl|tpl|mako|djt|xml|xslt?|json|ya?ml|toml|ini|cfg|conf|properties|ipynb" +
    "|pyx|pxi|pxd|pyw|c|cc|cpp|cxx|h|hpp|rs)$",
  "i",
);
const PROSE_FILE = /\.(?:rst|md|txt)$/i;

function otherKind(path: string): OtherFile["kind"] | null {
  if (DATA_FILE.test(path)) return "data";
  return PROSE_FILE.test(path) ? "prose" : null;
}
