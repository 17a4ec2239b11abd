// Pyright's types as the builtin classes that a value may be of. A type with any part that is not
// one of them (Any, a class of the repository, an enumeration, a type variable) is none at all.
import type { RawType } from "./pyright-program.ts";

/** Pyright's numbers of categories and flags; the self-test of type-query.ts checks them. */
const CLASS = 6;
const UNION = 8;
const UNKNOWN_OR_ANY = [1, 2];
const INSTANTIABLE = 1;
const INSTANCE = 2;

const SCALARS = ["bool", "int", "float", "complex", "str", "bytes"];
const CONTAINERS = "list dict set frozenset range bytearray memoryview".split(" ");
const KNOWN = new Set([...SCALARS, ...CONTAINERS, "tuple"]);

/** `sys.version_info` is a tuple of a class of its own, which compares as any other tuple. */
const VERSION_INFO = "tuple[int,int,int,str,int]";

/**
 * Names of builtin classes (and deque), sorted, without repetition; null where the type is not made of them.
 * A tuple is written with the classes of its items, `tuple[int,str]` or `tuple[int,...]`, or as
 * plain `tuple` where they are not of one scalar class each.
 */
export function builtinClasses(type: RawType | undefined): readonly string[] | null {
  const names = new Set<string>();
  return type !== undefined && collect(type, names) ? [...names].sort() : null;
}

function collect(type: RawType, into: Set<string>): boolean {
  if (type.category === UNION) {
    const parts = type.priv?.subtypes ?? [];
    return parts.length > 0 && parts.every((part) => collect(part, into));
  }
  if (type.category !== CLASS || (type.flags & (INSTANCE | INSTANTIABLE)) !== INSTANCE)
    return false;
  const fullName = type.shared?.fullName ?? "";
  if (fullName === "sys._version_info") {
    into.add(VERSION_INFO);
    return true;
  }
  if (fullName === "collections.deque") {
    into.add("deque");
    return true;
  }
  const [module, name = ""] = fullName.split(".");
  if (module !== "builtins" || !KNOWN.has(name)) return false;
  into.add(name === "tuple" ? tupleOf(type) : name);
  // An annotation `float` admits int.
  if (type.priv?.includePromotions === true) {
    if (name !== "float" && name !== "complex") return false;
    into.add("int");
    if (name === "complex") into.add("float");
  }
  return true;
}

function tupleOf(type: RawType): string {
  const items = type.priv?.tupleTypeArgs ?? [];
  const names = items.map((item) => {
    const [first, ...others] = builtinClasses(item.type) ?? [];
    if (first === undefined || others.length > 0 || !SCALARS.includes(first)) return null;
    return item.isUnbounded ? `${first},...` : first;
  });
  return names.includes(null) ? "tuple" : `tuple[${names.join()}]`;
}

/** Whether nothing at all is known of a value. */
export function isUnknown(type: RawType | undefined): boolean {
  if (type === undefined || UNKNOWN_OR_ANY.includes(type.category)) return true;
  return type.category === UNION && (type.priv?.subtypes ?? []).some(isUnknown);
}
