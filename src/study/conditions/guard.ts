// Guards: additions to the prompt of a condition, given before the agent has edited anything. They
// ask for care and tell nothing of the solution, so that a run with one differs in that alone.
import { interpretation } from "./guards/interpretation.ts";
import { testFirst } from "./guards/test-first.ts";

/** Texts of the guards by the name that a study file gives. */
export const GUARDS = { interpretation, "test-first": testFirst } as const;

export type GuardName = keyof typeof GUARDS;

export const GUARD_NAMES = Object.keys(GUARDS) as [GuardName, ...GuardName[]];

/** The problem statement as an agent gets it: the guard's text follows as a paragraph. */
export function guardedStatement(statement: string, guard: GuardName | null): string {
  return guard === null ? statement : `${statement.trimEnd()}\n\n${GUARDS[guard]}\n`;
}
