// Refusals that the transformations which exchange two operands share.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import type { SyntaxNode } from "../../syntax/python/node.ts";
import { isInAnnotation, isTextOfFormatField } from "../../syntax/python/positions.ts";
import type { Refusal, RewriteContext } from "../transformation.ts";
import { commutes, interruption } from "./evaluation-order.ts";
import { operandsOf } from "./operand-swap.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";

export const OPERAND_REFUSALS = {
  ...SOURCE_REFUSALS,
  ...LINE_REFUSAL,
  annotation: {
    why: "The text of an annotation may be kept as such (postponed evaluation).",
    level: "conservative",
  },
  "format-field-text": {
    why: "f'{…=}' and t-strings show the text of the expression.",
    level: "conservative",
  },
  walrus: {
    why: "An operand binds a name, which the other one may read.",
    level: "conservative",
  },
  suspension: {
    why: "An operand is awaited or yields: others see in which order.",
    level: "conservative",
  },
  "evaluation-order": {
    why: "Both operands may raise or run code: which of them comes first can be noticed.",
    level: "conservative",
  },
  "types-guessed": {
    why:
      "The class of an operand rests on a default value, on a mutable container's first items or " +
      "on an annotation that a call or assignment in the repository contradicts.",
    level: "conservative",
  },
  "subclass-operators": {
    why: "The repository has subclasses of the operands' builtin class with their own operators.",
    level: "conservative",
  },
  "code-is-read": {
    why: "The module reads byte code or the names in it, whose order would change.",
    level: "conservative",
  },
} as const satisfies Record<string, Refusal>;

type Reason = keyof typeof OPERAND_REFUSALS;

/** Names of what shows the order of instructions or names in a code object. */
const CODE_READERS = ["co_code", "co_names", "co_consts", "co_positions", "get_instructions"];

/** Refusals of any exchange of two operands, but for their order and their types. */
export function* refuseExchange(
  site: SyntaxNode,
  facts: ModuleFacts,
  context: RewriteContext,
): Generator<Reason> {
  if (isInAnnotation(site)) yield "annotation";
  if (isTextOfFormatField(site, facts.module.text)) yield "format-field-text";
  const [left, right] = operandsOf(site);
  const interrupted = interruption(left) ?? interruption(right);
  if (interrupted !== null) yield interrupted;
  if (CODE_READERS.some((name) => facts.words.has(name))) yield "code-is-read";
  if (facts.textOf(site).includes("\n")) yield* refuseLineReaders(facts);
  yield* refuseSourceReaders(site, facts, context);
}

/** Refusal of an exchange that changes what is evaluated first. */
export function* refuseOrder(
  site: SyntaxNode,
  facts: ModuleFacts,
  context: RewriteContext,
): Generator<Reason> {
  const [left, right] = operandsOf(site);
  const isSafe = commutes(left, right, facts, (node) => context.types?.of(node, facts) ?? null);
  if (!isSafe) yield "evaluation-order";
}
