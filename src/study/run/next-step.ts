// What a run needs next, read from the journal alone. Each step ends in one transaction, so a
// process that dies anywhere leaves a run that the next one carries on, and an agent is never asked
// again for what it has already answered.
import type { Attempt, Grade, PlannedRun } from "../../core/run.ts";
import { gradesOf, infraAttempts, lastClosedAttempt } from "../../store/read-run.ts";
import { acceptedCandidate, statesOf } from "../../store/state-store.ts";
import { nullRunVerdict } from "../verify/null-run-verdict.ts";
import { verdictOnTree } from "./judge-state.ts";
import type { RunContext } from "./run-context.ts";
import { conditionOf } from "./run-context.ts";

export type NextStep =
  | { readonly kind: "attempt"; readonly candidate: number }
  | { readonly kind: "grade"; readonly attempt: Attempt; readonly number: number }
  | { readonly kind: "judge"; readonly attempt: Attempt; readonly grades: readonly Grade[] }
  | { readonly kind: "record"; readonly attempt: Attempt; readonly grades: readonly Grade[] }
  /** No candidate state is left, or none was accepted. */
  | { readonly kind: "no-state" };

/** The next step of a run that is not recorded. */
export function nextStep(context: RunContext, run: PlannedRun): NextStep {
  const { db, retries } = context;
  const candidate = candidateFor(context, run);
  if (candidate === null) return { kind: "no-state" };
  const attempt = lastClosedAttempt(db, run.id, candidate);
  if (attempt === null) return { kind: "attempt", candidate };
  if (attempt.ending.kind === "infra" && infraAttempts(db, run.id, candidate) <= retries) {
    return { kind: "attempt", candidate };
  }
  if (attempt.ending.kind !== "finished") return { kind: "record", attempt, grades: [] };
  const grades = gradesOf(db, run.id, attempt.number);
  const isOpen = run.purpose === "verify" && !isJudged(context, run, candidate);
  // The same tree is not looked at twice: neither by luck nor at a cost would it be judged anew.
  if (isOpen && verdictOnTree(context, run, attempt.stateDigest) !== null) {
    return { kind: "judge", attempt, grades: [] };
  }
  const more: NextStep = { kind: "grade", attempt, number: grades.length + 1 };
  const failures = grades.filter(({ observation }) => observation.kind === "infra").length;
  if (grades.at(-1)?.observation.kind === "infra") {
    return failures <= retries ? more : { kind: "record", attempt, grades };
  }
  // An abstention has one grade: what the tests say of an unchanged tree does not decide it.
  const wanted = attempt.patch.length === 0 ? 1 : context.grades;
  const isSolve = run.purpose === "solve";
  if (isSolve ? grades.length - failures < wanted : isOpen && grades.length === 0) return more;
  if (!isOpen) return { kind: "record", attempt, grades };
  const { before } = conditionOf(context, run.condition).condition;
  const isUndecided = nullRunVerdict(before, grades, context.nullRuns).kind === "open";
  return isUndecided ? more : { kind: "judge", attempt, grades };
}

/** Which candidate state a run is about: the accepted one, or the next that is to be judged. */
function candidateFor(context: RunContext, run: PlannedRun): number | null {
  if (run.purpose === "solve" && context.verify) return acceptedCandidate(context.db, run);
  const judged = statesOf(context.db, run);
  const accepted = judged.find(({ verdict }) => verdict === "accepted");
  if (accepted !== undefined) return accepted.candidate;
  return judged.length < context.draws ? judged.length + 1 : null;
}

function isJudged(context: RunContext, run: PlannedRun, candidate: number): boolean {
  return statesOf(context.db, run).some((state) => state.candidate === candidate);
}
