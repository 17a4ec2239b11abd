// Refusals of what changes the names of a function's local variables: someone may look at them.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import type { SyntaxNode } from "../../syntax/python/node.ts";
import type { Refusal, RewriteContext } from "../transformation.ts";
import { refuseNewLocal } from "./new-local-refusals.ts";

export const REFLECTION_REFUSALS = {
  "reads-own-locals": {
    why: "The function calls locals(), vars(), dir(), eval() or exec().",
    level: "conservative",
  },
  "frames-are-read": {
    why: "The module looks at frames, code objects or the local names of generators.",
    level: "conservative",
  },
  "callee-reads-frame": {
    why: "The function calls something that looks at the local names of its caller.",
    level: "conservative",
  },
} as const satisfies Record<string, Refusal>;

/** Refusals of new or other local names in a function. */
export function* refuseReflection(
  definition: SyntaxNode,
  facts: ModuleFacts,
  context: RewriteContext,
): Generator<keyof typeof REFLECTION_REFUSALS> {
  if (facts.observers.frames !== null) yield "frames-are-read";
  yield* refuseNewLocal(definition, context);
}
