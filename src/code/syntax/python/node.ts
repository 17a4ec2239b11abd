// A node of a Python syntax tree and the ways to get around in it.
import type { Span } from "../edits.ts";
import type { NodeKind } from "./node-kinds.ts";

export interface SyntaxNode extends Span {
  readonly kind: NodeKind;
  /** The place in which it stands in its parent: "test", "body", "argument" … */
  readonly role: string;
  /** Exact range, with the parentheses of a parenthesised expression; decorators belong to it. */
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
  /**
   * What the node has beside its children: an identifier, operator, constant or literal's text;
   * `*` or `**` of an argument or parameter; `async` of a statement. Otherwise empty.
   */
  readonly value: string;
}

/** The child in a place that holds one, or null. */
export function child(node: SyntaxNode, role: string): SyntaxNode | null {
  return node.children.find((item) => item.role === role) ?? null;
}

/** The children in a place that holds a list. */
export function childrenIn(node: SyntaxNode, role: string): readonly SyntaxNode[] {
  return node.children.filter((item) => item.role === role);
}

/** The node and everything below it, parents first, in source order. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (let i = next.children.length - 1; i >= 0; i--)
      waiting.push(next.children[i] as SyntaxNode);
  }
}

/** Parents from the nearest outwards. */
export function* ancestors(node: SyntaxNode): Generator<SyntaxNode> {
  for (let at = node.parent; at !== null; at = at.parent) yield at;
}

/** Whether a node opens a scope of its own that is a function's: a def or a lambda. */
export function isFunctionLike(node: SyntaxNode): boolean {
  return node.kind === "Function" || node.kind === "Lambda";
}

/** The def, lambda or class in whose body a node stands, or null at module level. */
export function enclosingScope(node: SyntaxNode): SyntaxNode | null {
  let inner = node;
  for (const outer of ancestors(node)) {
    if (outer.kind === "Class" && inner.role === "body") return outer;
    if (outer.kind === "Function" && inner.role === "body") return outer;
    if (outer.kind === "Lambda" && inner.role === "value") return outer;
    inner = outer;
  }
  return null;
}

/** The nearest def around a node's statement, or null. */
export function enclosingFunction(node: SyntaxNode): SyntaxNode | null {
  let scope = enclosingScope(node);
  while (scope !== null && scope.kind === "Lambda") scope = enclosingScope(scope);
  return scope?.kind === "Function" ? scope : null;
}
