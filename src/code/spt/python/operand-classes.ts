// When the classes of two operands show that an operator gives the same whichever side they are on.
//
// Comparisons: `a < b` asks a's class, `b > a` asks b's. For the builtin classes both answer alike,
// NaN and sets that don't contain each other included. When one operand is exactly of such a class
// and the other one of a subclass, Python asks the subclass first on either side, so that the same
// method is called; only between two values that may both be of subclasses it matters what those
// define.
import type { TypeFact } from "../../syntax/python/type-query.ts";

const ORDERED_NUMBERS = new Set(["bool", "int", "float"]);
const NUMBERS = new Set(["bool", "int", "float", "complex"]);
const INTEGERS = new Set(["bool", "int"]);
const TEXTS = new Set(["str", "bytes"]);
const SETS = new Set(["set", "frozenset"]);

export type ClassRefusal =
  "types-unknown" | "types-differ" | "types-guessed" | "subclass-operators";

/** Why two operands can't be shown to compare the same either way round, or null. */
export function comparisonRefusal(
  left: TypeFact | null,
  right: TypeFact | null,
  overridden: ReadonlySet<string>,
): ClassRefusal | null {
  if (!isKnown(left) || !isKnown(right)) return "types-unknown";
  if (!areComparable(left.classes, right.classes)) return "types-differ";
  if (left.evidence === "weak" || right.evidence === "weak") return "types-guessed";
  const mayOverride = [left, right].map((fact) => isMaybeOverridden(fact, overridden));
  if (mayOverride[0] === true && mayOverride[1] === true) return "subclass-operators";
  // `1.5 < x` is answered by float itself when x is of a subclass of int.
  const isMixed = left.classes.join() !== right.classes.join() || left.classes.length > 1;
  return mayOverride.includes(true) && isMixed ? "subclass-operators" : null;
}

/** Why a sum, product or bit operation can't be shown to be the same either way round, or null. */
export function commutativeRefusal(
  operator: string,
  left: TypeFact | null,
  right: TypeFact | null,
  overridden: ReadonlySet<string>,
): ClassRefusal | null {
  if (!isKnown(left) || !isKnown(right)) return "types-unknown";
  const allowed = operator === "+" || operator === "*" ? NUMBERS : INTEGERS;
  const facts = [left, right];
  if (!facts.every((fact) => fact.classes.every((name) => allowed.has(name))))
    return "types-differ";
  if (facts.some((fact) => fact.evidence === "weak")) return "types-guessed";
  return facts.some((fact) => isMaybeOverridden(fact, overridden)) ? "subclass-operators" : null;
}

/** The paper's rule: both operands inferred to be of a class for which the operator commutes. */
export function paperRefusal(
  operator: string,
  left: TypeFact | null,
  right: TypeFact | null,
): ClassRefusal | null {
  if (!isKnown(left) || !isKnown(right)) return "types-unknown";
  const allowed = operator === "+" || operator === "*" ? [NUMBERS] : [INTEGERS, SETS];
  const isAllowed = allowed.some((classes) =>
    [left, right].every((fact) => fact.classes.every((name) => classes.has(name))),
  );
  return isAllowed ? null : "types-differ";
}

function isKnown(fact: TypeFact | null): fact is TypeFact {
  return fact !== null && fact.classes.length > 0;
}

/** Whether a value may be of a subclass that has operators of its own. */
function isMaybeOverridden(fact: TypeFact, overridden: ReadonlySet<string>): boolean {
  if (fact.evidence === "exact") return false;
  return fact.classes.some((name) => overridden.has(name.replace(/\[.*/, "")));
}

function areComparable(left: readonly string[], right: readonly string[]): boolean {
  const all = [...left, ...right];
  if (all.every((name) => ORDERED_NUMBERS.has(name))) return true;
  if (all.every((name) => SETS.has(name))) return true;
  const [first = ""] = all;
  if (first === "str" || first === "bytes") return all.every((name) => name === first);
  return all.every((name) => name.startsWith("tuple[")) && areTuplesComparable(all);
}

/** Tuples are compared item by item; every item that may be reached has to be comparable. */
function areTuplesComparable(tuples: readonly string[]): boolean {
  const items = tuples.map((name) => name.slice("tuple[".length, -1).split(",").filter(Boolean));
  const longest = Math.max(...items.map((list) => list.length));
  const at = (list: readonly string[], index: number): string | undefined =>
    list.at(-1) === "..." ? list[Math.min(index, list.length - 2)] : list[index];
  for (let index = 0; index < longest; index++) {
    const found = items.map((list) => at(list, index)).filter((name) => name !== undefined);
    const areNumbers = found.every((name) => ORDERED_NUMBERS.has(name));
    const areSame = found.every((name) => name === found[0] && TEXTS.has(name));
    if (!areNumbers && !areSame) return false;
  }
  return true;
}
