// Whether a function can notice a local name that it did not have.
import type { SyntaxNode } from "../../syntax/python/node.ts";
import { calledNames, localsReader } from "../../syntax/python/observers.ts";
import type { RewriteContext } from "../transformation.ts";

/** What is known of a function holds for every statement of it. */
const reflections = new WeakMap<SyntaxNode, { reader: string | null; called: Set<string> }>();

/** Reasons for which a function, or something that it calls, may look at its local names. */
export function* refuseNewLocal(
  definition: SyntaxNode,
  { repository }: RewriteContext,
): Generator<"reads-own-locals" | "callee-reads-frame"> {
  let known = reflections.get(definition);
  if (known === undefined) {
    known = { reader: localsReader(definition), called: new Set(calledNames(definition)) };
    reflections.set(definition, known);
  }
  if (known.reader !== null) yield "reads-own-locals";
  for (const name of known.called) {
    if (repository.frameReaders.has(name)) {
      yield "callee-reads-frame";
      return;
    }
  }
}
