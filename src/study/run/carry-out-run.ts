// The life of one run: open an attempt, solve, close it, grade, judge the state (null runs), record.
import { OUTCOME_RULE } from "../../core/outcome.ts";
import type { Attempt, Grade, PlannedRun } from "../../core/run.ts";
import {
  addGrade,
  closeAttempt,
  markIneligible,
  openAttempt,
  recordRun,
} from "../../store/run-store.ts";
import { addState } from "../../store/state-store.ts";
import { unmetExpectation } from "../conditions/condition.ts";
import { attemptRun } from "./attempt-run.ts";
import { gradeRun } from "./grade-run.ts";
import { nextStep } from "./next-step.ts";
import type { PreparedState, PreparedStates } from "./prepared-states.ts";
import { dropAttempt, keepAttempt, keepGrade, keepState } from "./run-artifacts.ts";
import { runOutcome } from "./run-outcome.ts";
import type { RunContext } from "./run-context.ts";
import { conditionOf, planned } from "./run-context.ts";

/** Carries a run out to its record. Throws only what is no outcome: an abort, a full disk. */
export async function carryOutRun(
  context: RunContext,
  states: PreparedStates,
  run: PlannedRun,
): Promise<void> {
  for (;;) {
    context.signal.throwIfAborted();
    const step = nextStep(context, run);
    if (step.kind === "no-state") {
      const reason = `no state of ${run.condition} met what must hold before the agent starts`;
      markIneligible(context.db, run.id, reason, context.clock.now());
      return;
    }
    if (step.kind === "record") {
      record(context, run, step.attempt, step.grade);
      return;
    }
    const candidate = step.kind === "attempt" ? step.candidate : step.attempt.candidate;
    const state = await states.candidate(run, candidate);
    if (state === null) {
      const reason = `${run.condition} can propose no state here`;
      markIneligible(context.db, run.id, reason, context.clock.now());
      return;
    }
    if (step.kind === "attempt") await attempt(context, states, run, candidate, state);
    else if (step.kind === "grade") await grade(context, states, run, step, state);
    else judge(context, run, step.attempt, step.grade, state);
  }
}

async function attempt(
  context: RunContext,
  states: PreparedStates,
  run: PlannedRun,
  candidate: number,
  state: PreparedState,
): Promise<void> {
  const { db, clock, folder } = context;
  const { number, abandoned } = openAttempt(db, { runId: run.id, candidate, at: clock.now() });
  context.onPoint("attempt-opened");
  for (const old of abandoned) dropAttempt(folder, run, old);
  const result = await attemptRun(context, {
    run,
    number,
    candidate,
    state,
    agent: planned(context.agents, run.agent),
    loaded: await states.instance(run),
  });
  context.onPoint("attempt-solved");
  keepAttempt(folder, run, result);
  context.onPoint("attempt-kept");
  closeAttempt(db, result.attempt);
  context.onPoint("attempt-closed");
}

async function grade(
  context: RunContext,
  states: PreparedStates,
  run: PlannedRun,
  step: { readonly attempt: Attempt; readonly number: number },
  state: PreparedState,
): Promise<void> {
  const loaded = await states.instance(run);
  const graded = await gradeRun(context, { run, ...step, loaded, state });
  context.onPoint("grade-observed");
  keepGrade(context.folder, run, step.attempt, graded);
  context.onPoint("grade-kept");
  addGrade(context.db, graded.grade);
  context.onPoint("grade-added");
}

/** Whether the state is what its condition claims: what its null run must show, it shows. */
function judge(
  context: RunContext,
  run: PlannedRun,
  { candidate }: Attempt,
  observed: Grade,
  state: PreparedState,
): void {
  const { before } = conditionOf(context, run.condition).condition;
  const reason =
    observed.observation.kind === "tests"
      ? unmetExpectation(before, observed)
      : `the tests of its null run ended as ${observed.observation.kind}`;
  keepState(context.folder, run, candidate, state);
  addState(context.db, {
    benchmark: run.benchmark,
    instanceId: run.instanceId,
    condition: run.condition,
    candidate,
    verdict: reason === null ? "accepted" : "rejected",
    reason,
    ...state.facts,
  });
  context.onPoint("state-judged");
}

function record(context: RunContext, run: PlannedRun, last: Attempt, given: Grade | null): void {
  recordRun(context.db, {
    runId: run.id,
    attempt: last.number,
    outcome: runOutcome(last, given),
    rule: OUTCOME_RULE,
    at: context.clock.now(),
  });
  context.onPoint("run-recorded");
}
