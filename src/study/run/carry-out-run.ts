// The life of one run: open an attempt, solve, close it, grade, judge the state (null runs), record.
import { PlumblineError } from "../../core/errors.ts";
import { OUTCOME_RULE } from "../../core/outcome.ts";
import type { Attempt, Grade, PlannedRun } from "../../core/run.ts";
import {
  addGrade,
  closeAttempt,
  markIneligible,
  openAttempt,
  recordRun,
} from "../../store/run-store.ts";
import { gradesOf } from "../../store/read-run.ts";
import { addState, statesOf } from "../../store/state-store.ts";
import { attemptRun } from "./attempt-run.ts";
import { awaitModel } from "./await-model.ts";
import { gradeOrReuse } from "./grade-or-reuse.ts";
import { acceptedUnseen, judgeBroken, judgeByTests, verdictOnTree } from "./judge-state.ts";
import type { Judgement } from "./judge-state.ts";
import { nextStep } from "./next-step.ts";
import { isBroken } from "./prepare-state.ts";
import type { PreparedState } from "./prepare-state.ts";
import type { PreparedStates } from "./prepared-states.ts";
import { dropAttempt, keepAttempt, keepGrade, keepState } from "./run-artifacts.ts";
import { runOutcome } from "./run-outcome.ts";
import type { RunContext } from "./run-context.ts";
import { planned } from "./run-context.ts";
import { requireBudget } from "./study-budget.ts";

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
      endWithoutState(context, run);
      return;
    }
    if (step.kind === "record") {
      record(context, run, step.attempt, step.grades);
      return;
    }
    const candidate = step.kind === "attempt" ? step.candidate : step.attempt.candidate;
    const state = await states.candidate(run, candidate);
    if (state === null) {
      endWithoutState(context, run);
      return;
    }
    requireSameState(context, run, candidate, state);
    if (step.kind === "attempt") {
      if (isBroken(state)) await rejectBroken(context, states, run, candidate, state);
      else await attempt(context, states, run, candidate, state);
    } else if (step.kind === "grade") await grade(context, states, run, step, state);
    else await judge(context, states, run, step, state);
  }
}

/** Nothing is left to try: says what was wrong with the last state that was. */
function endWithoutState(context: RunContext, run: PlannedRun): void {
  const last = statesOf(context.db, run).at(-1)?.reason ?? "it proposes none here";
  const reason = `no state of ${run.condition} is what it must be: ${last}`;
  markIneligible(context.db, run.id, reason, context.clock.now());
}

/** A state that is made again must be the one that was judged. */
function requireSameState(
  context: RunContext,
  run: PlannedRun,
  candidate: number,
  { facts }: PreparedState,
): void {
  const judged = statesOf(context.db, run).find((state) => state.candidate === candidate);
  if (judged === undefined || judged.digest === facts.digest) return;
  throw new PlumblineError(
    "state-changed",
    "environment",
    `${run.condition} of ${run.instanceId} is not the state that this study was begun with.`,
    { hint: "the version of Plumbline that began the study, or another --out folder" },
  );
}

async function attempt(
  context: RunContext,
  states: PreparedStates,
  run: PlannedRun,
  candidate: number,
  state: PreparedState,
): Promise<void> {
  const { db, clock, folder } = context;
  await awaitModel(context, run);
  requireBudget(context, run);
  const { number, abandoned } = openAttempt(db, { runId: run.id, candidate, at: clock.now() });
  context.onPoint("attempt-opened");
  for (const old of abandoned) dropAttempt(folder, run, old);
  if (!context.verify) keepVerdict(context, run, candidate, state, acceptedUnseen(state));
  const result = await attemptRun(context, {
    run,
    number,
    candidate,
    state,
    agent: planned(context.agents, run.agent),
    loaded: await states.instance(run),
  });
  context.onPoint("attempt-solved");
  keepAttempt(context, run, result);
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
  const graded = await gradeOrReuse(context, { run, ...step, loaded, state });
  context.onPoint("grade-observed");
  const before = gradesOf(context.db, run.id, step.attempt.number);
  const { digest: datasetDigest } = planned(context.benchmarks, run.benchmark);
  keepGrade(context.folder, run, step.attempt, { ...graded, before, datasetDigest });
  context.onPoint("grade-kept");
  addGrade(context.db, graded.grade);
  context.onPoint("grade-added");
}

/** Whether the state is what its condition claims: what its null runs must show, they show. */
async function judge(
  context: RunContext,
  states: PreparedStates,
  run: PlannedRun,
  { attempt, grades }: { readonly attempt: Attempt; readonly grades: readonly Grade[] },
  state: PreparedState,
): Promise<void> {
  const known = verdictOnTree(context, run, attempt.stateDigest);
  const judgement =
    known === null
      ? await judgeByTests(context, run, await states.instance(run), state, grades)
      : { reason: known.reason, faults: [] };
  keepVerdict(context, run, attempt.candidate, state, judgement);
  context.onPoint("state-judged");
}

/** A state that does not compile is not run at all. */
async function rejectBroken(
  context: RunContext,
  states: PreparedStates,
  run: PlannedRun,
  candidate: number,
  state: PreparedState,
): Promise<void> {
  const judgement = await judgeBroken(context, run, await states.instance(run), state);
  keepVerdict(context, run, candidate, state, judgement);
  context.onPoint("state-judged");
}

/** Keeps the verdict on a state: accepted where there is no reason against it. */
function keepVerdict(
  context: RunContext,
  { benchmark, instanceId, condition }: PlannedRun,
  candidate: number,
  state: PreparedState,
  { reason, faults }: Judgement,
): void {
  const key = { benchmark, instanceId, condition };
  keepState(context.folder, key, candidate, state, faults);
  const verdict = reason === null ? "accepted" : "rejected";
  const rewrites = new Map<string, number>();
  for (const { transformation } of state.log?.rewrites ?? []) {
    rewrites.set(transformation, (rewrites.get(transformation) ?? 0) + 1);
  }
  addState(
    context.db,
    { ...key, candidate, verdict, reason, ...state.facts },
    { rewrites, faults },
  );
}

function record(
  context: RunContext,
  run: PlannedRun,
  last: Attempt,
  grades: readonly Grade[],
): void {
  recordRun(context.db, {
    runId: run.id,
    attempt: last.number,
    outcome: runOutcome(last, grades),
    rule: OUTCOME_RULE,
    at: context.clock.now(),
  });
  context.onPoint("run-recorded");
}
