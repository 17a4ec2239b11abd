// Whether it can be noticed which of two expressions is evaluated first: one could change what the
// other one finds, or decide which of two exceptions is raised.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { child, childrenIn, type SyntaxNode } from "../../syntax/python/node.ts";
import type { NodeKind } from "../../syntax/python/node-kinds.ts";
import type { TypeFact } from "../../syntax/python/type-query.ts";
import { nameReading } from "./name-reading.ts";

export type TypeOf = (node: SyntaxNode) => TypeFact | null;

/** What evaluating an expression may do. */
export interface Evaluation {
  /** Run code that could do anything. */
  readonly effects: boolean;
  readonly raises: boolean;
  /** Find another value after other code has run. */
  readonly volatile: boolean;
}

const CONSTANT: Evaluation = { effects: false, raises: false, volatile: false };
const ANYTHING: Evaluation = { effects: true, raises: true, volatile: true };

/** Operators on numbers that can't raise: no division, no power, no shift. */
const SAFE_OPERATORS = new Set("+ - * & | ^ < > <= >= == !=".split(" "));
/** Operators that do something else, or nothing, with strings. */
const NUMERIC_OPERATORS = new Set("- * / // % ** & | ^ << >> @".split(" "));
const DIVISIONS = new Set(["/", "//", "%"]);
const NUMBERS = new Set(["bool", "int", "float", "complex"]);
const TEXTS = new Set(["str", "bytes"]);
const SIZED = /^(?:str|bytes|bytearray|memoryview|list|deque|dict|set|frozenset|range|tuple.*)$/;
const FIXED = /^(?:str|bytes|range|tuple.*)$/;

/** Whether two expressions can be evaluated in either order. */
export function commutes(
  left: SyntaxNode,
  right: SyntaxNode,
  facts: ModuleFacts,
  typeOf: TypeOf,
): boolean {
  const [first, second] = [left, right].map((node) => evaluationOf(node, facts, typeOf)) as [
    Evaluation,
    Evaluation,
  ];
  return isUnmoved(first, second) && isUnmoved(second, first);
}

/** Whether `other` may come before or after `moving`. */
function isUnmoved(moving: Evaluation, other: Evaluation): boolean {
  if (moving.effects) return !other.effects && !other.raises && !other.volatile;
  return !(moving.raises && other.raises);
}

type Interruption = "walrus" | "suspension" | null;
const interruptions = new WeakMap<SyntaxNode, { readonly found: Interruption }>();

/** Whether an expression binds a name or hands control to someone in the middle of it. */
export function interruption(expression: SyntaxNode): Interruption {
  const known = interruptions.get(expression);
  if (known !== undefined) return known.found;
  let found = ownInterruption(expression);
  for (const part of expression.children) found ??= interruption(part);
  interruptions.set(expression, { found });
  return found;
}

function ownInterruption({ kind, children }: SyntaxNode): Interruption {
  if (kind === "AssignmentExpression") return "walrus";
  if (kind === "Await" || kind === "Yield" || kind === "YieldFrom") return "suspension";
  const isAsync = kind === "Comprehension" && children.some((part) => part.value === "async");
  return isAsync ? "suspension" : null;
}

type Inside = (part: SyntaxNode | null) => Evaluation;

function evaluationOf(node: SyntaxNode, facts: ModuleFacts, typeOf: TypeOf): Evaluation {
  const inside: Inside = (part) => (part === null ? ANYTHING : evaluationOf(part, facts, typeOf));
  return KINDS[node.kind]?.(node, inside, { facts, typeOf }) ?? ANYTHING;
}

interface Known {
  readonly facts: ModuleFacts;
  readonly typeOf: TypeOf;
}

/** The kinds of which something is known; all others may do anything. */
const KINDS: Partial<
  Record<NodeKind, (node: SyntaxNode, inside: Inside, known: Known) => Evaluation>
