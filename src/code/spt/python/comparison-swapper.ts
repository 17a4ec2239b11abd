// `a < b` asks the class of a, `b > a` that of b, and a is evaluated first in one and last in the
// other. So both classes have to be builtin ones that answer alike, as far as their types are known
// from more than a guess, and it must not be noticeable in which order the operands are evaluated.
// The operator is turned around, never negated: NaN compares false either way.
import { defineTransformation } from "../transformation.ts";
import { comparisonRefusal } from "./operand-classes.ts";
import { orderComparisons } from "./operand-nodes.ts";
import { OPERAND_REFUSALS, refuseExchange, refuseOrder } from "./operand-refusals.ts";
import { operandsOf, swapOperands } from "./operand-swap.ts";

const TURNED: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

export const comparisonSwapper = defineTransformation({
  id: "python/comparison-swapper",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Exchanges the operands of <, >, <= or >= and turns the operator around.",
  paper:
    "Appendix A, Comparison Swapper: comparisons of exactly two operands with <, >, <= or >=; " +
    "chained comparisons and symmetric operators are left out.",
  refusals: {
    ...OPERAND_REFUSALS,
    "types-unknown": {
      why: "The class of an operand is not known, or is none of the builtin ones.",
      level: "conservative",
    },
    "types-differ": {
      why: "The operands are of builtin classes that can't be compared with each other.",
      level: "conservative",
    },
  },
  example: {
    before: "def take(xs: list[int]) -> bool:\n    return len(xs) > 3\n",
    after: "def take(xs: list[int]) -> bool:\n    return 3 < len(xs)\n",
  },
  match: orderComparisons,
  *refuse(site, facts, context) {
    yield* refuseExchange(site, facts, context);
    const { types } = context;
    const [left, right] = operandsOf(site).map((node) => types?.of(node, facts) ?? null);
    const refusal = comparisonRefusal(left ?? null, right ?? null, types?.overridden ?? new Set());
    if (refusal !== null) yield refusal;
    yield* refuseOrder(site, facts, context);
  },
  rewrite: (site, facts) => [swapOperands(site, facts, TURNED[site.value] ?? site.value)],
});
