// Names bound per scope, as CPython's symbol table has them, and every place that names a variable.
// Where the table can't be known from the text (a star import, type parameters with their hidden
// scope) the scope says so, and whoever has to know the names leaves it alone.
import type { NodeKind } from "./node-kinds.ts";
import { child, childrenIn, type SyntaxNode } from "./node.ts";

/** `type` is the hidden scope of type parameters and of a type alias's value. */
export type ScopeKind = "module" | "class" | "function" | "lambda" | "comprehension" | "type";

/**
 * What an occurrence of a name does: `bind` gives it a value, `delete` takes it away, `annotate` is
 * `name: type` without a value, `declare` stands in a global or nonlocal statement.
 */
export type NameUse = "read" | "bind" | "delete" | "annotate" | "declare";

export interface Occurrence {
  /** The Name node. Its range has the parentheses around it, which are no part of the name. */
  readonly node: SyntaxNode;
  /** The name as the compiler has it: normalised, and mangled in classes. */
  readonly name: string;
  readonly use: NameUse;
}

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
  /** Every name that stands in the scope itself, not in one inside of it. */
  readonly occurrences: readonly Occurrence[];
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
  readonly occurrences: Occurrence[] = [];
  unknown: string | null = null;
  /** What private names in it are prefixed with; null outside of classes. */
  private readonly owner: string | null;

  constructor(kind: ScopeKind, node: SyntaxNode, parent: ScopeBuilder | null) {
    this.kind = kind;
    this.node = node;
    this.parent = parent;
    this.owner = kind === "class" ? ownerOf(node) : (parent?.owner ?? null);
    parent?.children.push(this);
  }

  /** `__x` in a class body, or below one, stands for `_Class__x`. */
  compiled(name: string): string {
    const normal = /^[\x00-\x7f]*$/.test(name) ? name : name.normalize("NFKC");
    if (this.owner === null || !normal.startsWith("__") || normal.endsWith("__")) return normal;
    return `_${this.owner}${normal}`;
  }

  record(node: SyntaxNode, use: NameUse): void {
    const name = this.compiled(node.value);
    this.occurrences.push({ node, name, use });
    if (use === "declare" || use === "read") return;
    this.walrusScope(node).bound.add(name);
  }

  /** Some name in it is not seen, whichever scope it belongs to. */
  lose(why: string): void {
    this.unknown ??= why;
    this.parent?.lose(why);
  }

  /** The scope in which a name is bound: comprehensions pass `:=` on. */
  walrusScope(name: SyntaxNode): ScopeBuilder {
    const passesOn = this.kind === "comprehension" && name.parent?.kind === "AssignmentExpression";
    return passesOn && this.parent !== null ? this.parent.walrusScope(name) : this;
  }
}

/** The part of a class's name that mangled names take; null when it is nothing but underscores. */
function ownerOf(definition: SyntaxNode): string | null {
  const name = (child(definition, "name")?.value ?? "").replace(/^_+/, "");
  return name === "" ? null : name.normalize("NFKC");
}

/** The scopes of a module. */
export function scopesOf(root: SyntaxNode): Scope {
  const scope = new ScopeBuilder("module", root, null);
  for (const statement of root.children) visit(statement, scope);
  finish(scope);
  return scope;
}

function finish(scope: ScopeBuilder): void {
  // In a module every name is global, whether a statement says so or not.
  if (scope.kind !== "module") {
    for (const declared of scope.globals) scope.bound.delete(declared);
    for (const declared of scope.nonlocals) scope.bound.delete(declared);
  }
  for (const inner of scope.children) finish(inner);
}

function visit(node: SyntaxNode, scope: ScopeBuilder): void {
  const special = SPECIAL[node.kind];
  if (special !== undefined) {
    special(node, scope);
    return;
  }
  for (const item of node.children) {
    if (item.role === "target") visitTarget(item, scope, "bind");
    else visit(item, scope);
  }
}

