// Whether two modules are the same program, node by node.
import type { SyntaxNode } from "../../syntax/python/node.ts";

/** Compares trees without positions. Strings and numbers are compared as they are written. */
export function sameTree(a: SyntaxNode, b: SyntaxNode): boolean {
  return (
    a.kind === b.kind &&
    a.role === b.role &&
    a.value === b.value &&
    a.children.length === b.children.length &&
    a.children.every((child, index) => {
      const other = b.children[index];
      return other !== undefined && sameTree(child, other);
    })
  );
}
