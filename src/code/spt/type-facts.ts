// Types of a repository's expressions, for the transformations that need them. They are asked once,
// of the seed, when the first of these transformations is applied; a file that another one has
// rewritten is looked up through the origin of its text, and what can't be traced back is unknown.
import { createHash } from "node:crypto";
import type { FileTree } from "../../core/file-tree.ts";
import { isTestFile } from "../patch/index.ts";
import type { ModuleFacts } from "../syntax/python/facts.ts";
import type { SyntaxNode } from "../syntax/python/node.ts";
import {
  queryTypes,
  rangeKey,
  TYPE_QUERY_VERSION,
  type Question,
  type RangeKey,
  type TypeAnswers,
  type TypeFact,
} from "../syntax/python/type-query.ts";
import { decodeSource } from "../syntax/source-text.ts";
import { loadFile } from "./load-file.ts";
import { pythonFiles, type ModuleCache } from "./module-cache.ts";
import { typeQuestions } from "./python/operand-nodes.ts";
import { parseTypeAnswers, printTypeAnswers } from "./type-answers.ts";

/** What a transformation asks about types. */
export interface OperandTypes {
  /** What is known of an expression, or null. */
  of(node: SyntaxNode, facts: ModuleFacts): TypeFact | null;
  /** Builtin classes of which the repository has subclasses with operators of their own. */
  readonly overridden: ReadonlySet<string>;
}

/** Where answers are kept between runs, by key. */
export interface TypeStore {
  read(key: string): string | null;
  write(key: string, text: string): void;
}

export class TypeFacts implements OperandTypes {
  readonly #tree: FileTree;
  readonly #cache: ModuleCache;
  readonly #store: TypeStore | null;
  #answers: TypeAnswers | undefined;
  #byBytes: Map<Uint8Array, ReadonlyMap<RangeKey, TypeFact>> | undefined;
  #overridden: ReadonlySet<string> | undefined;

  constructor(tree: FileTree, cache: ModuleCache, store: TypeStore | null) {
    this.#tree = tree;
    this.#cache = cache;
    this.#store = store;
  }

  of(node: SyntaxNode, facts: ModuleFacts): TypeFact | null {
    const seed = this.#cache.seedPlace(node, facts);
    if (seed === null) return null;
    return this.#known.get(seed.bytes)?.get(rangeKey(seed)) ?? null;
  }

  get overridden(): ReadonlySet<string> {
    return (this.#overridden ??= new Set((this.#answers ??= this.#load()).overridden));
  }

  get #known(): Map<Uint8Array, ReadonlyMap<RangeKey, TypeFact>> {
    return (this.#byBytes ??= this.#index((this.#answers ??= this.#load())));
  }

  #index({ facts }: TypeAnswers): Map<Uint8Array, ReadonlyMap<RangeKey, TypeFact>> {
    const byBytes = new Map<Uint8Array, ReadonlyMap<RangeKey, TypeFact>>();
    for (const [path, known] of facts) {
      const bytes = this.#tree.get(path)?.bytes;
      if (bytes === undefined) continue;
      const other = byBytes.get(bytes);
      // The same file in two places may mean different things.
      byBytes.set(bytes, other === undefined ? known : agreed(known, other));
    }
    return byBytes;
  }

  #load(): TypeAnswers {
    const key = keyOf(this.#tree);
    const kept = this.#store?.read(key) ?? null;
    const parsed = kept === null ? null : parseTypeAnswers(kept);
    if (parsed !== null) return parsed;
    const answers = this.#ask();
    this.#store?.write(key, printTypeAnswers(answers));
    return answers;
  }

  #ask(): TypeAnswers {
    const texts = new Map<string, string>();
    const asked = new Map<string, readonly Question[]>();
    const paths = pythonFiles(this.#tree);
    // Tests are never rewritten, but for one that is asked for alone.
    const isWanted = paths.every(isTestFile) ? () => true : (path: string) => !isTestFile(path);
    for (const path of paths) {
      const bytes = this.#tree.get(path)?.bytes ?? new Uint8Array();
      const decoded = decodeSource(bytes);
      if (!decoded.ok) continue;
      texts.set(path, decoded.source.text);
      // The trees are not kept: while types are asked there is no room for them beside pyright's.
      const file = isWanted(path) ? loadFile(bytes) : null;
      if (file?.ok !== true) continue;
      const questions = typeQuestions(file.facts);
      if (questions.length > 0) asked.set(path, questions);
    }
    return asked.size === 0 ? { facts: new Map(), overridden: [] } : queryTypes(texts, asked);
  }
}

/** Answers depend on every Python file and on nothing else. */
function keyOf(tree: FileTree): string {
  const hash = createHash("sha256").update(TYPE_QUERY_VERSION);
  for (const path of pythonFiles(tree)) {
    const digest = createHash("sha256").update(tree.get(path)?.bytes ?? new Uint8Array());
    hash.update(`\0${path}\0${digest.digest("hex")}`);
  }
  return hash.digest("hex");
}

function agreed(
  first: ReadonlyMap<RangeKey, TypeFact>,
  second: ReadonlyMap<RangeKey, TypeFact>,
): Map<RangeKey, TypeFact> {
  const same = [...first].filter(
    ([key, fact]) => JSON.stringify(fact) === JSON.stringify(second.get(key)),
  );
  return new Map(same);
}
