// How a run ended, exactly one of six, decided by a pure function over what was observed. What was
// observed is stored; the outcome is computed, so a better rule needs no new run.
import { z } from "zod";
import { limitKindSchema } from "./limit-reached.ts";
import type { AttemptEnding, Grade } from "./run.ts";

export const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("resolved") }),
  z.object({ kind: z.literal("unresolved") }),
  z.object({ kind: z.literal("empty") }),
  z.object({ kind: z.literal("limit"), which: limitKindSchema }),
  z.object({ kind: z.literal("infra"), code: z.string(), evidence: z.string() }),
  z.object({ kind: z.literal("ambiguous"), code: z.string(), evidence: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export type OutcomeKind = Outcome["kind"];
export const OUTCOME_KINDS = [
  "resolved",
  "unresolved",
  "empty",
  "limit",
  "infra",
  "ambiguous",
] as const satisfies readonly OutcomeKind[];

/**
 * Version of the rule below; stored beside each computed outcome. Rule 2 looked at the last grade
 * only; what was recorded by it stays as it is.
 */
export const OUTCOME_RULE = 3;

/** What the rule looks at. */
export interface OutcomeEvidence {
  readonly ending: AttemptEnding;
  /** Whether the extracted patch changes nothing. */
  readonly patchIsEmpty: boolean;
  /** All gradings of the attempt, in order. */
  readonly grades: readonly Grade[];
}

/** Outcome of a run from what was observed. */
export function outcomeOf({ ending, patchIsEmpty, grades }: OutcomeEvidence): Outcome {
  switch (ending.kind) {
    case "infra":
    case "ambiguous":
      return { kind: ending.kind, code: ending.code, evidence: ending.evidence };
    case "limit":
      return { kind: "limit", which: ending.which };
    case "rejected":
      return { kind: "unresolved" };
    case "finished":
      if (patchIsEmpty) return { kind: "empty" };
      break;
  }
  const carriedOut = grades.filter(({ observation }) => observation.kind !== "infra");
  const sawTests = carriedOut.some(({ observation }) => observation.kind === "tests");
  if (sawTests) return majorityOf(carriedOut);
  return withoutTests(carriedOut.at(-1) ?? grades.at(-1) ?? null);
}

/** What most of the grades say, those that timed out counted; without a majority it is both. */
function majorityOf(grades: readonly Grade[]): Outcome {
  const seen = grades.filter(({ observation }) => observation.kind === "tests");
  const resolved = seen.filter(allPassed).length;
  const unresolved = seen.length - resolved;
  if (2 * resolved > grades.length) return { kind: "resolved" };
  if (2 * unresolved > grades.length) return { kind: "unresolved" };
  const evidence = `${resolved} of ${grades.length} gradings resolved it, ${unresolved} did not.`;
  return { kind: "ambiguous", code: "grades-disagree", evidence };
}

/** Why no grade saw tests, as one of them has it. */
function withoutTests(grade: Grade | null): Outcome {
  const observation = grade?.observation;
  switch (observation?.kind) {
    case "no-tests":
      return { kind: "ambiguous", code: observation.code, evidence: observation.evidence };
    case "timeout":
      return {
        kind: "ambiguous",
        code: "tests-timed-out",
        evidence: `The tests ran into their limit of ${observation.limitMs} ms.`,
      };
    case "infra":
      return { kind: "infra", code: observation.code, evidence: observation.evidence };
    case "tests":
    case undefined:
      return { kind: "infra", code: "not-graded", evidence: "A submitted patch has no grade." };
  }
}

/** Whether every required test was reported as passed; a test that is missing is not passed. */
export function allPassed(grade: Pick<Grade, "failToPass" | "passToPass">): boolean {
  const required = [...grade.failToPass, ...grade.passToPass];
  return required.length > 0 && required.every(({ status }) => status === "PASSED");
}
