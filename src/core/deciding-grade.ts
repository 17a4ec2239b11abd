// Where a patch was graded several times, files that have room for one grade show one that agrees
// with the outcome.
import { allPassed } from "./outcome.ts";
import type { Grade } from "./run.ts";

/** The last grade that says what most of them say; the last one where none saw tests. */
export function decidingGrade(grades: readonly Grade[]): Grade | null {
  const seen = grades.filter(({ observation }) => observation.kind === "tests");
  const isResolved = 2 * seen.filter(allPassed).length > seen.length;
  return seen.findLast((grade) => allPassed(grade) === isResolved) ?? grades.at(-1) ?? null;
}
