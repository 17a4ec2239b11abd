// The expressions of whose types the swap of two operands depends: the operands, and what has to be
// known inside of them to say in which order they can be evaluated.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { child, childrenIn, type SyntaxNode } from "../../syntax/python/node.ts";
import { rangeKey, type Question } from "../../syntax/python/type-query.ts";
import { soleParameter } from "./name-reading.ts";
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

/** What is asked about types in a module, by operator and in source order. */
export function typeQuestions(facts: ModuleFacts): Question[] {
  const known = new Map<SyntaxNode, boolean>();
  const sites = [...orderComparisons(facts), ...commutativeOperations(facts)];
  return sites
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((site) => !operandsOf(site).some((operand) => isNeverKnown(operand, facts, known)))
    .map((site) => {
      const operands = operandsOf(site);
      const inside = new Set<SyntaxNode>();
      for (const operand of operands) collect(operand, inside);
      for (const operand of operands) inside.delete(operand);
      return { operands: operands.map(rangeKey), inside: [...inside].map(rangeKey) };
    });
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
  // The operands of an operator that is a site itself are asked there.
  if (node.kind === "BinaryOperation" && (COMMUTATIVE.has(node.value) || ORDERS.has(node.value))) {
    return;
  }
  for (const role of LOOKED_INTO[node.kind] ?? []) {
    for (const inner of childrenIn(node, role)) collect(inner, into);
  }
  if (node.kind !== "Call" || child(node, "callee")?.value !== "len") return;
  for (const argument of childrenIn(node, "argument")) {
    const value = child(argument, "value");
    if (value !== null) collect(value, into);
  }
}

/**
 * Whether an operand is, or is computed from, a parameter without annotation that nothing in its
 * function narrows down. Most operands of untyped code are; asking about them takes long.
 */
function isNeverKnown(
  operand: SyntaxNode,
  facts: ModuleFacts,
  known: Map<SyntaxNode, boolean>,
): boolean {
  let found = known.get(operand);
  if (found === undefined) {
    found =
      operand.kind === "Name"
        ? isBareParameter(operand, facts)
        : /^(?:Binary|Unary)Operation$/.test(operand.kind) &&
          operand.children.some((part) => isNeverKnown(part, facts, known));
    known.set(operand, found);
  }
  return found;
}

const NARROWING = /\b(?:isinstance|issubclass|type|match)\b/;

function isBareParameter(name: SyntaxNode, facts: ModuleFacts): boolean {
  const binding = soleParameter(name, facts);
  const definition = binding?.parent;
  if (definition?.kind !== "Function") return false;
  if (binding?.children.some((part) => part.role !== "name") === true) return false;
  return !NARROWING.test(facts.textOf(definition));
}
