// Whether a name means the builtin where it stands.
import { enclosingScope, type SyntaxNode } from "../../syntax/python/node.ts";
import { perModule, type ModuleFacts } from "../../syntax/python/facts.ts";
import { namesOf } from "../../syntax/python/references.ts";
import type { Scope } from "../../syntax/python/scopes.ts";

/** Names that a function or class makes global and so may bind in the module. */
const declaredGlobal = perModule(({ module }) => {
  const declared = new Set<string>();
  for (const scope of namesOf(module).scopes())
    for (const name of scope.globals) declared.add(name);
  return declared;
});

const importsEverything = perModule((facts) =>
  facts.nodes("ImportFrom").some(({ value }) => value === "*"),
);

/** Whether a binding in a scope around a node, its own or the module's, hides a builtin. */
export function isShadowed(name: string, node: SyntaxNode, { module }: ModuleFacts): boolean {
  const names = namesOf(module);
  const owner = names.resolve(scopeAround(node, module.root, names), name);
  return owner !== names.scope || owner.bound.has(name);
}

/**
 * Whether it can't be told: after a star import, or where the module binds such a name from within
 * a function, as an attribute of `builtins`, or by a text.
 */
export function mayBeShadowed(name: string, facts: ModuleFacts): boolean {
  return importsEverything(facts) || declaredGlobal(facts).has(name) || patched(facts).has(name);
}

/** `builtins.next = …`, `globals()["next"] = …`, `setattr(module, "next", …)`. */
const patched = perModule((facts): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const { value, role, parent } of facts.nodes("Name")) {
    if (role === "member" && parent?.role === "target") names.add(value);
  }
  if (NAMESPACES.some((word) => facts.words.has(word))) {
    for (const { value } of facts.nodes("String")) names.add(value.replace(/^["']+|["']+$/g, ""));
  }
  return names;
});

const NAMESPACES = ["globals", "setattr", "vars", "__dict__", "__builtins__", "builtins"];

function scopeAround(node: SyntaxNode, root: SyntaxNode, names: ReturnType<typeof namesOf>): Scope {
  return names.scopeOf(enclosingScope(node) ?? root) ?? names.scope;
}
