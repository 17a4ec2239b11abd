// What reading a name may do: raise, because the name has no value there, or find something else
// after other code has run.
import { isBoundAt } from "../../syntax/python/definite-binding.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { ancestors, child, type SyntaxNode } from "../../syntax/python/node.ts";
import type { PythonModule } from "../../syntax/python/parse.ts";
import { BINDING_USES, namesOf, type Reference } from "../../syntax/python/references.ts";
import { BUILTINS } from "../../syntax/python/reserved-names.ts";
import type { Scope } from "../../syntax/python/scopes.ts";

export interface NameReading {
  readonly effects: false;
  readonly raises: boolean;
  readonly volatile: boolean;
  /** Nothing in the module binds the name, so that it is the builtin one. */
  readonly isBuiltin: boolean;
}

const LOCAL_KINDS = new Set(["function", "lambda", "comprehension"]);

export function nameReading(node: SyntaxNode, { module }: ModuleFacts): NameReading {
  const unknown: NameReading = { effects: false, raises: true, volatile: true, isBuiltin: false };
  const reference = placesOf(module).get(node);
  if (reference === undefined) return unknown;
  const names = namesOf(module);
  const { name, scope } = reference;
  const owner = names.resolve(scope, name);
  const uses = names.references(owner, name);
  const bindings = uses.filter(({ use }) => BINDING_USES.has(use));
  if (bindings.some(({ use }) => use === "delete")) return unknown;
  if (LOCAL_KINDS.has(owner.kind)) {
    const volatile = bindings.some((binding) => binding.scope !== owner);
    return { ...unknown, raises: !isLocalBound(reference, owner, bindings), volatile };
  }
  if (owner !== names.scope) return unknown;
  // In a class body a name that the body binds may be the module's, or not.
  if (owner.unknown !== null || scope.kind === "class") return unknown;
  if (bindings.length === 0) return { ...unknown, raises: false, isBuiltin: BUILTINS.has(name) };
  return { ...unknown, raises: !bindings.some((binding) => isSetBefore(binding, reference)) };
}

/** The parameter that a name stands for when nothing else ever gives it a value, or null. */
export function soleParameter(node: SyntaxNode, { module }: ModuleFacts): SyntaxNode | null {
  const reference = placesOf(module).get(node);
  if (reference === undefined) return null;
  const names = namesOf(module);
  const owner = names.resolve(reference.scope, reference.name);
  if (!owner.parameters.has(reference.name)) return null;
  const bindings = names.references(owner, reference.name).filter(({ use }) => use !== "read");
  const [only, ...others] = bindings;
  return others.length === 0 && only?.node.parent?.kind === "Parameter" ? only.node.parent : null;
}

function isLocalBound(reference: Reference, owner: Scope, bindings: readonly Reference[]): boolean {
  if (owner.parameters.has(reference.name) || owner.kind === "comprehension") return true;
  return bindings.some(
    (binding) =>
      binding.use === "bind" &&
      binding.scope === owner &&
      (isBoundAt(binding, reference) || isInBodyOf(binding.node, reference.node)),
  );
}

/** Whether a name stands in the body of the loop or `with` that binds it. */
function isInBodyOf(binding: SyntaxNode, reference: SyntaxNode): boolean {
  for (const outer of ancestors(binding)) {
    if (outer.kind === "For" || outer.kind === "With") {
      const body = child(outer, "body");
      return body !== null && body.start <= reference.start && reference.end <= body.end;
    }
    if (outer.role === "statement" || outer.kind === "Comprehension") return false;
  }
  return false;
}

/** Whether a statement of the module itself binds a name before anything below can ask for it. */
function isSetBefore(binding: Reference, reference: Reference): boolean {
  if (binding.use !== "bind" || binding.scope.kind !== "module") return false;
  let statement: SyntaxNode = binding.node;
  for (const outer of ancestors(binding.node)) {
    if (outer.kind === "Module") break;
    const isPlain = outer.kind === "StatementList" || outer.role === "statement";
    if (isPlain) statement = outer;
    else if (outer.kind === "Suite") return false;
  }
  return statement.end <= reference.node.start;
}

const places = new WeakMap<PythonModule, Map<SyntaxNode, Reference>>();

function placesOf(module: PythonModule): Map<SyntaxNode, Reference> {
  let known = places.get(module);
  if (known === undefined) {
    known = new Map<SyntaxNode, Reference>();
    for (const scope of namesOf(module).scopes()) {
      for (const { node, name, use } of scope.occurrences)
        known.set(node, { node, name, use, scope });
    }
    places.set(module, known);
  }
  return known;
}
