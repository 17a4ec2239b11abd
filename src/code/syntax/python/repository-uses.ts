// Where the files of a query use a name: calls, stores, definitions, mentions as a value. Looked up
// by name, since what an object is can't be known everywhere; files that lack the word are never
// parsed for it.
import { pyrightLibrary } from "./pyright-library.ts";
import type { TypedFiles, TypedNode } from "./pyright-program.ts";

/** The kind of a node, by the parser's own name. */
export function kindOf(node: TypedNode): string {
  return (kinds[node.nodeType] ??= pyrightLibrary().kindName(node.nodeType));
}
const kinds: (string | undefined)[] = [];

/** A child that stands alone in its field, or undefined. */
export function part(node: TypedNode, field: string): TypedNode | undefined {
  return node.d[field] as TypedNode | undefined;
}

/** The children in a field that holds a list. */
export function parts(node: TypedNode, field: string): readonly TypedNode[] {
  return (node.d[field] as readonly TypedNode[] | undefined) ?? [];
}

/** The text of a Name node. */
export function nameOf(node: TypedNode | undefined): string {
  const value = node?.d["value"];
  return typeof value === "string" ? value : "";
}

/** The nearest node around of one of the given kinds, or undefined. */
export function enclosing(node: TypedNode, ...wanted: readonly string[]): TypedNode | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (wanted.includes(kindOf(at))) return at;
  }
  return undefined;
}

/** The module in which a node stands. */
export function moduleOf(node: TypedNode): TypedNode {
  let at = node;
  while (at.parent !== undefined) at = at.parent;
  return at;
}

/** Pyright's operators, in the order of its numbers; the self-test of type-query.ts checks them. */
const OPERATORS = (
  "+ += = & &= ~ | |= ^ ^= / /= == // //= > >= << <<= <> < <= @ @= % %= * *= != ** **= >> >>= - " +
  "-= := and or not is is_not in not_in"
).split(" ");

/** The operator of a unary or binary operation. */
export function operatorOf(node: TypedNode): string {
  return (OPERATORS[Number(node.d["operator"])] ?? "").replace("_", " ");
}

export interface Store {
  /** The Name that is given a value: a variable's, or an attribute's after the dot. */
  readonly name: TypedNode;
  /** What is stored, or null where it is a part of something or not to be seen. */
  readonly value: TypedNode | null;
}

/** How one file uses one name. */
interface Uses {
  readonly calls: TypedNode[];
  /** Assignments to attributes of that name. */
  readonly attributeStores: Store[];
  /** Assignments to it in class bodies. */
  readonly classStores: Store[];
  readonly functions: TypedNode[];
  /** Places where it is read without being called, and where getattr names it. */
  readonly mentions: TypedNode[];
}

/** What the text of a file has to have for the tree to be worth a look. */
const SIGNS: Readonly<Record<keyof Uses, (name: string) => RegExp>> = {
  calls: (name) => new RegExp(`\\b${name}\\s*(?:\\\\\\s*)?\\(|["']${name}["']`),
  attributeStores: (name) => new RegExp(`\\.\\s*${name}\\b\\s*(?![.([\\w])|["']${name}["']`),
  classStores: (name) =>
    new RegExp(`^[ \\t]+(?:\\(?[\\w, ]*,)?[ \\t]*${name}\\b[ \\t]*[:=,)]`, "m"),
  functions: (name) => new RegExp(`\\bdef\\s+${name}\\b`),
  mentions: (name) => new RegExp(`\\b${name}\\b(?!\\s*\\()`),
};

export class RepositoryUses {
  readonly #files: ReadonlyMap<string, string>;
  readonly #typed: TypedFiles;
  readonly #byFile = new Map<string, Map<string, Uses>>();
  readonly #known = new Map<string, readonly unknown[]>();
  #words: Map<string, string[]> | undefined;

  constructor(files: ReadonlyMap<string, string>, typed: TypedFiles) {
    this.#files = files;
    this.#typed = typed;
  }

  /** All uses of a name of one kind. */
  of<Kind extends keyof Uses>(name: string, kind: Kind): Readonly<Uses[Kind]> {
    const key = `${kind} ${name}`;
    let found = this.#known.get(key);
    if (found === undefined) this.#known.set(key, (found = this.#collect(name, kind)));
    return found as Readonly<Uses[Kind]>;
  }

  #collect(name: string, kind: keyof Uses): readonly unknown[] {
    const sign = SIGNS[kind](name);
    this.#words ??= wordsOf(this.#files);
    return (this.#words.get(name) ?? [])
      .filter((path) => sign.test(this.#files.get(path) ?? ""))
      .flatMap((path): readonly unknown[] => this.#usesIn(path).get(name)?.[kind] ?? []);
  }

  #usesIn(path: string): Map<string, Uses> {
    let uses = this.#byFile.get(path);
    if (uses === undefined) {
      uses = new Map<string, Uses>();
      const root = this.#typed.root(path);
      if (root !== null) index(root, this.#typed, uses);
      this.#byFile.set(path, uses);
    }
    return uses;
  }
}

/** The files in which each word occurs, in code or not. */
function wordsOf(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, text] of files) {
    for (const word of new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])) {
      const paths = found.get(word);
      if (paths === undefined) found.set(word, [path]);
      else paths.push(path);
    }
  }
  return found;
}

