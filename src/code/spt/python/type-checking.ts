// Blocks that no interpreter runs, only type checkers read.
import { ancestors, child, type SyntaxNode } from "../../syntax/python/node.ts";
import { lastName } from "../../syntax/python/observers.ts";

const FLAGS = new Set(["TYPE_CHECKING", "MYPY"]);

/** Whether a block stands, however deep, under `if TYPE_CHECKING:`. */
export function isForTypeCheckers(suite: SyntaxNode): boolean {
  let inner = suite;
  for (const outer of ancestors(suite)) {
    const isBody = outer.kind === "If" && inner.role === "body";
    if (isBody && FLAGS.has(lastName(child(outer, "test")) ?? "")) return true;
    inner = outer;
  }
  return false;
}
