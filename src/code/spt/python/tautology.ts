// Conditions that are always true or always false, from a grammar over literals. They use no name,
// so nothing that a program binds can change what they say, and evaluating them has no effect.
import type { RandomStream } from "../../../core/random-stream.ts";

export type Literal = number | string | readonly Literal[];
type Order = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Condition =
  | { readonly kind: "order"; left: Literal; operator: Order; right: Literal }
  | { readonly kind: "member"; item: Literal; isNegated: boolean; all: readonly Literal[] }
  | { readonly kind: "not"; readonly operand: Condition }
  | { readonly kind: "and" | "or"; readonly left: Condition; readonly right: Condition };

const ORDERS: readonly Order[] = ["==", "!=", "<", "<=", ">", ">="];
const WORDS = (
  "active archived auto base closed compact custom debug default draft error full index info legacy " +
  "local lower main manual merged normal open pending plain primary private public queued raw ready " +
  "remote retry secondary short skipped stable stale strict system upper user verbose warning"
).split(" ");

/** A word such as states and modes are named by. */
export function randomWord(random: RandomStream): string {
  return random.pick(WORDS);
}

/** Python text of a condition with the given value; `depth` is how far operators nest. */
export function constantCondition(value: boolean, depth: number, random: RandomStream): string {
  const condition = draw(value, depth, random);
  if (evaluate(condition) !== value) throw new Error(`Not ${value}: ${render(condition)}`);
  return render(condition);
}

function draw(value: boolean, depth: number, random: RandomStream): Condition {
  if (depth <= 0) return drawComparison(value, random);
  const kind = random.pick(["and", "or", "and", "or", "not"] as const);
  if (kind === "not") return { kind, operand: draw(!value, depth - 1, random) };
  // One part decides an `and` that is false and an `or` that is true; the other may be anything.
  const isDecided = (kind === "or") === value;
  const other = isDecided ? random.pick([true, false]) : value;
  const [left = value, right = value] = random.shuffle([value, other]);
  const [deep, flat] = [depth - 1, random.integer(0, depth - 1)];
  return { kind, left: draw(left, deep, random), right: draw(right, flat, random) };
}

function drawComparison(value: boolean, random: RandomStream): Condition {
  const isNumber = random.integer(0, 1) === 0;
  const literal = (): Literal => (isNumber ? random.integer(0, 96) : random.pick(WORDS));
  const form = random.pick(["single", "single", "member", "tuple"] as const);
  if (form === "member") {
    const all = Array.from({ length: random.integer(2, 3) }, literal);
    const item = random.integer(0, 1) === 0 ? random.pick(all) : literal();
    return { kind: "member", item, isNegated: all.includes(item) !== value, all };
  }
  const side = (): Literal => (form === "tuple" ? [literal(), literal()] : literal());
  const [left, right] = [side(), side()];
  const holding = ORDERS.filter((operator) => holds(left, operator, right) === value);
  return { kind: "order", left, operator: random.pick(holding), right };
}

/** What Python would say. */
export function evaluate(condition: Condition): boolean {
  switch (condition.kind) {
    case "order":
      return holds(condition.left, condition.operator, condition.right);
    case "member":
      return (
        condition.all.some((item) => compare(item, condition.item) === 0) !== condition.isNegated
      );
    case "not":
      return !evaluate(condition.operand);
    case "and":
      return evaluate(condition.left) && evaluate(condition.right);
    case "or":
      return evaluate(condition.left) || evaluate(condition.right);
  }
}

function holds(left: Literal, operator: Order, right: Literal): boolean {
  const order = compare(left, right);
  if (operator === "==") return order === 0;
  if (operator === "!=") return order !== 0;
  if (operator.startsWith("<")) return order < 0 || (order === 0 && operator === "<=");
  return order > 0 || (order === 0 && operator === ">=");
}

/** Order of two literals of the same type, tuples by their first difference. */
function compare(left: Literal, right: Literal): number {
  if (typeof left === "object" && typeof right === "object") {
    const at = left.findIndex((item, index) => compare(item, right[index] ?? item) !== 0);
    if (at < 0 || at >= right.length) return left.length - right.length;
    return compare(left[at] ?? 0, right[at] ?? 0);
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function render(condition: Condition): string {
  switch (condition.kind) {
    case "order":
      return [show(condition.left), condition.operator, show(condition.right)].join(" ");
    case "member":
      return [
        show(condition.item),
        condition.isNegated ? "not in" : "in",
        show(condition.all),
      ].join(" ");
    case "not":
      return `not (${render(condition.operand)})`;
    case "and":
    case "or":
      return `${part(condition.left)} ${condition.kind} ${part(condition.right)}`;
  }
}

function part(condition: Condition): string {
  const isCompound = condition.kind === "and" || condition.kind === "or";
  return isCompound ? `(${render(condition)})` : render(condition);
}

function show(literal: Literal): string {
  if (typeof literal === "object") return `(${literal.map(show).join(", ")})`;
  return typeof literal === "string" ? `"${literal}"` : String(literal);
}
