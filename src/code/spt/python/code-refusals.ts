// Refusals of what changes the code object of a function, although it changes nothing that it does.
import { codeReaders, decoratorNames, type CodePart } from "../../syntax/python/code-readers.ts";
import { perModule, type ModuleFacts } from "../../syntax/python/facts.ts";
import { ancestors, child, type SyntaxNode } from "../../syntax/python/node.ts";
import { lastName } from "../../syntax/python/observers.ts";
import type { Refusal, RewriteContext } from "../transformation.ts";

export const CODE_REFUSAL = {
  "code-is-read": {
    why: "Code objects are read, in the module or by what a function is handed to.",
    level: "conservative",
  },
} as const satisfies Record<string, Refusal>;

const readersIn = perModule(({ module }) => codeReaders(module).parts);

/** What is called otherwise than as a decorator: any function of the module may be handed to it. */
const calledIn = perModule((facts) => {
  const called = new Set<string>();
  for (const call of facts.nodes("Call")) {
    const name = lastName(child(call, "callee"));
    if (name !== null && call.parent?.kind !== "Decorator") called.add(name);
  }
  return called;
});

/** Refusal of a change of one part of the code around a node. */
export function* refuseCodeReaders(
  node: SyntaxNode,
  facts: ModuleFacts,
  { repository }: RewriteContext,
  part: CodePart,
): Generator<keyof typeof CODE_REFUSAL> {
  const readers = repository.codeReaders?.[part] ?? new Set<string>();
  if (readersIn(facts).has(part) || isMet(calledIn(facts), readers)) yield "code-is-read";
  else if (readers.size > 0 && isDecorated(node, readers)) yield "code-is-read";
}

function isMet(called: ReadonlySet<string>, readers: ReadonlySet<string>): boolean {
  for (const name of readers) if (called.has(name)) return true;
  return false;
}

function isDecorated(node: SyntaxNode, readers: ReadonlySet<string>): boolean {
  for (const outer of ancestors(node)) {
    if (outer.kind !== "Function" && outer.kind !== "Class") continue;
    if (decoratorNames(outer).some((name) => readers.has(name))) return true;
  }
  return false;
}