> = {
  Number: () => CONSTANT,
  Constant: () => CONSTANT,
  StringList: (node) =>
    node.children.every((item) => item.kind === "String") ? CONSTANT : ANYTHING,
  Set: (node) => (node.children.every((item) => item.kind === "Number") ? CONSTANT : ANYTHING),
  Tuple: (node, inside) => joined(node.children.map(inside)),
  List: (node, inside) => joined(node.children.map(inside)),
  Name: (node, _inside, { facts }) => nameReading(node, facts),
  UnaryOperation: (node, inside, { typeOf }) => {
    const operand = child(node, "operand");
    return operand !== null && isOf(operand, NUMBERS, typeOf) ? inside(operand) : ANYTHING;
  },
  BinaryOperation: (node, inside, { typeOf }) => ofOperation(node, typeOf, inside),
  MemberAccess: (node, inside, { typeOf }) => {
    const read = typeOf(node)?.read ?? "code";
    const base = inside(child(node, "base"));
    if (read === "code" || base.effects) return ANYTHING;
    return { effects: false, raises: base.raises || read !== "settled", volatile: true };
  },
  Call: (node, inside, { facts, typeOf }) => ofLength(node, facts, typeOf, inside),
};

function ofOperation(node: SyntaxNode, typeOf: TypeOf, inside: Inside): Evaluation {
  const [left, right] = [child(node, "left"), child(node, "right")];
  if (left === null || right === null) return ANYTHING;
  const areNumbers = isOf(left, NUMBERS, typeOf) && isOf(right, NUMBERS, typeOf);
  const areTexts = isSame(left, right, typeOf);
  if (!areNumbers && !(areTexts && !NUMERIC_OPERATORS.has(node.value))) return ANYTHING;
  const found = joined([inside(left), inside(right)]);
  const isDivision = DIVISIONS.has(node.value) && right.kind === "Number";
  const isSafe = SAFE_OPERATORS.has(node.value) || (isDivision && /[1-9]/.test(right.value));
  return isSafe ? found : { ...found, raises: true };
}

/** Both str or both bytes. */
function isSame(left: SyntaxNode, right: SyntaxNode, typeOf: TypeOf): boolean {
  const [first, second] = [typeOf(left)?.classes ?? [], typeOf(right)?.classes ?? []];
  return (
    first.length === 1 &&
    first.join() === second.join() &&
    isOf(left, TEXTS, typeOf) &&
    isOf(right, TEXTS, typeOf)
  );
}

/** `len(x)` of a builtin container runs no code of anybody's. */
function ofLength(
  call: SyntaxNode,
  facts: ModuleFacts,
  typeOf: TypeOf,
  inside: Inside,
): Evaluation {
  const callee = child(call, "callee");
  const [argument, ...others] = childrenIn(call, "argument");
  if (callee?.kind !== "Name" || callee.value !== "len" || others.length > 0) return ANYTHING;
  if (argument === undefined || argument.value !== "" || child(argument, "name") !== null) {
    return ANYTHING;
  }
  const value = child(argument, "value");
  if (value === null || !nameReading(callee, facts).isBuiltin) return ANYTHING;
  const fact = typeOf(value);
  if (fact === null || fact.evidence === "weak" || fact.classes.length === 0) return ANYTHING;
  if (!fact.classes.every((name) => SIZED.test(name))) return ANYTHING;
  const found = inside(value);
  if (found.effects) return ANYTHING;
  return { ...found, volatile: found.volatile || !fact.classes.every((name) => FIXED.test(name)) };
}

function isOf(node: SyntaxNode, classes: ReadonlySet<string>, typeOf: TypeOf): boolean {
  const fact = typeOf(node);
  if (fact === null || fact.evidence === "weak" || fact.classes.length === 0) return false;
  return fact.classes.every((name) => classes.has(name));
}

function joined(parts: readonly Evaluation[]): Evaluation {
  return {
    effects: parts.some((part) => part.effects),
    raises: parts.some((part) => part.raises),
    volatile: parts.some((part) => part.volatile),
  };
}
