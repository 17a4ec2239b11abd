// How deep statements may be nested, against two limits of CPython: 100 levels of indentation in the
// tokeniser, 20 blocks of loops, `try` and `with` around each other in the compiler.
import { isFunctionLike, type SyntaxNode } from "./node.ts";

export interface Levels {
  readonly indents: number;
  /** Blocks that the compiler keeps open: a loop or `with` is one, a `try` up to three. */
  readonly blocks: number;
}

/** Clear of the limits by as much as a rewrite may need below its innermost statement. */
const MOST: Levels = { indents: 95, blocks: 17 };

/**
 * The sites that would come too near to a limit when all of them take on the `added` levels, which
 * nested sites do one inside of the other.
 */
export function crowdedSites(
  root: SyntaxNode,
  sites: Iterable<SyntaxNode>,
  added: Levels,
): ReadonlySet<SyntaxNode> {
  const taking = new Set(sites);
  const crowded = new Set<SyntaxNode>();

  /** The most levels around anything inside of a node, of its own function as for the blocks. */
  function measure(node: SyntaxNode, around: Levels): Levels {
    let { indents, blocks } = around;
    if (taking.has(node)) {
      indents += added.indents;
      blocks += added.blocks;
    }
    const here = { indents, blocks };
    const opensScope = isFunctionLike(node) || node.kind === "Class";
    for (const part of node.children) {
      if (!HOLDERS.has(part.kind)) continue;
      const inside = measure(part, {
        indents: here.indents + (part.kind === "Suite" ? 1 : 0),
        blocks: opensScope ? 0 : here.blocks + blocksOf(node, part),
      });
      indents = Math.max(indents, inside.indents);
      if (!opensScope) blocks = Math.max(blocks, inside.blocks);
    }
    if (taking.has(node) && (indents > MOST.indents || blocks > MOST.blocks)) crowded.add(node);
    return { indents, blocks };
  }
  measure(root, { indents: 0, blocks: 0 });
  return crowded;
}

/** Nodes that statements stand in. */
const HOLDERS = new Set("Suite If For While With Try Except Match Case Function Class".split(" "));

const OPENERS = new Set(["For", "While", "With"]);

function blocksOf(statement: SyntaxNode, part: SyntaxNode): number {
  if (part.kind !== "Suite" && part.kind !== "Except") return 0;
  // A handler stands inside of the handling of its exception and of the `finally`.
  if (statement.kind === "Try") return part.role === "handler" ? 3 : 2;
  return part.role === "body" && OPENERS.has(statement.kind) ? 1 : 0;
}