function index(root: TypedNode, typed: TypedFiles, uses: Map<string, Uses>): void {
  const at = (name: string): Uses => {
    let entry = uses.get(name);
    if (entry === undefined) {
      entry = { calls: [], attributeStores: [], classStores: [], functions: [], mentions: [] };
      uses.set(name, entry);
    }
    return entry;
  };
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of typed.children(node)) waiting.push(child);
    const kind = kindOf(node);
    if (kind === "Call") {
      const callee = calleeName(node);
      if (callee !== null) at(nameOf(callee)).calls.push(node);
      noteAttributeByName(node, callee, at);
    } else if (kind === "Function") at(nameOf(part(node, "name"))).functions.push(node);
    else if (kind === "Name") {
      const store = storeOf(node);
      if (store === undefined) {
        if (isMention(node)) at(nameOf(node)).mentions.push(node);
      } else if (isMember(node)) at(nameOf(node)).attributeStores.push(store);
      else if (isInClassBody(node)) at(nameOf(node)).classStores.push(store);
    }
  }
}

/** The Name by which a call names what it calls, or null. */
export function calleeName(call: TypedNode): TypedNode | null {
  const callee = part(call, "leftExpr");
  if (callee === undefined) return null;
  if (kindOf(callee) === "Name") return callee;
  return kindOf(callee) === "MemberAccess" ? (part(callee, "member") ?? null) : null;
}

/** `setattr(x, "name", value)` and `getattr(x, "name")`, also as methods. */
function noteAttributeByName(
  call: TypedNode,
  callee: TypedNode | null,
  at: (name: string) => Uses,
): void {
  if (callee === null || !/attr/.test(nameOf(callee))) return;
  const [, second, third] = parts(call, "args").map((argument) => part(argument, "valueExpr"));
  const [text] = second === undefined ? [] : parts(second, "strings");
  const token = text?.d["token"] as { readonly escapedValue?: string } | undefined;
  if (token?.escapedValue === undefined) return;
  if (/get|has/.test(nameOf(callee))) at(token.escapedValue).mentions.push(call);
  else at(token.escapedValue).attributeStores.push({ name: callee, value: third ?? null });
}

function isInClassBody(node: TypedNode): boolean {
  const scope = enclosing(node, "Function", "Lambda", "Class");
  return scope !== undefined && kindOf(scope) === "Class";
}

function isMember(name: TypedNode): boolean {
  const { parent } = name;
  return parent !== undefined && kindOf(parent) === "MemberAccess" && parent.d["member"] === name;
}

/** The assignment of which a name, or the attribute that it names, is the target. */
function storeOf(name: TypedNode): Store | undefined {
  let target = isMember(name) ? (name.parent as TypedNode) : name;
  let { parent } = target;
  if (
    parent !== undefined &&
    kindOf(parent) === "TypeAnnotation" &&
    parent.d["valueExpr"] === target
  ) {
    target = parent;
    parent = target.parent;
    if (parent === undefined || kindOf(parent) !== "Assignment") return { name, value: null };
  }
  if (parent === undefined) return undefined;
  switch (kindOf(parent)) {
    case "Assignment":
      return parent.d["leftExpr"] === target ? { name, value: valueOf(parent) } : undefined;
    case "AugmentedAssignment":
      return parent.d["leftExpr"] === target
        ? { name, value: part(parent, "rightExpr") ?? null }
        : undefined;
    case "For":
    case "ComprehensionFor":
      return parent.d["targetExpr"] === target ? { name, value: null } : undefined;
    case "WithItem":
      return parent.d["target"] === target ? { name, value: null } : undefined;
    case "AssignmentExpression":
      return parent.d["name"] === target
        ? { name, value: part(parent, "rightExpr") ?? null }
        : undefined;
    case "Del":
      return { name, value: null };
    case "Tuple":
    case "List":
    case "Unpack":
      return isTargetList(parent) ? { name, value: null } : undefined;
    default:
      return undefined;
  }
}

/** The value of `a = b = value`, which is read as b = (a = value). */
function valueOf(assignment: TypedNode): TypedNode | null {
  const value = part(assignment, "rightExpr");
  if (value === undefined) return null;
  return kindOf(value) === "Assignment" ? valueOf(value) : value;
}

function isTargetList(list: TypedNode): boolean {
  const { parent } = list;
  if (parent === undefined) return false;
  const kind = kindOf(parent);
  if (["Tuple", "List", "Unpack"].includes(kind)) return isTargetList(parent);
  if (kind === "Assignment") return parent.d["leftExpr"] === list;
  if (kind === "For" || kind === "ComprehensionFor") return parent.d["targetExpr"] === list;
  return (kind === "WithItem" && parent.d["target"] === list) || kind === "Del";
}

/** Whether a name is read as a value: not called, not the label of something. */
function isMention(name: TypedNode): boolean {
  const node = isMember(name) ? (name.parent as TypedNode) : name;
  const { parent } = node;
  if (parent === undefined) return false;
  switch (kindOf(parent)) {
    case "Call":
      return parent.d["leftExpr"] !== node;
    case "Function":
    case "Class":
    case "Parameter":
      return parent.d["name"] !== node;
    case "Argument":
      return parent.d["name"] !== node;
    case "Decorator":
    case "ImportAs":
    case "ImportFromAs":
    case "ModuleName":
    case "Global":
    case "Nonlocal":
      return false;
    default:
      return true;
  }
}
