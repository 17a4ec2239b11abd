// Places in which the text of an expression is itself data, or in which only some expressions are
// allowed.
import { ancestors, type SyntaxNode } from "./node.ts";

const ANNOTATION_ROLES = new Set(["annotation", "returns", "bound", "typeParameters"]);

/** Whether a node is part of an annotation or a type alias, whose text may be kept as such. */
export function isInAnnotation(node: SyntaxNode): boolean {
  let inner = node;
  for (const outer of ancestors(node)) {
    if (ANNOTATION_ROLES.has(inner.role)) return true;
    if (outer.kind === "TypeAlias" || outer.kind === "TypeParameter") return true;
    if (outer.kind === "StatementList" || outer.kind === "Suite") return false;
    inner = outer;
  }
  return false;
}

/** The innermost f-string or t-string in a field of which a node stands, or null. */
export function enclosingFormatString(node: SyntaxNode): SyntaxNode | null {
  for (const outer of ancestors(node)) {
    if (outer.kind === "FormatString") return outer;
    if (outer.kind === "StatementList" || outer.kind === "Suite") return null;
  }
  return null;
}

/** Whether a node stands in `f"{expression=}"` or a t-string: both keep the expression's text. */
export function isTextOfFormatField(node: SyntaxNode, text: string): boolean {
  let inner = node;
  for (const outer of ancestors(node)) {
    if (outer.kind === "FormatString") {
      if (/^[rR]?[tT]/.test(outer.value)) return true;
      if (/^\s*=/.test(text.slice(inner.end, outer.end))) return true;
    }
    if (outer.kind === "StatementList" || outer.kind === "Suite") return false;
    inner = outer;
  }
  return false;
}

/** Whether a node is part of a pattern of a `case`. */
export function isInPattern(node: SyntaxNode): boolean {
  if (node.role === "pattern") return true;
  for (const outer of ancestors(node)) {
    if (outer.role === "pattern") return true;
    if (outer.kind === "StatementList" || outer.kind === "Suite") return false;
  }
  return false;
}
