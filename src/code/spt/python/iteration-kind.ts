// What a for loop goes through, as far as its text shows: an iterator that is kept for too long can
// be noticed, by how much depends on what it holds.
import { child, childrenIn, type SyntaxNode } from "../../syntax/python/node.ts";

/**
 * `range` holds nothing, `container` a collection until it is exhausted, `wrapper` such iterators
 * and the last item. Anything else may be a generator, which ends when its last reference goes.
 */
export type IterationKind = "range" | "container" | "wrapper" | "unknown";

const DISPLAYS = new Set("List Set Dictionary Tuple StringList".split(" "));
const CONTAINERS = new Set("list tuple set frozenset dict sorted str bytes bytearray".split(" "));
const WRAPPERS = new Set(["enumerate", "zip", "reversed"]);

export function iterationKind(
  iterable: SyntaxNode,
  isBuiltin: (name: string) => boolean,
): IterationKind {
  if (DISPLAYS.has(iterable.kind)) return "container";
  const name = calledBuiltin(iterable, isBuiltin);
  if (name === "range") return "range";
  if (name !== null && CONTAINERS.has(name)) return "container";
  if (name === null || !WRAPPERS.has(name)) return "unknown";
  const wrapped = childrenIn(iterable, "argument").map((argument) => {
    const value = child(argument, "value");
    return argument.value === "" && value !== null ? iterationKind(value, isBuiltin) : "unknown";
  });
  // The start of enumerate() is no iterable; a number is as harmless as a range.
  return wrapped.slice(0, name === "enumerate" ? 1 : undefined).includes("unknown")
    ? "unknown"
    : "wrapper";
}

/** Whether every item is a tuple as the interpreter makes it, which any target can take apart. */
export function yieldsTuples(iterable: SyntaxNode, isBuiltin: (name: string) => boolean): boolean {
  return ["enumerate", "zip"].includes(calledBuiltin(iterable, isBuiltin) ?? "");
}

function calledBuiltin(
  expression: SyntaxNode,
  isBuiltin: (name: string) => boolean,
): string | null {
  const callee = expression.kind === "Call" ? child(expression, "callee") : null;
  return callee?.kind === "Name" && isBuiltin(callee.value) ? callee.value : null;
}
