// Refusals that any change of a function's text has to respect, shared by all transformations.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import type { SyntaxNode } from "../../syntax/python/node.ts";
import { sourceCompiler } from "../../syntax/python/observers.ts";
import type { Refusal, RewriteContext } from "../transformation.ts";

export const SOURCE_REFUSALS = {
  "source-is-read": {
    why: "The module reads source text (inspect.getsource, linecache, its own file).",
    level: "conservative",
  },
  "compiled-from-source": {
    why: "A decorator compiles the function from its source or byte code (numba, torch.jit, triton).",
    level: "conservative",
  },
} as const satisfies Record<string, Refusal>;

export const LINE_REFUSAL = {
  "line-numbers-are-read": {
    why: "The module reads line numbers, which the rewrite would move.",
    level: "conservative",
  },
} as const satisfies Record<string, Refusal>;

/** Refusals of any rewrite at a node. */
export function* refuseSourceReaders(
  node: SyntaxNode,
  facts: ModuleFacts,
  context: RewriteContext,
): Generator<keyof typeof SOURCE_REFUSALS> {
  if (facts.observers.source !== null) yield "source-is-read";
  const isReader = (name: string) => context.repository.sourceReaders.has(name);
  if (sourceCompiler(node, isReader) !== null) yield "compiled-from-source";
}

/** Refusal of a rewrite that moves lines. */
export function* refuseLineReaders(facts: ModuleFacts): Generator<keyof typeof LINE_REFUSAL> {
  if (facts.observers.lines !== null) yield "line-numbers-are-read";
}
