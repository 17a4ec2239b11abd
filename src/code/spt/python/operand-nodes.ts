// The expressions of whose types the swap of two operands depends: the operands, and what has to be
// known inside of them to say in which order they can be evaluated.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { child, childrenIn, type SyntaxNode } from "../../syntax/python/node.ts";
import { isChainLink, operandsOf } from "./operand-swap.ts";

const ORDERS = new Set(["<", ">", "<=", ">="]);
const COMMUTATIVE = new Set(["+", "*", "&", "|", "^"]);

/** Comparisons of two operands, in source order. */
export function orderComparisons(facts: ModuleFacts): SyntaxNode[] {
  return facts
    .nodes("BinaryOperation")
    .filter((node) => ORDERS.has(node.value) && !isChainLink(node, facts.module));
}

/** Sums, products and bit operations, in source order. */
export function commutativeOperations(facts: ModuleFacts): SyntaxNode[] {
  return facts.nodes("BinaryOperation").filter((node) => COMMUTATIVE.has(node.value));
}

/** Everything in a module whose type is asked, without repetition. */
export function nodesToAsk(facts: ModuleFacts): ReadonlySet<SyntaxNode> {
  const asked = new Set<SyntaxNode>();
  for (const site of [...orderComparisons(facts), ...commutativeOperations(facts)]) {
    for (const operand of operandsOf(site)) collect(operand, asked);
  }
  return asked;
}

/** Kinds into which evaluation-order.ts looks, with the roles that it looks at. */
const LOOKED_INTO: Readonly<Record<string, readonly string[]>> = {
  UnaryOperation: ["operand"],
  BinaryOperation: ["left", "right"],
  MemberAccess: ["base"],
  Tuple: ["item"],
};

function collect(node: SyntaxNode, into: Set<SyntaxNode>): void {
  if (into.has(node)) return;
  into.add(node);
  for (const role of LOOKED_INTO[node.kind] ?? []) {
    for (const inner of childrenIn(node, role)) collect(inner, into);
  }
  if (node.kind !== "Call" || child(node, "callee")?.value !== "len") return;
  for (const argument of childrenIn(node, "argument")) {
    const value = child(argument, "value");
    if (value !== null) collect(value, into);
  }
}
