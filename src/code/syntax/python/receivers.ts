// Whose attributes an expression asks for, as far as one module shows it: those of a class and its
// relatives (`self.x`, `super().x`), of something that has a name, or of anything at all.
import { ancestors, child, childrenIn, isFunctionLike, type SyntaxNode } from "./node.ts";
import type { ClassReader, ClassTarget } from "./module-classes.ts";
import type { Scope } from "./scopes.ts";

export type Receiver =
  /** An instance of the class with this number, or of one derived from it, or such a class. */
  | { readonly kind: "family"; readonly index: number }
  /** One of these, be it a class or a module. */
  | { readonly kind: "named"; readonly targets: readonly ClassTarget[] }
  /** What calling one of these gives. */
  | { readonly kind: "made-by"; readonly targets: readonly ClassTarget[] }
  | { readonly kind: "anything" };

const ANYTHING: Receiver = { kind: "anything" };

/** Displays of builtin types, which are no instances of a class of the repository. */
const LITERALS = new Set([
  "StringList",
  "Number",
  "List",
  "Dictionary",
  "Set",
  "Tuple",
  "Constant",
]);

/** Names by which a method calls its own object or class. */
const OWN_OBJECT = new Set(["self", "cls"]);

/** The receiver of `expression.attribute`; null when it is a literal. */
export function receiverOf(expression: SyntaxNode | null, reader: ClassReader): Receiver | null {
  if (expression === null) return ANYTHING;
  if (LITERALS.has(expression.kind)) return null;
  const family = familyOf(expression, reader);
  if (family !== null) return family;
  if (expression.kind === "Call") {
    const targets = reader.targetsOf(child(expression, "callee"));
    return isKnown(targets) ? { kind: "made-by", targets } : ANYTHING;
  }
  if (expression.kind !== "Name" && expression.kind !== "MemberAccess") return ANYTHING;
  const targets = reader.targetsOf(expression);
  return isKnown(targets) ? { kind: "named", targets } : ANYTHING;
}

/** Whether an expression is the object of the method in which it stands, not its class. */
export function isOwnInstance(expression: SyntaxNode | null, reader: ClassReader): boolean {
  if (expression?.kind !== "Name" || expression.value !== "self") return false;
  return ownClass(expression, reader) !== null;
}

function isKnown(targets: readonly ClassTarget[]): boolean {
  return targets.length > 0 && targets.every(({ kind }) => kind !== "unknown");
}

function familyOf(expression: SyntaxNode, reader: ClassReader): Receiver | null {
  const owner = ownClass(innermost(expression, reader), reader);
  return owner === null ? null : { kind: "family", index: reader.indexOf(owner) };
}

/** `self` of `self.__class__` and of `type(self)`; any other expression is itself. */
function innermost(expression: SyntaxNode, reader: ClassReader): SyntaxNode {
  if (expression.kind === "MemberAccess" && child(expression, "member")?.value === "__class__") {
    return child(expression, "base") ?? expression;
  }
  if (expression.kind === "Call" && isBuiltin(child(expression, "callee"), "type", reader)) {
    const [argument, ...others] = childrenIn(expression, "argument");
    if (argument !== undefined && others.length === 0)
      return child(argument, "value") ?? expression;
  }
  return expression;
}

/** The class whose method calls its own object this way, or null. */
function ownClass(expression: SyntaxNode, reader: ClassReader): SyntaxNode | null {
  if (expression.kind === "Call" && isBuiltin(child(expression, "callee"), "super", reader)) {
    if (childrenIn(expression, "argument").length > 0) return null;
    return classAround(expression);
  }
  if (expression.kind !== "Name" || !OWN_OBJECT.has(expression.value)) return null;
  const place = reader.targets.placeOf(expression);
  if (place === null) return null;
  const { names } = reader.targets;
  const method = names.resolve(place.scope, place.name);
  if (!isMethod(method) || firstParameter(method.node) !== expression.value) return null;
  const bindings = names.references(method, place.name).filter(({ use }) => use !== "read");
  return bindings.length === 1 ? (method.parent?.node ?? null) : null;
}

function isBuiltin(callee: SyntaxNode | null, name: string, reader: ClassReader): boolean {
  if (callee?.kind !== "Name" || callee.value !== name) return false;
  return reader.targetsOf(callee).every(({ kind }) => kind === "free");
}

function isMethod(scope: Scope): boolean {
  if (scope.kind !== "function" || scope.parent?.kind !== "class") return false;
  return childrenIn(scope.node, "decorator").every(
    (item) => child(item, "value")?.value !== "staticmethod",
  );
}

function firstParameter(definition: SyntaxNode): string | null {
  const parameter = child(definition, "parameter");
  return parameter === null ? null : (child(parameter, "name")?.value ?? null);
}

/** The class in one of whose methods a node stands, or null. */
function classAround(node: SyntaxNode): SyntaxNode | null {
  let isInFunction = false;
  for (const outer of ancestors(node)) {
    isInFunction ||= isFunctionLike(outer);
    if (outer.kind === "Class") return isInFunction ? outer : null;
  }
  return null;
}
