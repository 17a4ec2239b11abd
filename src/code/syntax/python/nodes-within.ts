// Finds nodes of a list in source order by their place in the text.
import type { Span } from "../edits.ts";
import type { SyntaxNode } from "./node.ts";

/** Those of some nodes in source order that begin within a range. */
export function nodesWithin(
  nodes: readonly SyntaxNode[],
  { start, end }: Span,
): readonly SyntaxNode[] {
  const first = firstFrom(nodes, start);
  return nodes.slice(first, firstFrom(nodes, end));
}

function firstFrom(nodes: readonly SyntaxNode[], offset: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle] as SyntaxNode).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
