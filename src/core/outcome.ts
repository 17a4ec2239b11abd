// How a run ended, exactly one of six, decided by a pure function over what was observed. What was
// observed is stored; the outcome is computed, so a better rule needs no new run.
import { z } from "zod";
import type { AttemptEnding, Grade } from "./run.ts";

export const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("resolved") }),
  z.object({ kind: z.literal("unresolved") }),
  z.object({ kind: z.literal("empty") }),
  z.object({ kind: z.literal("limit"), which: z.enum(["steps", "cost", "time"]) }),
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

/** Version of the rule below; stored beside each computed outcome. */
export const OUTCOME_RULE = 2;

/** What the rule looks at. */
export interface OutcomeEvidence {
  readonly ending: AttemptEnding;
  /** Whether the extracted patch changes nothing. */
  readonly patchIsEmpty: boolean;
  readonly grade: Grade | null;
}

/** Outcome of a run from what was observed. */
export function outcomeOf({ ending, patchIsEmpty, grade }: OutcomeEvidence): Outcome {
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
  if (grade === null) {
    return { kind: "infra", code: "not-graded", evidence: "A submitted patch has no grade." };
  }
  switch (grade.observation.kind) {
    case "infra":
      return { kind: "infra", ...withoutKind(grade.observation) };
    case "no-tests":
      return { kind: "ambiguous", ...withoutKind(grade.observation) };
    case "timeout":
      return {
        kind: "ambiguous",
        code: "tests-timed-out",
        evidence: `The tests ran into their limit of ${grade.observation.limitMs} ms.`,
      };
    case "tests":
      return { kind: allPassed(grade) ? "resolved" : "unresolved" };
  }
}

function withoutKind(observation: { code: string; evidence: string }) {
  return { code: observation.code, evidence: observation.evidence };
}

/** Whether every required test was reported as passed; a test that is missing is not passed. */
function allPassed(grade: Grade): boolean {
  const required = [...grade.failToPass, ...grade.passToPass];
  return required.length > 0 && required.every(({ status }) => status === "PASSED");
}
