// Truth context only: the test of an if or while is asked for its truth once, and `not` asks the
// same once. A value (`x or y`, an arm of a ternary) is never a site.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { child, type SyntaxNode } from "../../syntax/python/node.ts";
import { defineTransformation } from "../transformation.ts";
import { prefixCondition } from "./negation.ts";
import { refuseSourceReaders, SOURCE_REFUSALS } from "./source-refusals.ts";

export const doubleNegation = defineTransformation({
  id: "python/double-negation",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Puts `not not` before the condition of an if, elif or while.",
  paper:
    "Appendix A, Double Negation Injector: conditions of if and while, save literal True and " +
    "False and those that are a negation as a whole.",
  refusals: SOURCE_REFUSALS,
  example: { before: "if ready:\n    go()\n", after: "if not not (ready):\n    go()\n" },
  *match(facts) {
    for (const statement of inOrder(facts)) {
      if (isEligible(child(statement, "test"))) yield statement;
    }
  },
  refuse: refuseSourceReaders,
  rewrite(site, facts) {
    const condition = child(site, "test");
    return condition === null ? [] : [prefixCondition(facts.module, condition, "not not")];
  },
});

function inOrder(facts: ModuleFacts): SyntaxNode[] {
  return [...facts.nodes("If"), ...facts.nodes("While")].sort((a, b) => a.start - b.start);
}

function isEligible(condition: SyntaxNode | null): boolean {
  if (condition === null) return false;
  if (condition.kind === "Constant") return !["True", "False"].includes(condition.value);
  return !(condition.kind === "UnaryOperation" && condition.value === "not");
}
