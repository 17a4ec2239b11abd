// The two operands of an operator exchanged as text. What stands between them stays where it is,
// comments and line breaks too; each operand moves as a whole, with the parentheses it needs.
import type { Edit, Span } from "../../syntax/edits.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { child, type SyntaxNode } from "../../syntax/python/node.ts";
import type { PythonModule } from "../../syntax/python/parse.ts";

export const COMPARISONS: ReadonlySet<string> = new Set(
  "< > <= >= == != in is".split(" ").concat("not in", "is not"),
);

/** Operators that bind equally and group from the left, by any one of them. */
const LEVELS = [["+", "-"], ["*", "/", "//", "%", "@"], ["&"], ["^"], ["|"]];

/** The operands of a binary operation. */
export function operandsOf(site: SyntaxNode): readonly [SyntaxNode, SyntaxNode] {
  const [left, right] = [child(site, "left"), child(site, "right")];
  if (left === null || right === null) throw new Error(`A ${site.kind} without its operands.`);
  return [left, right];
}

/** Whether a comparison is a link of `a < b < c`, whose parts are no comparisons of their own. */
export function isChainLink(site: SyntaxNode, module: PythonModule): boolean {
  const isBare = (node: SyntaxNode | null): boolean =>
    node?.kind === "BinaryOperation" &&
    COMPARISONS.has(node.value) &&
    !module.tokens.isParenthesised(node);
  if (isBare(child(site, "left")) || isBare(child(site, "right"))) return true;
  // What counts is the link itself: the chain may stand in parentheses as a whole.
  const isInComparison =
    site.parent?.kind === "BinaryOperation" && COMPARISONS.has(site.parent.value);
  return isBare(site) && isInComparison;
}

/** Exchanges the operands and writes `operator` between them. */
export function swapOperands(site: SyntaxNode, { module }: ModuleFacts, operator: string): Edit {
  const { text, tokens } = module;
  const [left, right] = operandsOf(site);
  const token = tokens.firstFrom(left.end);
  const [before, after] = [text.charAt(left.start - 1), text.charAt(right.end)];
  // `x<1if y` and `return(a)<b` are valid until a name comes to stand there; `{{` is a brace.
  const isTight = /[\w"']/.test(before) || (before === "{" && text.charAt(right.start) === "{");
  const [open, close] = needsParentheses(left, site, module) ? ["(", ")"] : ["", ""];
  const gap: readonly [Span, Span] = [
    { start: left.end, end: tokens.start(token) },
    { start: tokens.end(token), end: right.start },
  ];
  return {
    start: left.start,
    end: right.end,
    pieces: [
      ...[isTight ? " " : "", span(right), gap[0], operator, gap[1]],
      ...[open, span(left), close, /[\w"']/.test(after) ? " " : ""],
    ],
  };
}

/** Whether the left operand would be taken apart on the right of the operator. */
function needsParentheses(left: SyntaxNode, site: SyntaxNode, module: PythonModule): boolean {
  if (left.kind !== "BinaryOperation" || module.tokens.isParenthesised(left)) return false;
  return LEVELS.some((level) => level.includes(left.value) && level.includes(site.value));
}

function span({ start, end }: Span): Span {
  return { start, end };
}
