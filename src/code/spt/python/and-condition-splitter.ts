// `if a and b:` asks a, then b, and so do nested ifs; each operand is asked for its truth once in
// both. Whatever follows when the condition fails is copied, so that either operand leads to it.
import type { Edit, Span } from "../../syntax/edits.ts";
import { perModule, type ModuleFacts } from "../../syntax/python/facts.ts";
import { deepened, deeper, indentUnit } from "../../syntax/python/indentation.ts";
import { crowdedSites } from "../../syntax/python/nesting.ts";
import { child, type SyntaxNode } from "../../syntax/python/node.ts";
import { bodyOf, indentationOf, linesOf } from "../../syntax/python/suites.ts";
import { defineTransformation } from "../transformation.ts";
import { explodingSites } from "./copy-growth.ts";
import { COPY_REFUSALS, refuseCopy } from "./copy-refusals.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";

export const andConditionSplitter = defineTransformation({
  id: "python/and-condition-splitter",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Splits the condition of an if at an `and` into two nested ifs.",
  paper:
    "Appendix A, And Condition Splitter: if and elif whose condition is a conjunction; an else, " +
    "with the elifs before it, is copied to both levels.",
  refusals: {
    ...SOURCE_REFUSALS,
    ...LINE_REFUSAL,
    ...COPY_REFUSALS,
    "continued-line": { why: "Its line is joined to the one above.", level: "paper" },
    nesting: { why: "There is no room for another level of indentation.", level: "paper" },
  },
  example: {
    before: "if a and b:\n    run()\nelse:\n    stop()\n",
    after: "if a:\n    if b:\n        run()\n    else:\n        stop()\nelse:\n    stop()\n",
  },
  match: (facts) => limitsOf(facts).sites,
  *refuse(site, facts, context) {
    if (indentationOf(facts.module, site) === null) yield "continued-line";
    const { crowded, exploding } = limitsOf(facts);
    if (crowded.has(site)) yield "nesting";
    if (exploding.has(site)) yield "growth";
    yield* refuseCopy(site, alternativeOf(site, facts), facts, context);
    yield* refuseLineReaders(facts);
    yield* refuseSourceReaders(site, facts, context);
  },
  rewrite(site, facts, { style }, random) {
    const body = bodyOf(site);
    const unit = indentUnit(facts, site, body);
    const line = facts.newline + deepened(indentationOf(facts.module, site) ?? "", unit);
    const lines = linesOf(facts.module, body, site);
    const alternative = alternativeOf(site, facts);
    const copy =
      alternative.end > alternative.start ? [line, deeper(facts, alternative, unit)] : [];
    const operands = operandsOf(conditionOf(site), facts, true);
    const last = operands.length - 1;
    const cut = style === "plain" ? last : random.integer(1, last);
    return [
      splitAt(cut, operands, site, line, facts),
      { ...lines, pieces: [deeper(facts, lines, unit), ...copy] },
    ];
  },
});

/** What depends on all sites of a module. */
const limitsOf = perModule((facts) => {
  const sites = facts.nodes("If").filter((node) => isConjunction(conditionOf(node)));
  const copies = sites.map((site) => ({
    key: site,
    span: site,
    copied: alternativeOf(site, facts),
  }));
  const crowded = crowdedSites(facts.module.root, sites, { indents: 1, blocks: 0 });
  return { sites, crowded, exploding: explodingSites(copies) };
});

function conditionOf(site: SyntaxNode): SyntaxNode {
  const condition = child(site, "test");
  if (condition === null) throw new Error("An if without a condition.");
  return condition;
}

function isConjunction(expression: SyntaxNode): boolean {
  return expression.kind === "BinaryOperation" && expression.value === "and";
}

/** What `and` joins, in order. A conjunction in parentheses is one operand. */
function operandsOf(expression: SyntaxNode, facts: ModuleFacts, isWhole: boolean): SyntaxNode[] {
  if (!isConjunction(expression)) return [expression];
  if (!isWhole && facts.module.tokens.isParenthesised(expression)) return [expression];
  return expression.children.flatMap((operand) => operandsOf(operand, facts, false));
}

/** The elifs and else of a statement, from their first keyword on; empty where there are none. */
function alternativeOf(site: SyntaxNode, { module }: ModuleFacts): Span {
  let last = child(site, "else");
  if (last === null) return { start: site.end, end: site.end };
  const { tokens } = module;
  const start = last.kind === "If" ? last.start : tokens.start(tokens.firstFrom(last.start) - 1);
  while (last.kind === "If") last = child(last, "else") ?? bodyOf(last);
  return { start, end: linesOf(module, last, site).end };
}

/** The header with an operand's `and` replaced by `:` and a second `if`, and the parentheses kept. */
function splitAt(
  cut: number,
  operands: readonly SyntaxNode[],
  site: SyntaxNode,
  line: string,
  { module }: ModuleFacts,
): Edit {
  const gap = { start: operands[cut - 1]?.end ?? 0, end: operands[cut]?.start ?? 0 };
  const layers = parenthesesAround(conditionOf(site), module.tokens);
  const comments = module.text.slice(gap.start, gap.end).includes("#")
    ? module.tokens.commentsIn(gap).flatMap((comment) => [line, comment])
    : [];
  const pieces = [`${")".repeat(layers)}:`, ...comments, `${line}if ${"(".repeat(layers)}`];
  return { ...gap, pieces };
}

/** How many pairs of parentheses stand around all of a range. */
function parenthesesAround(range: Span, tokens: ModuleFacts["module"]["tokens"]): number {
  let [first, last] = [tokens.firstFrom(range.start), tokens.firstFrom(range.end) - 1];
  let layers = 0;
  while (first < last && tokens.textOf(first) === "(" && tokens.partner(first) === last) {
    first++;
    last--;
    layers++;
  }
  return layers;
}
