// Which variable a name stands for. Resolution follows CPython's symbol table: class scopes are
// invisible to the scopes inside of them, a global statement also hides the name from functions
// inside, and `__class__` below a class is that class's own cell.
import type { SyntaxNode } from "./node.ts";
import type { PythonModule } from "./parse.ts";
import { scopesOf, type NameUse, type Occurrence, type Scope } from "./scopes.ts";

export interface Reference extends Occurrence {
  /** The scope in which the name stands, which need not be the one that it belongs to. */
  readonly scope: Scope;
}

export class ModuleNames {
  /** The module's own scope. */
  readonly scope: Scope;
  readonly #byNode = new Map<SyntaxNode, Scope>();
  #references: Map<Scope, Map<string, Reference[]>> | undefined;

  constructor(module: PythonModule) {
    this.scope = scopesOf(module.root);
    this.#index(this.scope);
  }

  #index(scope: Scope): void {
    this.#byNode.set(scope.node, scope);
    for (const inner of scope.children) this.#index(inner);
  }

  /** The scope that a def, lambda, class or comprehension opens, or null for another node. */
  scopeOf(node: SyntaxNode): Scope | null {
    return this.#byNode.get(node) ?? null;
  }

  /** Every scope of the module, the outer ones first. */
  scopes(): Iterable<Scope> {
    return this.#byNode.values();
  }

  /**
   * The scope whose variable a name is when it stands in `scope`. Names that nothing binds are the
   * module's: they may be builtins, or come from a star import.
   */
  resolve(scope: Scope, name: string): Scope {
    if (scope.globals.has(name)) return this.scope;
    if (scope.bound.has(name)) return scope;
    for (let inner = scope, outer = scope.parent; outer !== null; outer = outer.parent) {
      if (outer.kind === "class") {
        if (name === "__class__" && inner.kind !== "type") return outer;
        // Type parameters are the one scope that sees the names of the class around it.
        if (scope.kind === "type" && inner === scope && outer.bound.has(name)) return outer;
      } else if (outer.bound.has(name)) return outer;
      else if (outer.globals.has(name)) return this.scope;
      inner = outer;
    }
    return this.scope;
  }

  /** Every place that names a variable of `scope`, in the scopes inside too, in no set order. */
  references(scope: Scope, name: string): readonly Reference[] {
    this.#references ??= this.#resolveAll();
    return this.#references.get(scope)?.get(name) ?? [];
  }

  /** The names that stand for variables of `scope`. */
  namesOf(scope: Scope): Iterable<string> {
    this.#references ??= this.#resolveAll();
    return this.#references.get(scope)?.keys() ?? [];
  }

  #resolveAll(): Map<Scope, Map<string, Reference[]>> {
    const all = new Map<Scope, Map<string, Reference[]>>();
    for (const scope of this.#byNode.values()) {
      const owners = new Map<string, Reference[]>();
      for (const { node, name, use } of scope.occurrences) {
        let list = owners.get(name);
        if (list === undefined) {
          list = listFor(all, this.resolve(scope, name), name);
          owners.set(name, list);
        }
        list.push({ node, name, use, scope });
      }
    }
    return all;
  }
}

function listFor(
  all: Map<Scope, Map<string, Reference[]>>,
  owner: Scope,
  name: string,
): Reference[] {
  let names = all.get(owner);
  if (names === undefined) all.set(owner, (names = new Map<string, Reference[]>()));
  let list = names.get(name);
  if (list === undefined) names.set(name, (list = []));
  return list;
}

const known = new WeakMap<PythonModule, ModuleNames>();

/** The names of a module, worked out once. */
export function namesOf(module: PythonModule): ModuleNames {
  let names = known.get(module);
  if (names === undefined) known.set(module, (names = new ModuleNames(module)));
  return names;
}

/** Uses that give a variable a value or take it away. */
export const BINDING_USES: ReadonlySet<NameUse> = new Set(["bind", "delete", "annotate"]);

/** The range of the identifier itself, without the parentheses that may stand around it. */
export function identifierSpan(
  module: PythonModule,
  name: SyntaxNode,
): { readonly start: number; readonly end: number } {
  const { tokens } = module;
  let index = tokens.firstFrom(name.start);
  // A dedent stands, without a character of its own, where the next statement begins.
  while (tokens.textOf(index) === "(" || tokens.kind(index) === "dedent") index++;
  return { start: tokens.start(index), end: tokens.end(index) };
}
