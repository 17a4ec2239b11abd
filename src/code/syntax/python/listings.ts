// Where a module lists the names that an object has. `dir` and `getmembers` show those of an object
// and of its class; `__dict__` and `vars` show methods only when they are asked about a class.
import type { ModuleFacts } from "./facts.ts";
import {
  child,
  childrenIn,
  enclosingFunction,
  enclosingScope,
  walk,
  type SyntaxNode,
} from "./node.ts";
import type { ClassReader, ClassTarget } from "./module-classes.ts";
import { lastName } from "./observers.ts";
import { isOwnInstance, receiverOf, type Receiver } from "./receivers.ts";

/** What a listing shows: the names of any object, or only those of a class. */
export type Listed = "object" | "class";

export interface Listing {
  readonly shows: Listed;
  readonly receiver: Receiver;
}

/** A function or method of the module. */
export interface FunctionName {
  readonly name: string;
  /** Number of the class whose method it is, or null. */
  readonly owner: number | null;
}

/** A function that is called: by its name, as a method of the caller's own object, or of another. */
export interface Callee {
  readonly how: "name" | "own" | "attribute";
  readonly name: string;
  /** Number of the class in which `self.name(…)` stands, or null. */
  readonly owner: number | null;
}

export interface Listings {
  readonly listings: readonly Listing[];
  /** Functions that list the names of what they are given. */
  readonly listers: readonly (FunctionName & { readonly shows: Listed })[];
  /** Whatever is called, and the functions that hand their parameters to it. */
  readonly calls: readonly { readonly callee: Callee; readonly givers: readonly FunctionName[] }[];
  /** Names that the module imports, wherever in it. */
  readonly imported: ReadonlySet<string>;
  /** What may be classes among the things that the module hands around as values. */
  readonly passed: readonly (readonly ClassTarget[])[];
}

const BUILTIN_LISTERS: Readonly<Record<string, Listed>> = { dir: "object", vars: "class" };
const INSPECTORS = new Set("getmembers getmembers_static classify_class_attrs".split(" "));

/** Methods of a namespace that look at one name, or at none. */
const SINGLE_LOOKS = new Set("get pop setdefault update clear __contains__ __getitem__".split(" "));

/** Functions that only ask what a class is. */
const CLASS_TESTS = new Set("isinstance issubclass super cast raises assertRaises".split(" "));

/** Finds the listings of a module and whatever they may be of. */
export function listingsOf(facts: ModuleFacts, reader: ClassReader): Listings {
  const listings: Listing[] = [];
  const listers: Listings["listers"][number][] = [];
  const list = (object: SyntaxNode | null, shows: Listed) => {
    // An instance's own namespace has no methods.
    if (object === null || (shows === "class" && isOwnInstance(object, reader))) return;
    const receiver = receiverOf(object, reader);
    if (receiver === null || (shows === "class" && receiver.kind === "made-by")) return;
    listings.push({ shows, receiver });
    if (receiver.kind !== "anything") return;
    for (const given of functionsGiven(object, reader)) listers.push({ ...given, shows });
  };

  for (const node of facts.nodes("MemberAccess")) {
    const isNamespace = child(node, "member")?.value === "__dict__";
    if (isNamespace && !looksAtOneName(node)) list(child(node, "base"), "class");
  }
  const calls = new Map<string, { callee: Callee; givers: Map<string, FunctionName> }>();
  for (const node of facts.nodes("Call")) {
    const callee = calleeOf(node, reader);
    if (callee === null) continue;
    const values = childrenIn(node, "argument").map((item) => child(item, "value"));
    const shows = shownBy(callee, child(node, "callee"), reader);
    if (shows !== null) list(values[0] ?? null, shows);
    const key = `${callee.how} ${callee.owner ?? ""} ${callee.name}`;
    let call = calls.get(key);
    if (call === undefined) calls.set(key, (call = { callee, givers: new Map() }));
    for (const value of values) {
      const giver = value === null ? null : ownerOfParameter(value, reader);
      if (giver !== null) call.givers.set(`${giver.owner ?? ""} ${giver.name}`, giver);
    }
  }
  return {
    listings,
    listers,
    calls: Array.from(calls.values(), ({ callee, givers }) => ({
      callee,
      givers: [...givers.values()],
    })),
    imported: importedNames(facts),
    passed: passedClasses(facts, reader),
  };
}

