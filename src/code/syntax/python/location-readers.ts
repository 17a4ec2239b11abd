// Functions that tell apart two calls by the line that they stand on: a warning is shown once for
// each line of the caller, and some keep a register of their callers. Copied code has more lines.
import { ancestors, child, childrenIn, walk, type SyntaxNode } from "./node.ts";
import { lastName, LINE_READERS } from "./observers.ts";
import type { PythonModule } from "./parse.ts";

/** Calls that warn at the line where they stand. */
const WARNERS = ["warn", "warn_explicit", "warnpy3k"];

/** Words without which a module defines no such function. */
export const LOCATION_WORDS: RegExp = new RegExp(
  `\\b(?:stacklevel|${[...LINE_READERS].join("|")})\\b`,
);

/** Names by which such functions are called in a module: those of `warnings`, and its own. */
export function locationReaders(module: PythonModule): ReadonlySet<string> {
  const names = new Set(WARNERS);
  const definitions: SyntaxNode[] = [];
  for (const node of walk(module.root)) {
    if (node.kind === "Function") definitions.push(node);
    if (node.kind === "ImportFromAs" && WARNERS.includes(child(node, "name")?.value ?? "")) {
      names.add(child(node, "alias")?.value ?? "warn");
    }
    if (node.kind !== "Name") continue;
    if (LINE_READERS.has(node.value) || isLevelOfWarning(node)) addFunctionsAround(node, names);
  }
  for (const definition of definitions) {
    if (childrenIn(definition, "decorator").some((item) => names.has(decoratorName(item)))) {
      names.add(nameOf(definition));
    }
  }
  return names;
}

/** The label of `warn(…, stacklevel=2)`. */
function isLevelOfWarning(name: SyntaxNode): boolean {
  return name.value === "stacklevel" && name.role === "name" && name.parent?.kind === "Argument";
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

function decoratorName(decorator: SyntaxNode): string {
  const expression = child(decorator, "value");
  return lastName(expression?.kind === "Call" ? child(expression, "callee") : expression) ?? "";
}
