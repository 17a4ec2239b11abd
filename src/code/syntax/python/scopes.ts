// Names bound per scope, as CPython's symbol table has them. Where the table can't be known from the
// text (a star import, type parameters with their hidden scope) the scope says so.
import type { NodeKind } from "./node-kinds.ts";
import { child, childrenIn, type SyntaxNode } from "./node.ts";

export type ScopeKind = "module" | "class" | "function" | "lambda" | "comprehension";

export interface Scope {
  readonly kind: ScopeKind;
  readonly node: SyntaxNode;
  readonly parent: Scope | null;
  readonly children: readonly Scope[];
  /** Names that the scope itself binds, parameters included, after name mangling. */
  readonly bound: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  /** Names declared by global and nonlocal statements; they are not in `bound`. */
  readonly globals: ReadonlySet<string>;
  readonly nonlocals: ReadonlySet<string>;
  /** Why the names may be more than those listed, or null. */
  readonly unknown: string | null;
}

class ScopeBuilder implements Scope {
  readonly kind: ScopeKind;
  readonly node: SyntaxNode;
  readonly parent: ScopeBuilder | null;
  readonly children: ScopeBuilder[] = [];
  readonly bound = new Set<string>();
  readonly parameters = new Set<string>();
  readonly globals = new Set<string>();
  readonly nonlocals = new Set<string>();
  unknown: string | null = null;

  constructor(kind: ScopeKind, node: SyntaxNode, parent: ScopeBuilder | null) {
    this.kind = kind;
    this.node = node;
    this.parent = parent;
    parent?.children.push(this);
  }

  bind(name: string): void {
    this.bound.add(this.mangled(name));
  }

  /** `__x` in a class body, or below one, stands for `_Class__x`. */
  mangled(name: string): string {
    if (!name.startsWith("__") || name.endsWith("__")) return name;
    if (this.kind !== "class") return this.parent?.mangled(name) ?? name;
    const owner = (child(this.node, "name")?.value ?? "").replace(/^_+/, "");
    return owner === "" ? name : `_${owner}${name}`;
  }

  /** The scope in which `:=` binds: comprehensions pass it on. */
  get walrusScope(): ScopeBuilder {
    return this.kind === "comprehension" && this.parent !== null ? this.parent.walrusScope : this;
  }
}

/** The scopes of a module. */
export function scopesOf(root: SyntaxNode): Scope {
  const scope = new ScopeBuilder("module", root, null);
  for (const statement of root.children) visit(statement, scope);
  finish(scope);
  return scope;
}

function finish(scope: ScopeBuilder): void {
  for (const declared of [...scope.globals, ...scope.nonlocals]) scope.bound.delete(declared);
  for (const inner of scope.children) finish(inner);
}

function visit(node: SyntaxNode, scope: ScopeBuilder): void {
  const special = SPECIAL[node.kind];
  if (special !== undefined) {
    special(node, scope);
    return;
  }
  for (const item of node.children) if (item.role === "target") bindTarget(item, scope);
  visitChildren(node, scope);
}

function visitChildren(node: SyntaxNode, scope: ScopeBuilder): void {
  for (const item of node.children) visit(item, scope);
}

/** Kinds that open a scope, declare names, or bind otherwise than by a target. */
const SPECIAL: Partial<Record<NodeKind, (node: SyntaxNode, scope: ScopeBuilder) => void>> = {
  Function: visitFunction,
  Lambda: visitFunction,
  Class: visitClass,
  Comprehension: visitComprehension,
  Global: (node, scope) => {
    for (const { value } of node.children) scope.globals.add(scope.mangled(value));
  },
  Nonlocal: (node, scope) => {
    for (const { value } of node.children) scope.nonlocals.add(scope.mangled(value));
  },
  AssignmentExpression: (node, scope) => {
    bindTarget(child(node, "target"), scope.walrusScope);
    visitChildren(node, scope);
  },
  ImportAs: (node, scope) => {
    const name = child(node, "alias") ?? child(node, "module")?.children[0];
    if (name !== undefined) scope.bind(name.value);
  },
  ImportFrom: (node, scope) => {
    if (node.value === "*") scope.unknown = "a star import";
    visitChildren(node, scope);
  },
  ImportFromAs: (node, scope) => {
    const name = child(node, "alias") ?? child(node, "name");
    if (name !== null) scope.bind(name.value);
  },
  TypeAlias: (node, scope) => {
    scope.unknown ??= "a type alias";
    bindTarget(child(node, "name"), scope);
    visitChildren(node, scope);
  },
};

/** Binds the names of an assignment's left side: `a, (b, *c)`; `a.b` and `a[b]` bind nothing. */
function bindTarget(target: SyntaxNode | null, scope: ScopeBuilder): void {
  if (target === null) return;
  if (target.kind === "Name") scope.bind(target.value);
  else if (["Tuple", "List", "Unpack"].includes(target.kind)) {
    for (const item of target.children) bindTarget(item, scope);
  } else if (target.kind === "TypeAnnotation") bindTarget(child(target, "target"), scope);
}

function visitFunction(node: SyntaxNode, scope: ScopeBuilder): void {
  const name = child(node, "name");
  if (name !== null) scope.bind(name.value);
  const inner = new ScopeBuilder(node.kind === "Lambda" ? "lambda" : "function", node, scope);
  if (child(node, "typeParameters") !== null) inner.unknown = "type parameters";
  for (const parameter of childrenIn(node, "parameter")) {
    const label = child(parameter, "name");
    if (label !== null) {
      inner.bind(label.value);
      inner.parameters.add(inner.mangled(label.value));
    }
    // Defaults and annotations belong to the scope around.
    for (const item of parameter.children) if (item !== label) visit(item, scope);
  }
  for (const item of node.children) {
    if (item.role === "decorator" || item.role === "returns") visit(item, scope);
    else if (item.role === "body" || item.role === "value") visit(item, inner);
  }
}

function visitClass(node: SyntaxNode, scope: ScopeBuilder): void {
  const name = child(node, "name");
  if (name !== null) scope.bind(name.value);
  const inner = new ScopeBuilder("class", node, scope);
  if (child(node, "typeParameters") !== null) inner.unknown = "type parameters";
  for (const item of node.children) {
    if (item.role === "decorator" || item.role === "base") visit(item, scope);
    else if (item.role === "body") visit(item, inner);
  }
}

/** Only the first iterable is evaluated outside. */
function visitComprehension(node: SyntaxNode, scope: ScopeBuilder): void {
  const clauses = childrenIn(node, "clause");
  const [first] = clauses;
  const firstIterable = first === undefined ? null : child(first, "iterable");
  if (firstIterable !== null) visit(firstIterable, scope);
  const inner = new ScopeBuilder("comprehension", node, scope);
  for (const clause of clauses) {
    bindTarget(child(clause, "target"), inner);
    for (const item of clause.children) if (item !== firstIterable) visit(item, inner);
  }
  for (const item of node.children) if (item.role === "element") visit(item, inner);
}
