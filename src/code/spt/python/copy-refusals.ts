// Refusals of what writes a piece of code twice. Only one of the copies runs each time, so what
// counts is what a copy means by itself: declarations, and calls that know where they stand.
import type { Span } from "../../syntax/edits.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { locationReaders } from "../../syntax/python/location-readers.ts";
import { enclosingScope, type SyntaxNode } from "../../syntax/python/node.ts";
import { nodesWithin } from "../../syntax/python/nodes-within.ts";
import type { RepositoryFacts } from "../repository-facts.ts";
import type { Refusal, RewriteContext } from "../transformation.ts";

export const COPY_REFUSALS = {
  "declares-names": {
    why: "A second global or nonlocal statement comes behind uses of its name.",
    level: "paper",
  },
  "reads-location": {
    why: "It warns or calls something else that tells apart two lines; copies have a line each.",
    level: "conservative",
  },
  "defines-code": {
    why: "A function, lambda or class in it would have two code objects.",
    level: "conservative",
  },
  growth: {
    why: "Nested sites would copy each other's copies until the text explodes.",
    level: "paper",
  },
} as const satisfies Record<string, Refusal>;

type Reason = keyof typeof COPY_REFUSALS;

/** Refusals of a copy of `region`, which is part of `site`; `growth` is the caller's to know. */
export function* refuseCopy(
  site: SyntaxNode,
  region: Span,
  facts: ModuleFacts,
  { repository }: RewriteContext,
): Generator<Exclude<Reason, "growth">> {
  const declarations = [
    ...nodesWithin(facts.nodes("Global"), region),
    ...nodesWithin(facts.nodes("Nonlocal"), region),
  ];
  if (declarations.some((node) => enclosingScope(node) === enclosingScope(site))) {
    yield "declares-names";
  }
  if (nodesWithin(readersIn(facts, repository), region).length > 0) yield "reads-location";
  if (DEFINITIONS.some((kind) => nodesWithin(facts.nodes(kind), region).length > 0)) {
    yield "defines-code";
  }
}

const DEFINITIONS = ["Function", "Class", "Lambda"] as const;

interface Known {
  readonly repository: RepositoryFacts;
  readonly readers: readonly SyntaxNode[];
}

const known = new WeakMap<ModuleFacts, Known>();

/** Names of the module that stand for something that reads locations. */
function readersIn(facts: ModuleFacts, repository: RepositoryFacts): readonly SyntaxNode[] {
  let entry = known.get(facts);
  if (entry?.repository !== repository) {
    const own = locationReaders(facts.module);
    const readers = facts
      .nodes("Name")
      .filter(({ value }) => own.has(value) || repository.locationReaders.has(value));
    known.set(facts, (entry = { repository, readers }));
  }
  return entry.readers;
}
