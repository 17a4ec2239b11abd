// How deep statements are nested, against two limits of CPython: 100 levels of indentation in the
// tokeniser, 20 blocks of loops, `try` and `with` around each other in the compiler.
import type { ModuleFacts } from "./facts.ts";
import { ancestors, isFunctionLike, type SyntaxNode } from "./node.ts";

/** Kept clear of the limits, which differ between versions by one or two. */
const MOST_INDENTS = 95;
const MOST_BLOCKS = 19;

export interface Depth {
  readonly indents: number;
  readonly blocks: number;
}

const NONE: Depth = { indents: 0, blocks: 0 };

/** Most blocks that the compiler keeps open in a part of a statement. */
function blocksOf(statement: SyntaxNode, part: SyntaxNode): number {
  if (part.kind !== "Suite" && part.kind !== "Except") return 0;
  // A handler stands inside of the handling of its exception and of the `finally`.
  if (statement.kind === "Try") return part.role === "handler" ? 3 : 2;
  return part.role === "body" && OPENERS.has(statement.kind) ? 1 : 0;
}

const OPENERS = new Set(["For", "While", "With"]);

/** Levels around a statement; blocks are counted from the function that it stands in. */
export function depthAround(node: SyntaxNode): Depth {
  let [indents, blocks] = [0, 0];
  let inFunction = true;
  let inner = node;
  for (const outer of ancestors(node)) {
    if (inner.kind === "Suite") indents++;
    if (isFunctionLike(outer) || outer.kind === "Class") inFunction = false;
    if (inFunction) blocks += blocksOf(outer, inner);
    inner = outer;
  }
  return { indents, blocks };
}

const heights = new WeakMap<ModuleFacts, ReadonlyMap<SyntaxNode, Depth>>();

/** Most levels inside of a statement. */
export function depthInside(facts: ModuleFacts, statement: SyntaxNode): Depth {
  let known = heights.get(facts);
  if (known === undefined) heights.set(facts, (known = heightsOf(facts.module.root)));
  return known.get(statement) ?? NONE;
}

function heightsOf(root: SyntaxNode): Map<SyntaxNode, Depth> {
  const found = new Map<SyntaxNode, Depth>();
  function measure(node: SyntaxNode): Depth {
    let [indents, blocks] = [0, 0];
    for (const part of node.children) {
      if (!hasStatements(part)) continue;
      const inside = measure(part);
      indents = Math.max(indents, inside.indents + (part.kind === "Suite" ? 1 : 0));
      blocks = Math.max(blocks, inside.blocks + blocksOf(node, part));
    }
    if (isFunctionLike(node) || node.kind === "Class") blocks = 0;
    const depth = { indents, blocks };
    if (indents > 0) found.set(node, depth);
    return depth;
  }
  measure(root);
  return found;
}

const HOLDERS = new Set("Suite If For While With Try Except Match Case Function Class".split(" "));

function hasStatements(node: SyntaxNode): boolean {
  return HOLDERS.has(node.kind);
}

/**
 * Whether a statement can take on more levels. Nested sites may all be rewritten, each of which adds
 * as much; `sites` are those of the module.
 */
export function hasRoom(
  facts: ModuleFacts,
  site: SyntaxNode,
  { indents, blocks }: Depth,
  sites: ReadonlySet<SyntaxNode>,
): boolean {
  const [around, inside] = [depthAround(site), depthInside(facts, site)];
  const [most, mostBlocks] = [around.indents + inside.indents, around.blocks + inside.blocks];
  // Every level holds one site at most, which spares counting them where there is room for all.
  if (most * (1 + indents) <= MOST_INDENTS && mostBlocks * (1 + blocks) + blocks <= MOST_BLOCKS) {
    return true;
  }
  const nested = sitesAround(site, sites) + 1 + sitesInside(site, sites);
  return most + nested * indents <= MOST_INDENTS && mostBlocks + nested * blocks <= MOST_BLOCKS;
}

function sitesAround(site: SyntaxNode, sites: ReadonlySet<SyntaxNode>): number {
  let count = 0;
  for (const outer of ancestors(site)) if (sites.has(outer)) count++;
  return count;
}

/** Most sites around each other inside of one. */
function sitesInside(site: SyntaxNode, sites: ReadonlySet<SyntaxNode>): number {
  let most = 0;
  for (const item of site.children) {
    if (hasStatements(item))
      most = Math.max(most, sitesInside(item, sites) + (sites.has(item) ? 1 : 0));
    else if (sites.has(item)) most = Math.max(most, 1);
  }
  return most;
}
