// By which names a module may ask objects for attributes: as attributes, in strings, as labels of
// arguments; and where it lists the names that an object has. As plain data, without the tree.
import type { ModuleFacts } from "./facts.ts";
import { ancestors, child, childrenIn, walk, type SyntaxNode } from "./node.ts";
import type { ClassReader } from "./module-classes.ts";
import { lastName } from "./observers.ts";
import { isOwnInstance, receiverOf, type Receiver } from "./receivers.ts";
import { addPattern, addStringNames, addWords, type StringNames } from "./string-names.ts";
import { isStringStatement } from "./suites.ts";

export interface NameUses {
  /** For every attribute who may be asked for it. */
  readonly attributes: ReadonlyMap<string, readonly Receiver[]>;
  readonly strings: StringNames;
  /** Labels of arguments and of class patterns. */
  readonly labels: ReadonlySet<string>;
  /** Whether attributes are asked for by the `__name__` of something. */
  readonly asksByFunctionName: boolean;
  /** Whose names are listed (`dir`, `vars`, `__dict__`, `getmembers`). */
  readonly listed: readonly Receiver[];
  /** Functions that list the names of anything that they are given. */
  readonly listers: ReadonlySet<string>;
  /** For every callee the functions that hand one of their parameters to it. */
  readonly handedTo: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names by which functions are called, as such and as attributes. */
  readonly called: ReadonlySet<string>;
  readonly calledAttributes: ReadonlySet<string>;
  /** Names of all functions and methods of the module. */
  readonly functions: ReadonlySet<string>;
}

interface Building extends NameUses {
  readonly attributes: Map<string, Receiver[]>;
  readonly labels: Set<string>;
  asksByFunctionName: boolean;
  readonly listed: Receiver[];
  readonly listers: Set<string>;
  readonly handedTo: Map<string, Set<string>>;
  readonly called: Set<string>;
  readonly calledAttributes: Set<string>;
}

/** Callees that take an attribute's name, and which of their arguments it is. */
const ATTRIBUTE_CALLS: ReadonlyMap<string, number> = new Map([
  ...["getattr", "hasattr", "setattr", "delattr", "getattr_static"].map(
    (name) => [name, 1] as const,
  ),
  ...["attrgetter", "methodcaller", "__getattr__", "__getattribute__"].map(
    (name) => [name, 0] as const,
  ),
]);

const LISTING_CALLS = new Set(
  "dir vars getmembers getmembers_static classify_class_attrs".split(" "),
);

/** Methods of a namespace that look at one name, or at none. */
const SINGLE_LOOKS = new Set("get pop setdefault update clear __contains__ __getitem__".split(" "));

/** Collects what a module asks for. */
export function nameUses(facts: ModuleFacts, reader: ClassReader): NameUses {
  const uses: Building = {
    attributes: new Map(),
    strings: { words: new Set(), patterns: new Set() },
    labels: new Set(),
    asksByFunctionName: false,
    listed: [],
    listers: new Set(),
    handedTo: new Map(),
    called: new Set(),
    calledAttributes: new Set(),
    functions: new Set(facts.nodes("Function").map((item) => child(item, "name")?.value ?? "")),
  };
  for (const node of facts.nodes("MemberAccess")) addAttribute(node, uses, reader);
  for (const node of facts.nodes("Call")) addCall(node, uses, reader);
  for (const node of facts.nodes("StringList")) addStrings(node, uses, facts);
  for (const node of [...facts.nodes("Argument"), ...facts.nodes("PatternClassArgument")]) {
    const label = child(node, "name");
    if (label !== null) uses.labels.add(label.value);
  }
  return uses;
}

function addAttribute(node: SyntaxNode, uses: Building, reader: ClassReader): void {
  const name = child(node, "member")?.value ?? "";
  const base = child(node, "base");
  if (name === "__dict__") {
    if (!isOwnInstance(base, reader) && !looksAtOneName(node)) addListed(base, uses, reader);
    return;
  }
  const asked = uses.attributes.get(name);
  // Nothing can be added to what anything may be asked for.
  if (asked?.[0]?.kind === "anything") return;
  const receiver = receiverOf(base, reader);
  if (receiver === null) return;
  if (asked === undefined || receiver.kind === "anything") uses.attributes.set(name, [receiver]);
  else if (!asked.some((other) => isSame(other, receiver))) asked.push(receiver);
}

