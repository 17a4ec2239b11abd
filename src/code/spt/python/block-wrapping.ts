// What the two transformations that wrap a block have in common: which blocks, what is refused, and
// the pieces that put a block's lines one level deeper. A block is wrapped once at most by each, or
// a second pass would wrap what the first one made, and the next one twice as much.
import type { EditGroup, Piece } from "../../syntax/edits.ts";
import { perModule, type ModuleFacts } from "../../syntax/python/facts.ts";
import { deepened, deeper, indentUnit, suiteIndentation } from "../../syntax/python/indentation.ts";
import { linesTouched } from "../../syntax/python/line-table.ts";
import { crowdedSites } from "../../syntax/python/nesting.ts";
import { child, childrenIn, type SyntaxNode } from "../../syntax/python/node.ts";
import { nodesWithin } from "../../syntax/python/nodes-within.ts";
import { sourceCompiler } from "../../syntax/python/observers.ts";
import {
  isBlockSuite,
  isDocstring,
  isStringStatement,
  linesOf,
} from "../../syntax/python/suites.ts";
import type { Refusal, RewriteContext } from "../transformation.ts";
import { CODE_REFUSAL, refuseCodeReaders } from "./code-refusals.ts";
import { isGuarded } from "./guard.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";
import { isForTypeCheckers } from "./type-checking.ts";

const FEWEST_LINES = 5;
const MOST_LINES = 100;

export const WRAP_REFUSALS = {
  ...SOURCE_REFUSALS,
  ...LINE_REFUSAL,
  ...CODE_REFUSAL,
  "continued-line": { why: "The first line of the block is joined to another.", level: "paper" },
  nesting: { why: "There is no room for another level around the block.", level: "paper" },
  "wrapped-before": {
    why: "The block, or all of its content, is wrapped already.",
    level: "paper",
  },
  "type-checking": {
    why: "The block is there for type checkers (`if TYPE_CHECKING:`).",
    level: "conservative",
  },
  "attribute-docstrings": {
    why: "Strings below the attributes of the class document them; who reads those reads its text.",
    level: "conservative",
  },
} as const satisfies Record<string, Refusal>;

export type WrapReason = keyof typeof WRAP_REFUSALS;
export type Wrapper = "if" | "try";

/** Blocks of 5 to 100 lines that don't begin with a docstring, in source order. */
export const wrappableBlocks = perModule((facts) =>
  facts.nodes("Suite").filter((suite) => {
    const [first] = suite.children;
    if (first === undefined || isDocstring(first) || !isBlockSuite(facts.module, suite)) {
      return false;
    }
    const lines = linesTouched(facts, contentOf(suite));
    return lines >= FEWEST_LINES && lines <= MOST_LINES;
  }),
);

/** Refusals of another level around a block; `crowded` are those for which there is no room. */
export function* refuseWrap(
  suite: SyntaxNode,
  facts: ModuleFacts,
  context: RewriteContext,
  wrapper: Wrapper,
): Generator<WrapReason> {
  if (suiteIndentation(facts, suite) === null) yield "continued-line";
  if (crowded[wrapper](facts).has(suite)) yield "nesting";
  if (isWrapped(suite, facts, wrapper)) yield "wrapped-before";
  if (isForTypeCheckers(suite)) yield "type-checking";
  if (documentsAttributes(suite)) yield "attribute-docstrings";
  yield* refuseLineReaders(facts);
  yield* refuseSourceReaders(suite, facts, context);
  if (compilesInside(suite, facts, context)) yield "compiled-from-source";
  yield* refuseCodeReaders(suite, facts, context, "instructions");
}

/** What stands below a block that was wrapped: a clause with one line as its body. */
export interface Clause {
  readonly header: string;
  readonly body: string;
}

/** The block one level deeper below `header`, with a clause at its own level behind it. */
export function wrapBlock(
  suite: SyntaxNode,
  facts: ModuleFacts,
  header: string,
  clause: Clause | null,
): EditGroup {
  const owner = suite.parent ?? suite;
  const unit = indentUnit(facts, owner, suite);
  const indentation = suiteIndentation(facts, suite) ?? "";
  const line = facts.newline + indentation;
  const inner = facts.newline + deepened(indentation, unit);
  const { start } = contentOf(suite);
  const { end } = linesOf(facts.module, suite, owner);
  const pieces: Piece[] = [header + inner, deeper(facts, { start, end }, unit)];
  if (clause !== null) pieces.push(line + clause.header + inner + clause.body);
  return [{ start, end, pieces }];
}

/** From the first statement to the end of the last one. */
function contentOf(suite: SyntaxNode): { readonly start: number; readonly end: number } {
  const { start } = suite.children[0] ?? suite;
  return { start, end: suite.children.at(-1)?.end ?? suite.end };
}

const crowded: Record<Wrapper, (facts: ModuleFacts) => ReadonlySet<SyntaxNode>> = {
  if: perModule((facts) =>
    crowdedSites(facts.module.root, wrappableBlocks(facts), { indents: 1, blocks: 0 }),
  ),
  try: perModule((facts) =>
    crowdedSites(facts.module.root, wrappableBlocks(facts), { indents: 1, blocks: 1 }),
  ),
};

/** The wrapper that a statement is, or null. An `if` of literals that is short is dead code. */
function wrapperOf(statement: SyntaxNode, facts: ModuleFacts): Wrapper | null {
  const body = child(statement, "body");
  if (body?.kind !== "Suite" || linesTouched(facts, contentOf(body)) < FEWEST_LINES) return null;
  if (isGuarded(statement)) return "if";
  if (statement.kind !== "Try" || statement.children.length !== 2) return null;
  const handler = child(statement, "handler");
  const [only, second] = handler === null ? [] : (child(handler, "body")?.children ?? []);
  const raises = only?.children[0];
  const isBare = raises?.kind === "Raise" && raises.children.length === 0;
  return second === undefined && isBare ? "try" : null;
}

function isWrapped(suite: SyntaxNode, facts: ModuleFacts, wrapper: Wrapper): boolean {
  const inside = suite.children.map((statement) => wrapperOf(statement, facts));
  // Of blocks that are nothing but each other's wrapping the innermost is wrapped.
  if (inside.includes(wrapper) || (inside.length === 1 && inside[0] !== null)) return true;
  for (let at = suite.parent; at !== null; at = at.parent?.parent ?? null) {
    const around = wrapperOf(at, facts);
    if (around === wrapper) return true;
    if (around === null) return false;
  }
  return false;
}

/** Whether a string stands below an assignment in the body of a class. */
function documentsAttributes(suite: SyntaxNode): boolean {
  if (suite.parent?.kind !== "Class") return false;
  return childrenIn(suite, "statement").some((statement) =>
    isStringStatement(statement.children[0] ?? null),
  );
}

const decorated = perModule((facts) =>
  [...facts.nodes("Class"), ...facts.nodes("Function")]
    .filter((node) => child(node, "decorator") !== null)
    .sort((a, b) => a.start - b.start),
);

/** Whether something in a block is compiled from its text, whose strings would not move with it. */
function compilesInside(
  suite: SyntaxNode,
  facts: ModuleFacts,
  { repository }: RewriteContext,
): boolean {
  const isReader = (name: string) => repository.sourceReaders.has(name);
  return nodesWithin(decorated(facts), suite).some(
    (definition) => sourceCompiler(definition, isReader) !== null,
  );
}
