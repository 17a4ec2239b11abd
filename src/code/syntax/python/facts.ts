// What transformations ask about a module again and again, worked out once and only when asked.
import { walk, type SyntaxNode } from "./node.ts";
import type { NodeKind } from "./node-kinds.ts";
import { observersOf, type Observers } from "./observers.ts";
import type { PythonModule } from "./parse.ts";

export class ModuleFacts {
  readonly module: PythonModule;
  /** How inserted lines end. */
  readonly newline: string;
  #byKind: Map<NodeKind, SyntaxNode[]> | undefined;
  #words: ReadonlySet<string> | undefined;
  #observers: Observers | undefined;

  constructor(module: PythonModule, newline: string) {
    this.module = module;
    this.newline = newline;
  }

  /** All nodes of a kind, in source order. */
  nodes(kind: NodeKind): readonly SyntaxNode[] {
    this.#byKind ??= groupByKind(this.module.root);
    return this.#byKind.get(kind) ?? [];
  }

  /**
   * Every word of the file, those in strings and comments included. A name that is none of them is
   * bound and read nowhere: not in an enclosing or nested scope, not as a global or builtin.
   */
  get words(): ReadonlySet<string> {
    this.#words ??= new Set(this.module.text.match(/[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_]*/gu) ?? []);
    return this.#words;
  }

  get observers(): Observers {
    this.#observers ??= observersOf(this.module);
    return this.#observers;
  }

  textOf(node: { readonly start: number; readonly end: number }): string {
    return this.module.text.slice(node.start, node.end);
  }
}

/** A function of a module that works only once for each. */
export function perModule<T>(work: (facts: ModuleFacts) => T): (facts: ModuleFacts) => T {
  const known = new WeakMap<ModuleFacts, { readonly value: T }>();
  return (facts) => {
    let entry = known.get(facts);
    if (entry === undefined) known.set(facts, (entry = { value: work(facts) }));
    return entry.value;
  };
}

function groupByKind(root: SyntaxNode): Map<NodeKind, SyntaxNode[]> {
  const groups = new Map<NodeKind, SyntaxNode[]>();
  for (const node of walk(root)) {
    const group = groups.get(node.kind);
    if (group === undefined) groups.set(node.kind, [node]);
    else group.push(node);
  }
  return groups;
}
