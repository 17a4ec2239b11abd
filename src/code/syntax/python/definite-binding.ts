// Whether a variable that is bound at one place has a value at another. Only what the order of
// statements shows counts: behind a statement of the same suite that binds it, or behind a compound
// statement that can't be left normally without having gone through that suite.
import { child, childrenIn, type SyntaxNode } from "./node.ts";
import type { Reference } from "./references.ts";
import type { Scope } from "./scopes.ts";
import { isTerminator } from "./suites.ts";

/**
 * Whether control has passed the statement that holds `binding` whenever it comes to `reference`.
 * A reference in a function, class or comprehension inside counts as standing where that is made.
 */
export function isBoundAt(binding: Reference, reference: Reference): boolean {
  const place = placeIn(binding.scope, reference);
  let passed = statementOf(binding.node);
  while (passed !== null && place !== null) {
    const { parent } = passed;
    if (parent === null) return false;
    const beside = ancestorIn(parent, place);
    if (beside !== null) return beside !== passed && beside.start > passed.start;
    if (parent.kind === "StatementList") {
      passed = parent;
      continue;
    }
    const outer = parent.parent;
    if (outer?.kind === "Try" && parent === child(outer, "body")) {
      const otherwise = child(outer, "else");
      if (otherwise !== null && ancestorIn(otherwise, place) !== null) return true;
    }
    passed = enclosingPassed(parent);
  }
  return false;
}

/** The node of `scope` itself in which a reference stands, or null when it is not inside. */
function placeIn(scope: Scope, reference: Reference): SyntaxNode | null {
  let place = reference.node;
  for (let at: Scope | null = reference.scope; at !== scope; at = at.parent) {
    if (at === null) return null;
    place = at.node;
  }
  return place;
}

function statementOf(node: SyntaxNode): SyntaxNode | null {
  let at: SyntaxNode | null = node;
  while (at !== null && at.role !== "statement") at = at.parent;
  return at;
}

/** The child of `parent` that is or holds a node, or null. */
function ancestorIn(parent: SyntaxNode, node: SyntaxNode): SyntaxNode | null {
  let at: SyntaxNode | null = node;
  while (at !== null && at.parent !== parent) at = at.parent;
  return at;
}

/** The statement around a branch that ends normally only if the branch did, or null. */
function enclosingPassed(branch: SyntaxNode): SyntaxNode | null {
  const statement = branch.parent;
  if (statement?.kind === "If") {
    const other = child(statement, branch.role === "body" ? "else" : "body");
    if (other === null || canEnd(other)) return null;
    return statement.role === "else" ? enclosingPassed(statement) : statement;
  }
  if (statement?.kind === "Try") {
    if (branch.role === "finally") return statement;
    return childrenIn(statement, "handler").some(handlerCanEnd) ? null : statement;
  }
  return null;
}

function handlerCanEnd(handler: SyntaxNode): boolean {
  const body = child(handler, "body");
  return body === null || canEnd(body);
}

/** Whether control may go on behind a suite, or behind an elif. */
function canEnd(branch: SyntaxNode): boolean {
  if (branch.kind === "If") {
    const [body, otherwise] = [child(branch, "body"), child(branch, "else")];
    return body === null || otherwise === null || canEnd(body) || canEnd(otherwise);
  }
  return !branch.children.some(
    (statement) => isTerminator(statement) || (statement.kind === "If" && !canEnd(statement)),
  );
}
