// Puts `not` before a condition without changing what the condition means.
import type { Edit } from "../../syntax/edits.ts";
import type { SyntaxNode } from "../../syntax/python/node.ts";
import type { PythonModule } from "../../syntax/python/parse.ts";

/**
 * `prefix (condition)`. The condition keeps the parentheses it has, is read once and stays in its
 * truth context, so that `__bool__` or `__len__` is called as often as before.
 */
export function prefixCondition(module: PythonModule, condition: SyntaxNode, prefix: string): Edit {
  const { start, end } = condition;
  const [open, close] = module.tokens.isParenthesised(condition) ? ["", ""] : ["(", ")"];
  // In `if(x)` nothing separates the keyword from the parenthesis.
  const gap = /[\w"']/.test(module.text.charAt(start - 1)) ? " " : "";
  return { start, end, pieces: [`${gap}${prefix} ${open}`, { start, end }, close] };
}
