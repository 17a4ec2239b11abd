// Whether a method can be added to a class without anything around the class taking notice: what it
// is derived from, what is derived from it, and what makes or looks at these classes.
import type { ClassTable } from "./class-table.ts";
import { standardNames, type ClassId, type Resolved } from "./repository-names.ts";

export type HierarchyProblem = "unknown-base" | "processed-class" | "attribute-hooks";

/** Class decorators that neither look at ordinary methods nor replace the class. */
const HARMLESS_DECORATORS = new Set(
  (
    "functools.total_ordering typing.final typing_extensions.final unittest.skip unittest.skipIf " +
    "unittest.skipUnless unittest.expectedFailure"
  ).split(" "),
);

/** Methods by which a class answers for names that it may not have, or looks at derived classes. */
export const ATTRIBUTE_HOOKS: readonly string[] = (
  "__getattr__ __getattribute__ __setattr__ __delattr__ __dir__ __init_subclass__ __prepare__ " +
  "__subclasshook__ __instancecheck__ __subclasscheck__ __metaclass__ __mro_entries__"
).split(" ");

const problems = new WeakMap<ClassTable, Map<ClassId, HierarchyProblem | null>>();

/** What is wrong with the class or one of its relatives, or null. */
export function hierarchyProblem(table: ClassTable, id: ClassId): HierarchyProblem | null {
  for (const relative of table.relatives(id)) {
    const problem = problemOf(table, relative);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOf(table: ClassTable, id: ClassId): HierarchyProblem | null {
  let known = problems.get(table);
  if (known === undefined) {
    known = new Map<ClassId, HierarchyProblem | null>();
    problems.set(table, known);
  }
  let problem = known.get(id);
  if (problem === undefined) known.set(id, (problem = findProblem(table, id)));
  return problem;
}

function findProblem(table: ClassTable, id: ClassId): HierarchyProblem | null {
  const { path, facts } = table.entry(id);
  if (!table.parents(id).every(isKnown)) return "unknown-base";
  if (facts.unknown !== null) return "unknown-base";
  if (facts.keywords.length > 0) return "processed-class";
  const isHarmless = facts.decorators.every((targets) =>
    table.names
      .resolveAll(path, targets)
      .every((item) => item.kind === "outside" && HARMLESS_DECORATORS.has(item.name)),
  );
  if (!isHarmless) return "processed-class";
  return ATTRIBUTE_HOOKS.some((name) => facts.members.has(name)) ? "attribute-hooks" : null;
}

function isKnown(parent: Resolved): boolean {
  return parent.kind === "class" || parent.kind === "standard";
}

/** Whether the class, one it is derived from, or one of their relatives has a name. */
export function isInHierarchy(table: ClassTable, id: ClassId, name: string): boolean {
  for (const relative of table.relatives(id)) {
    if (table.entry(relative).facts.members.has(name)) return true;
    for (const parent of table.parents(relative)) {
      if (parent.kind === "standard" && standardNames(parent.name)?.has(name) === true) return true;
    }
  }
  return false;
}
