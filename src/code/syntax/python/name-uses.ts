// By which names a module may ask objects for attributes: as attributes, in strings, as labels of
// arguments; and where it lists the names that an object has. As plain data, without the tree.
import type { ModuleFacts } from "./facts.ts";
import { listingsOf, type Listings } from "./listings.ts";
import { ancestors, child, childrenIn, walk, type SyntaxNode } from "./node.ts";
import type { ClassReader } from "./module-classes.ts";
import { lastName } from "./observers.ts";
import { receiverOf, type Receiver } from "./receivers.ts";
import { addPattern, addStringNames, addWords, type StringNames } from "./string-names.ts";
import { isStringStatement } from "./suites.ts";

export interface NameUses {
  /** For every attribute who may be asked for it. */
  readonly attributes: ReadonlyMap<string, readonly Receiver[]>;
  readonly strings: StringNames;
  /** Labels of arguments and of class patterns. */
  readonly labels: ReadonlySet<string>;
  /** Who is asked for attributes by the `__name__` of something. */
  readonly askedByFunctionName: readonly Receiver[];
  /** Names of all functions and methods of the module. */
  readonly functions: ReadonlySet<string>;
  readonly listings: Listings;
}

interface Building extends NameUses {
  readonly attributes: Map<string, Receiver[]>;
  readonly labels: Set<string>;
  readonly askedByFunctionName: Receiver[];
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

/** Collects what a module asks for. */
export function nameUses(facts: ModuleFacts, reader: ClassReader): NameUses {
  const uses: Building = {
    attributes: new Map(),
    strings: { words: new Set(), patterns: new Set() },
    labels: new Set(),
    askedByFunctionName: [],
    functions: new Set(facts.nodes("Function").map((item) => child(item, "name")?.value ?? "")),
    listings: listingsOf(facts, reader),
  };
  for (const node of facts.nodes("MemberAccess")) addAttribute(node, uses, reader);
  for (const node of facts.nodes("Call")) addAskedName(node, uses, reader);
  for (const node of facts.nodes("StringList")) addStrings(node, uses, facts);
  for (const node of [...facts.nodes("Argument"), ...facts.nodes("PatternClassArgument")]) {
    const label = child(node, "name");
    if (label !== null) uses.labels.add(label.value);
  }
  return uses;
}

function addAttribute(node: SyntaxNode, uses: Building, reader: ClassReader): void {
  const name = child(node, "member")?.value ?? "";
  const asked = uses.attributes.get(name);
  // Nothing can be added to what anything may be asked for.
  if (asked?.[0]?.kind === "anything") return;
  const receiver = receiverOf(child(node, "base"), reader);
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

/** An attribute's name that a call is given, put together from parts. */
function addAskedName(call: SyntaxNode, uses: Building, reader: ClassReader): void {
  const place = ATTRIBUTE_CALLS.get(lastName(child(call, "callee")) ?? "");
  if (place === undefined) return;
  const values = childrenIn(call, "argument").map((item) => child(item, "value"));
  const expression = values[place] ?? null;
  if (expression === null) return;
  if ([...walk(expression)].some((node) => lastName(node) === "__name__")) {
    const receiver = place === 0 ? null : receiverOf(values[0] ?? null, reader);
    if (receiver !== null || place === 0) {
      uses.askedByFunctionName.push(receiver ?? { kind: "anything" });
    }
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

/** Words of docstrings count only where an example may show that an attribute is missing. */
const SHOWS_ATTRIBUTES = /\b(?:AttributeError|[gs]etattr|hasattr|dir|vars)\b/;

function addStrings(node: SyntaxNode, uses: Building, facts: ModuleFacts): void {
  if (isStringStatement(node)) {
    const text = facts.textOf(node);
    if (text.includes(">>>") && SHOWS_ATTRIBUTES.test(text)) addWords(text, uses.strings);
    return;
  }
  if (isExportList(node)) return;
  const text = textOf(node);
  addStringNames(text, uses.strings);
  // `name + "_list"`, `"is" + name`
  const { parent, role } = node;
  if (parent?.kind === "BinaryOperation" && parent.value === "+") {
    addPattern(role === "left" ? `${text}\0` : `\0${text}`, uses.strings);
  }
}

/** Whether a string stands in `__all__`, whose names are the module's. */
function isExportList(node: SyntaxNode): boolean {
  for (const outer of ancestors(node)) {
    if (outer.kind === "StatementList" || outer.kind === "Suite") return false;
    const isSet = outer.kind === "Assignment" || outer.kind === "AugmentedAssignment";
    if (isSet) return child(outer, "target")?.value === "__all__";
  }
  return false;
}

/** What a string literal says, escapes as they are written; `\0` for each field of an f-string. */
function textOf(list: SyntaxNode): string {
  return list.children
    .map(({ kind, value }) => {
      const body = value.replace(/^\w*(?:"""|'''|["'])|(?:"""|'''|["'])$/g, "");
      if (kind !== "FormatString") return body;
      // Twice, for fields in the format of a field.
      return body.replaceAll(/\{[^{}]*\}/g, "\0").replaceAll(/\{[^{}]*\}/g, "\0");
    })
    .join("");
}
