// The runs that a condition is made from: their outcomes and what they left.
import { PlumblineError } from "../../core/errors.ts";
import { runId } from "../../core/ids.ts";
import { lastClosedAttempt, outcomeKindOf } from "../../store/read-run.ts";
import type { StateKey } from "../../store/state-store.ts";
import type { InputRun } from "../conditions/condition.ts";
import type { RunContext } from "./run-context.ts";
import { conditionOf } from "./run-context.ts";

/** The input of a condition by run id; empty where it needs none. */
export function inputRuns(context: RunContext, key: StateKey): ReadonlyMap<string, InputRun> {
  const { input } = conditionOf(context, key.condition).member;
  if (input === null) return new Map();
  const id = runId({ benchmark: key.benchmark, instanceId: key.instanceId, ...input });
  const attempt = lastClosedAttempt(context.db, id);
  const outcome = outcomeKindOf(context.db, id);
  if (attempt === null || outcome === null) {
    throw new PlumblineError("input-not-recorded", "environment", `Run ${id} is not recorded yet.`);
  }
  return new Map([[id, { outcome, wholePatch: attempt.wholePatch }]]);
}
