// Which loop a `break` or `continue` belongs to. They pass through if, with, try and match, and out
// of the else of an inner loop, since that is no longer inside of it.
import { child, type SyntaxNode } from "./node.ts";

export interface Jumps {
  readonly breaks: readonly SyntaxNode[];
  readonly continues: readonly SyntaxNode[];
}

/** The jumps that a loop catches, in source order. */
export function jumpsOf(loop: SyntaxNode): Jumps {
  const breaks: SyntaxNode[] = [];
  const continues: SyntaxNode[] = [];
  function visit(node: SyntaxNode): void {
    if (node.kind === "Break") breaks.push(node);
    else if (node.kind === "Continue") continues.push(node);
    else if (node.kind === "For" || node.kind === "While") {
      const otherwise = child(node, "else");
      if (otherwise !== null) visit(otherwise);
    } else if (PASSES.has(node.kind)) for (const item of node.children) visit(item);
  }
  const body = child(loop, "body");
  if (body !== null) visit(body);
  return { breaks, continues };
}

const PASSES = new Set("Suite StatementList If With Try Except Match Case".split(" "));
