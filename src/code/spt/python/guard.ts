// Conditions in front of inserted blocks, and how to know one again: nothing but literals.
import type { RandomStream } from "../../../core/random-stream.ts";
import { child, walk, type SyntaxNode } from "../../syntax/python/node.ts";
import type { RewriteContext } from "../transformation.ts";
import { constantCondition } from "./tautology.ts";

/** How far operators nest, and how long a condition people still write on one line. */
const DEEPEST = 2;
const LONGEST = 64;

/** Python text of a condition that always has the given value. */
export function guardText(value: boolean, { style }: RewriteContext, random: RandomStream): string {
  if (style === "plain") return value ? "True" : "False";
  for (let depth = random.integer(0, DEEPEST); ; depth = Math.max(0, depth - 1)) {
    const text = constantCondition(value, depth, random);
    if (text.length <= LONGEST) return text;
  }
}

const LITERALS = new Set(
  "BinaryOperation UnaryOperation StringList String Number Constant Tuple".split(" "),
);

/** Whether a statement is an `if` of literals without an else. */
export function isGuarded(statement: SyntaxNode): boolean {
  if (statement.kind !== "If" || child(statement, "else") !== null) return false;
  const test = child(statement, "test");
  if (test === null) return false;
  for (const node of walk(test)) if (!LITERALS.has(node.kind)) return false;
  return true;
}
