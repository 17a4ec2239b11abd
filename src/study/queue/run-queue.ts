// Local workers over the runs of a plan, in the plan's order as far as needs allow. One event loop:
// the work itself is done by child processes.
import type { PlumblineError } from "../../core/errors.ts";
import type { PlannedRun } from "../../core/run.ts";
import { countRuns, isUnfinished, markIneligible, runStatus } from "../../store/run-store.ts";
import { carryOutRun } from "../run/carry-out-run.ts";
import type { PreparedStates } from "../run/prepared-states.ts";
import type { RunContext } from "../run/run-context.ts";
import { readiness } from "../run/run-needs.ts";
import { budgetSpent } from "../run/study-budget.ts";

export interface QueueProgress {
  readonly total: number;
  readonly finished: number;
  /** Runs being carried out now. */
  readonly active: readonly PlannedRun[];
  /** Outcomes so far of runs that measure an agent, by kind. */
  readonly outcomes: ReadonlyMap<string, number>;
}

export interface QueueOptions {
  readonly context: RunContext;
  readonly states: PreparedStates;
  readonly runs: readonly PlannedRun[];
  readonly workers: number;
  readonly onProgress: (progress: QueueProgress) => void;
}

/** Carries out all runs that are not ended. Stops at the first fault that is no outcome. */
export async function runQueue(options: QueueOptions): Promise<void> {
  const { context, states, runs, workers } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const stoppable = { ...context, signal };
  const status = new Map(runs.map(({ id }) => [id, runStatus(context.db, id)]));
  const byId = new Map(runs.map((run) => [run.id, run]));
  const waiting = runs.filter(({ id }) => isUnfinished(status.get(id)));
  const active = new Map<PlannedRun, Promise<void>>();
  const faults: unknown[] = [];

  const find = (id: string) => {
    const run = byId.get(id);
    if (run === undefined) throw new Error(`Run ${id} is in no plan.`);
    return { run, status: status.get(id) ?? "planned" };
  };
  let spent: PlumblineError | null = null;
  const report = () => options.onProgress(progressOf(context, runs, [...active.keys()]));

  /** The first run that may start now; those that never can are ended on the way. */
  const next = (): PlannedRun | null => {
    for (let at = 0; at < waiting.length;) {
      const run = waiting[at] as PlannedRun;
      const ready = readiness(context, run, find);
      if (ready.kind !== "waiting") waiting.splice(at, 1);
      if (ready.kind === "ready") return run;
      if (ready.kind === "ineligible") {
        markIneligible(context.db, run.id, ready.reason, context.clock.now());
        status.set(run.id, "ineligible");
        at = 0;
      } else at++;
    }
    return null;
  };

  report();
  for (;;) {
    while (active.size < workers && !signal.aborted && spent === null) {
      const run = next();
      if (run === null) break;
      spent = budgetSpent(context, run);
      if (spent !== null) break;
      const work = carryOutRun(stoppable, states, run)
        .then(() => void status.set(run.id, runStatus(context.db, run.id)))
        .catch((fault: unknown) => {
          faults.push(fault);
          stop.abort();
        })
        .finally(() => void active.delete(run));
      active.set(run, work);
      report();
    }
    if (active.size === 0) break;
    await Promise.race(active.values());
    report();
  }
  context.signal.throwIfAborted();
  if (faults.length > 0) throw faults[0];
  if (spent !== null) throw spent;
}

function progressOf(
  context: RunContext,
  runs: readonly PlannedRun[],
  active: readonly PlannedRun[],
): QueueProgress {
  const outcomes = new Map<string, number>();
  let finished = 0;
  for (const { purpose, status, outcome, count } of countRuns(context.db)) {
    if (isUnfinished(status)) continue;
    finished += count;
    const kind = outcome ?? status;
    if (purpose === "solve") outcomes.set(kind, (outcomes.get(kind) ?? 0) + count);
  }
  return { total: runs.length, finished, active, outcomes };
}
