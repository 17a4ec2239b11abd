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

/** What functions or classes of the module are handed to, otherwise than as a decorator. */
const handedTo = perModule((facts) => {
  const definitions = [...facts.nodes("Function"), ...facts.nodes("Class")];
  const names = new Set(definitions.map((node) => child(node, "name")?.value ?? ""));
  const callees = new Set<string>();
  for (const argument of facts.nodes("Argument")) {
    const value = child(argument, "value");
    const isFunction = value?.kind === "Lambda" || names.has(lastName(value) ?? "");
    if (!isFunction || argument.parent?.kind !== "Call") continue;
    callees.add(lastName(child(argument.parent, "callee")) ?? "");
  }
  return callees;
});

/** Refusal of a change of one part of the code around a node. */
export function* refuseCodeReaders(
  node: SyntaxNode,
  facts: ModuleFacts,
  { repository }: RewriteContext,
  part: CodePart,
): Generator<keyof typeof CODE_REFUSAL> {
  const readers = repository.codeReaders?.[part] ?? new Set<string>();
  if (readersIn(facts).has(part) || isMet(handedTo(facts), readers)) yield "code-is-read";
  else if (readers.size > 0 && isDecorated(node, readers)) yield "code-is-read";
}

function isMet(callees: ReadonlySet<string>, readers: ReadonlySet<string>): boolean {
  for (const name of readers) if (callees.has(name)) return true;
  return false;
}

function isDecorated(node: SyntaxNode, readers: ReadonlySet<string>): boolean {
  for (const outer of ancestors(node)) {
    if (outer.kind !== "Function" && outer.kind !== "Class") continue;
    if (decoratorNames(outer).some((name) => readers.has(name))) return true;
  }
  return false;
}
