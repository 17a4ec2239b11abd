// Functions that tell apart two calls by the line that they stand on: a warning is shown once for
// each line of the caller, and some keep a register of their callers. Copied code has more lines.
import { ancestors, child, walk, type SyntaxNode } from "./node.ts";
import { lastName, LINE_READERS } from "./observers.ts";
import type { PythonModule } from "./parse.ts";

/** Calls that warn at the line where they stand. */
const WARNERS = ["warn", "warn_explicit", "warnpy3k"];

/** What shows a caller's frame, and so its line or its place in the code. */
const FRAMES = new Set([
  ...LINE_READERS,
  ..."_getframe currentframe f_back f_lasti walk_stack getouterframes".split(" "),
]);

/** Words without which a module defines no such function. */
export const LOCATION_WORDS: RegExp = new RegExp(
  `\\b(?:stacklevel|inspect|${[...FRAMES].join("|")})\\b`,
);

/** Names by which such functions are called in a module: those of `warnings`, and its own. */
export function locationReaders(module: PythonModule): ReadonlySet<string> {
  const warners = new Set(WARNERS);
  const readers = new Set<string>();
  const users: SyntaxNode[] = [];
  for (const node of walk(module.root)) {
    if (node.kind === "Call" || node.kind === "Decorator") users.push(node);
    if (node.kind === "ImportFromAs" && WARNERS.includes(child(node, "name")?.value ?? "")) {
      warners.add(child(node, "alias")?.value ?? "warn");
    }
    if (node.kind !== "Name") continue;
    if (FRAMES.has(node.value) || isLevelOfWarning(node) || isInspectedStack(node)) {
      addFunctionsAround(node, readers);
    }
  }
  // Whoever calls one may be asking about its own caller, and what one decorates asks like it.
  const direct = new Set(readers);
  for (const user of users) if (direct.has(usedName(user))) addFunctionsAround(user, readers);
  return new Set([...warners, ...readers]);
}

/** The label of `warn(…, stacklevel=2)`. */
function isLevelOfWarning(name: SyntaxNode): boolean {
  return name.value === "stacklevel" && name.role === "name" && name.parent?.kind === "Argument";
}

/** `inspect.stack`, or what was imported as `stack`. */
function isInspectedStack(name: SyntaxNode): boolean {
  if (name.value !== "stack" || name.parent === null) return false;
  if (name.role === "callee") return true;
  return name.role === "member" && lastName(child(name.parent, "base")) === "inspect";
}

/** A closure's line reader makes one of what it decorates, too. */
function addFunctionsAround(node: SyntaxNode, names: Set<string>): void {
  for (const outer of ancestors(node)) if (outer.kind === "Function") names.add(nameOf(outer));
}

/** What a function is called by: a special method by its class. */
function nameOf(definition: SyntaxNode): string {
  const name = child(definition, "name")?.value ?? "";
  const owner = definition.parent?.parent;
  const isSpecial = name.startsWith("__") && name.endsWith("__");
  return isSpecial && owner?.kind === "Class" ? (child(owner, "name")?.value ?? name) : name;
}

function usedName(user: SyntaxNode): string {
  const expression = user.kind === "Call" ? user : child(user, "value");
  return lastName(expression?.kind === "Call" ? child(expression, "callee") : expression) ?? "";
}