function shownBy(
  { name, how }: Callee,
  callee: SyntaxNode | null,
  reader: ClassReader,
): Listed | null {
  if (INSPECTORS.has(name)) return "object";
  // A parameter called `dir` is another thing, and so is a method.
  const isBuiltin = how === "name" && reader.targetsOf(callee).every(({ kind }) => kind === "free");
  return isBuiltin ? (BUILTIN_LISTERS[name] ?? null) : null;
}

function calleeOf(call: SyntaxNode, reader: ClassReader): Callee | null {
  const callee = child(call, "callee");
  const name = lastName(callee);
  if (callee === null || name === null) return null;
  if (callee.kind === "Name") return { how: "name", name, owner: null };
  const base = child(callee, "base");
  const receiver = base?.kind === "Name" ? receiverOf(base, reader) : null;
  if (receiver?.kind === "family") return { how: "own", name, owner: receiver.index };
  return { how: "attribute", name, owner: null };
}

/** `x.__dict__["name"]`, `"name" in x.__dict__`, `x.__dict__.get("name")`. */
function looksAtOneName(namespace: SyntaxNode): boolean {
  const { parent, role } = namespace;
  if (parent?.kind === "Index" && role === "base") return true;
  if (parent?.kind === "BinaryOperation" && role === "right") return /\bin$/.test(parent.value);
  return parent?.kind === "MemberAccess" && SINGLE_LOOKS.has(child(parent, "member")?.value ?? "");
}

/** The functions whose parameters an object is, or is taken from. */
function functionsGiven(object: SyntaxNode, reader: ClassReader, depth = 0): FunctionName[] {
  if (depth > 3) return [];
  const { names } = reader.targets;
  return [...walk(object)].flatMap((node) => {
    const given = ownerOfParameter(node, reader);
    if (given !== null) return [given];
    const place = node.kind === "Name" ? reader.targets.placeOf(node) : null;
    if (place === null) return [];
    const owner = names.resolve(place.scope, place.name);
    if (owner.kind === "module" || owner.kind === "class") return [];
    return names.references(owner, place.name).flatMap((binding) => {
      const value = binding.use === "bind" ? valueBoundTo(binding.node) : null;
      return value === null ? [] : functionsGiven(value, reader, depth + 1);
    });
  });
}

/** The function of which a name is a parameter, or null. */
function ownerOfParameter(node: SyntaxNode, reader: ClassReader): FunctionName | null {
  const place = node.kind === "Name" ? reader.targets.placeOf(node) : null;
  if (place === null) return null;
  const owner = reader.targets.names.resolve(place.scope, place.name);
  if (!owner.parameters.has(place.name)) return null;
  // A lambda is called wherever the function goes that made it.
  const definition = owner.kind === "function" ? owner.node : enclosingFunction(owner.node);
  if (definition === null) return null;
  const around = enclosingScope(definition);
  return {
    name: child(definition, "name")?.value ?? "",
    owner: around?.kind === "Class" ? reader.indexOf(around) : null,
  };
}

/** The expression that a target gets its value from, or null. */
function valueBoundTo(target: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | null = target; at !== null; at = at.parent) {
    if (at.role !== "target" && at.role !== "item") {
      return child(at, "value") ?? child(at, "iterable");
    }
  }
  return null;
}

function importedNames(facts: ModuleFacts): Set<string> {
  const items = [...facts.nodes("ImportFromAs"), ...facts.nodes("ImportAs")];
  return new Set(items.map((item) => (child(item, "alias") ?? child(item, "name"))?.value ?? ""));
}

/** Where an expression is handed on as a value, not called, asked, derived from or tested. */
const VALUE_ROLES = new Set("value item element default body else left right iterable".split(" "));

function passedClasses(facts: ModuleFacts, reader: ClassReader): (readonly ClassTarget[])[] {
  return [...facts.nodes("Name"), ...facts.nodes("MemberAccess")].flatMap((node) => {
    if (!VALUE_ROLES.has(node.role) || isTested(node)) return [];
    const targets = reader.targetsOf(node);
    const mayBeClass = targets.some(({ kind }) => kind === "class" || kind === "import");
    return mayBeClass ? [targets] : [];
  });
}

function isTested({ parent }: SyntaxNode): boolean {
  const outer = parent?.parent ?? null;
  if (parent?.kind === "Decorator" || outer?.kind === "Class") return true;
  const call = outer?.kind === "Tuple" ? (outer.parent?.parent ?? null) : outer;
  return call?.kind === "Call" && CLASS_TESTS.has(lastName(child(call, "callee")) ?? "");
}