/** Kinds that open a scope, declare names, or use names otherwise than by reading them. */
const SPECIAL: Partial<Record<NodeKind, (node: SyntaxNode, scope: ScopeBuilder) => void>> = {
  Function: visitFunction,
  Lambda: visitFunction,
  Class: visitClass,
  Comprehension: visitComprehension,
  TypeAlias: visitTypeAlias,
  Name: (node, scope) => {
    // The parser makes an empty name of the gap that it finds in broken code.
    if (node.value !== "") scope.record(node, "read");
  },
  MemberAccess: (node, scope) => visitIn(node, "base", scope),
  Argument: (node, scope) => visitIn(node, "value", scope),
  PatternClassArgument: (node, scope) => visitIn(node, "pattern", scope),
  Global: (node, scope) => declare(node, scope, scope.globals),
  Nonlocal: (node, scope) => declare(node, scope, scope.nonlocals),
  Del: (node, scope) => {
    for (const item of node.children) visitTarget(item, scope, "delete");
  },
  TypeAnnotation: (node, scope) => visitAnnotated(node, scope, false),
  ImportAs: (node, scope) => {
    const name = child(node, "alias") ?? child(node, "module")?.children[0];
    if (name !== undefined) scope.record(name, "bind");
  },
  ImportFrom: (node, scope) => {
    if (node.value === "*") scope.unknown = "a star import";
    for (const item of childrenIn(node, "item")) visit(item, scope);
  },
  ImportFromAs: (node, scope) => {
    const name = child(node, "alias") ?? child(node, "name");
    if (name !== null) scope.record(name, "bind");
  },
  FormatString: (node, scope) => {
    // The parser takes the field after a raw `\N` for part of an escape, which raw strings lack.
    if (/^\w*r\w*['"]/i.test(node.value) && node.value.includes("\\N{")) scope.lose("a raw \\N{…}");
    for (const item of node.children) visit(item, scope);
  },
  PatternCapture: (node, scope) => {
    const target = child(node, "target");
    if (target !== null && target.value !== "_") scope.record(target, "bind");
  },
};

function visitIn(node: SyntaxNode, role: string, scope: ScopeBuilder): void {
  for (const item of node.children) if (item.role === role) visit(item, scope);
}

function declare(node: SyntaxNode, scope: ScopeBuilder, names: Set<string>): void {
  for (const item of node.children) {
    names.add(scope.compiled(item.value));
    scope.record(item, "declare");
  }
}

/** The left side of an assignment: `a, (b, *c)` binds; `a.b` and `a[b]` only read. */
function visitTarget(target: SyntaxNode, scope: ScopeBuilder, use: NameUse): void {
  if (target.kind === "Name") scope.record(target, use);
  else if (target.kind === "TypeAnnotation") visitAnnotated(target, scope, true);
  else if (["Tuple", "List", "Unpack"].includes(target.kind)) {
    for (const item of target.children) visitTarget(item, scope, use);
  } else visit(target, scope);
}

/** `name: type`, a binding even without a value, but for `(name): type`, which is nothing at all. */
function visitAnnotated(node: SyntaxNode, scope: ScopeBuilder, hasValue: boolean): void {
  for (const item of node.children) {
    if (item.role !== "target") visit(item, scope);
    else if (item.kind !== "Name" || hasValue) visitTarget(item, scope, "bind");
    else if (item.end - item.start === item.value.length) scope.record(item, "annotate");
  }
}

function visitFunction(node: SyntaxNode, scope: ScopeBuilder): void {
  const name = child(node, "name");
  if (name !== null) scope.record(name, "bind");
  const outer = typeScope(node, scope);
  const inner = new ScopeBuilder(node.kind === "Lambda" ? "lambda" : "function", node, outer);
  if (outer !== scope) inner.unknown = "type parameters";
  for (const parameter of childrenIn(node, "parameter")) {
    const label = child(parameter, "name");
    if (label !== null) {
      inner.record(label, "bind");
      inner.parameters.add(inner.compiled(label.value));
    }
    // Defaults belong to the scope around, annotations to the one with the type parameters.
    for (const item of parameter.children) {
      if (item !== label) visit(item, item.role === "annotation" ? outer : scope);
    }
  }
  for (const item of node.children) {
    if (item.role === "decorator") visit(item, scope);
    else if (item.role === "returns") visit(item, outer);
    else if (item.role === "body" || item.role === "value") visit(item, inner);
  }
}

function visitClass(node: SyntaxNode, scope: ScopeBuilder): void {
  const name = child(node, "name");
  if (name !== null) scope.record(name, "bind");
  const outer = typeScope(node, scope);
  const inner = new ScopeBuilder("class", node, outer);
  if (outer !== scope) inner.unknown = "type parameters";
  for (const item of node.children) {
    if (item.role === "decorator") visit(item, scope);
    else if (item.role === "base") visit(item, outer);
    else if (item.role === "body") visit(item, inner);
  }
}

function visitTypeAlias(node: SyntaxNode, scope: ScopeBuilder): void {
  scope.unknown ??= "a type alias";
  const name = child(node, "name");
  if (name !== null) scope.record(name, "bind");
  const value = child(node, "value");
  if (value !== null) visit(value, typeScope(node, scope, true));
}

/** The hidden scope around what has type parameters; the scope itself where there are none. */
function typeScope(node: SyntaxNode, scope: ScopeBuilder, always = false): ScopeBuilder {
  const list = child(node, "typeParameters");
  if (list === null && !always) return scope;
  const hidden = new ScopeBuilder("type", list ?? node, scope);
  hidden.unknown = "type parameters";
  for (const parameter of list?.children ?? []) {
    for (const item of parameter.children) {
      if (item.role === "name") hidden.record(item, "bind");
      else visit(item, hidden);
    }
  }
  return hidden;
}

/** Only the first iterable is evaluated outside. */
function visitComprehension(node: SyntaxNode, scope: ScopeBuilder): void {
  const clauses = childrenIn(node, "clause");
  const [first] = clauses;
  const firstIterable = first === undefined ? null : child(first, "iterable");
  if (firstIterable !== null) visit(firstIterable, scope);
  const inner = new ScopeBuilder("comprehension", node, scope);
  for (const clause of clauses) {
    for (const item of clause.children) {
      if (item.role === "target") visitTarget(item, inner, "bind");
      else if (item !== firstIterable) visit(item, inner);
    }
  }
  for (const item of node.children) if (item.role === "element") visit(item, inner);
}
