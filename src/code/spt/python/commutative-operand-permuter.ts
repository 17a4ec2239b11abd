// Commutes, never re-associates: `a + b + c` becomes `c + (a + b)`, with the left operand in
// parentheses as the unit that it was, so that sums of floats are made in the same order. Strings,
// lists and sets are no numbers: `+` joins them in order, `|` of equal elements keeps the left one.
import { defineTransformation } from "../transformation.ts";
import { commutativeRefusal, paperRefusal } from "./operand-classes.ts";
import { commutativeOperations } from "./operand-nodes.ts";
import { OPERAND_REFUSALS, refuseExchange, refuseOrder } from "./operand-refusals.ts";
import { operandsOf, swapOperands } from "./operand-swap.ts";

export const commutativeOperandPermuter = defineTransformation({
  id: "python/commutative-operand-permuter",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Exchanges the operands of +, *, &, | or ^ between numbers.",
  paper:
    "Appendix A, Commutative Operand Permuter: addition, multiplication, bitwise and, or, xor, " +
    "where type inference puts both operands among the types for which the operator commutes " +
    "(numbers; integers and sets for the bitwise ones); otherwise skipped.",
  refusals: {
    ...OPERAND_REFUSALS,
    "types-unknown": {
      why: "The class of an operand is not known, or is none of the builtin ones.",
      level: "paper",
    },
    "types-differ": {
      why: "The operator does not commute for the classes of the operands.",
      level: "paper",
    },
    sets: {
      why: "Of two equal elements a set operation keeps the one of a certain side.",
      level: "conservative",
    },
  },
  example: {
    before: "def area(w: int, h: int) -> int:\n    return w * h + 1\n",
    after: "def area(w: int, h: int) -> int:\n    return 1 + h * w\n",
  },
  match: commutativeOperations,
  *refuse(site, facts, context) {
    yield* refuseExchange(site, facts, context);
    const { types } = context;
    const [left = null, right = null] = operandsOf(site).map(
      (node) => types?.of(node, facts) ?? null,
    );
    const byPaper = paperRefusal(site.value, left, right);
    if (byPaper !== null) {
      yield byPaper;
      return;
    }
    const overridden = types?.overridden ?? new Set<string>();
    const refusal = commutativeRefusal(site.value, left, right, overridden);
    if (refusal !== null) yield refusal === "types-differ" ? "sets" : refusal;
    yield* refuseOrder(site, facts, context);
  },
  rewrite: (site, facts) => [swapOperands(site, facts, site.value)],
});