function isSame(one: Receiver, other: Receiver): boolean {
  return (
    one === other ||
    (one.kind === "family" && other.kind === "family" && one.index === other.index) ||
    (one.kind !== "family" && JSON.stringify(one) === JSON.stringify(other))
  );
}

/** `x.__dict__["name"]`, `"name" in x.__dict__`, `x.__dict__.get("name")`. */
function looksAtOneName(namespace: SyntaxNode): boolean {
  const { parent, role } = namespace;
  if (parent?.kind === "Index" && role === "base") return true;
  if (parent?.kind === "BinaryOperation" && role === "right") return /\bin$/.test(parent.value);
  return parent?.kind === "MemberAccess" && SINGLE_LOOKS.has(child(parent, "member")?.value ?? "");
}

function addCall(node: SyntaxNode, uses: Building, reader: ClassReader): void {
  const callee = child(node, "callee");
  const name = lastName(callee);
  if (name === null) return;
  (callee?.kind === "Name" ? uses.called : uses.calledAttributes).add(name);
  const values = childrenIn(node, "argument").map((item) => child(item, "value"));
  const asked = ATTRIBUTE_CALLS.get(name);
  if (asked !== undefined) addAskedName(values[asked] ?? null, uses);
  if (LISTING_CALLS.has(name) && values.length > 0) {
    const [object = null] = values;
    // An instance's own namespace has no methods; its dir() does.
    if (name !== "vars" || !isOwnInstance(object, reader)) addListed(object, uses, reader);
  }
  for (const giver of functionsHandingOn(values, reader)) {
    let givers = uses.handedTo.get(name);
    if (givers === undefined) uses.handedTo.set(name, (givers = new Set()));
    givers.add(giver);
  }
}

/** An attribute's name that is put together from parts. */
function addAskedName(expression: SyntaxNode | null, uses: Building): void {
  if (expression === null) return;
  for (const node of walk(expression)) {
    if (lastName(node) === "__name__") uses.asksByFunctionName = true;
  }
  addPattern(piecesOf(expression), uses.strings, 1);
}

/** The text of an expression that makes a string, `\0` for each part that is not known. */
function piecesOf(expression: SyntaxNode): string {
  if (expression.kind === "StringList") return textOf(expression);
  const [left, right] = [child(expression, "left"), child(expression, "right")];
  if (left === null || right === null) return "\0";
  if (expression.value === "+") return piecesOf(left) + piecesOf(right);
  return expression.value === "%" ? piecesOf(left).replaceAll(/%\(?\w*\)?[sdr]/g, "\0") : "\0";
}

function addListed(object: SyntaxNode | null, uses: Building, reader: ClassReader): void {
  const receiver = receiverOf(object, reader);
  if (receiver === null) return;
  uses.listed.push(receiver);
  if (receiver.kind !== "anything" || object === null) return;
  for (const outer of ancestors(object)) {
    if (outer.kind === "Function") uses.listers.add(child(outer, "name")?.value ?? "");
  }
}

/** Functions whose parameters stand among the arguments of a call. */
function functionsHandingOn(values: readonly (SyntaxNode | null)[], reader: ClassReader): string[] {
  return values.flatMap((value) => {
    const place = value?.kind === "Name" ? reader.targets.placeOf(value) : null;
    if (place === null) return [];
    const owner = reader.targets.names.resolve(place.scope, place.name);
    const isParameter = owner.kind === "function" && owner.parameters.has(place.name);
    return isParameter ? [child(owner.node, "name")?.value ?? ""] : [];
  });
}

/** Words of docstrings count only where an example may show that an attribute is missing. */
const SHOWS_ATTRIBUTES = /\b(?:AttributeError|[gs]etattr|hasattr|dir|vars)\b/;

function addStrings(node: SyntaxNode, uses: Building, facts: ModuleFacts): void {
  if (isStringStatement(node)) {
    const text = facts.textOf(node);
    if (text.includes(">>>") && SHOWS_ATTRIBUTES.test(text)) addWords(text, uses.strings);
    return;
  }
  addStringNames(textOf(node), uses.strings);
}

/** What a string literal says, escapes as they are written; `\0` for each field of an f-string. */
function textOf(list: SyntaxNode): string {
  return list.children
    .map(({ kind, value }) => {
      const body = value.replace(/^\w*(?:"""|'''|["'])|(?:"""|'''|["'])$/g, "");
      return kind === "FormatString" ? body.replaceAll(/\{[^{}]*\}/g, "\0") : body;
    })
    .join("");
}
