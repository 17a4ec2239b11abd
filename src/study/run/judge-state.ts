// Whether a state is what its condition claims: it compiles, its null run shows what it must, and,
// where the study asks for it, the gold patch carried onto it resolves the issue. What fails is
// looked into before the next state is drawn.
import { isDeepStrictEqual } from "node:util";
import type { EngineFaultCase } from "../../core/engine-fault.ts";
import type { Grade, PlannedRun, TestResult } from "../../core/run.ts";
import { statesOfTree } from "../../store/state-store.ts";
import type { JudgedState } from "../../store/state-store.ts";
import { describeTests } from "../conditions/condition.ts";
import { nullRunVerdict } from "../verify/null-run-verdict.ts";
import { behaviourFault, compileFaults, syntaxFaults } from "./find-fault.ts";
import type { LoadedInstance } from "./load-instance.ts";
import type { PreparedState } from "./prepare-state.ts";
import { probeTree } from "./probe-tree.ts";
import type { RunContext } from "./run-context.ts";
import { conditionOf } from "./run-context.ts";

export interface Judgement {
  /** Why the state is rejected, or null. */
  readonly reason: string | null;
  readonly faults: readonly EngineFaultCase[];
}

/** The judgement of a state that no null run has to look at, or that needs none. */
export function acceptedUnseen({ log }: PreparedState): Judgement {
  return { reason: null, faults: log === null ? [] : syntaxFaults(log) };
}

/** The verdict on the same tree in this study, where what it must show is the same. */
export function verdictOnTree(
  context: RunContext,
  key: PlannedRun,
  digest: string | null,
): JudgedState | null {
  if (digest === null) return null;
  const { before } = conditionOf(context, key.condition).condition;
  const same = statesOfTree(context.db, key, digest).find(({ condition }) =>
    isDeepStrictEqual(conditionOf(context, condition).condition.before, before),
  );
  return same ?? null;
}

/** Rejects a state with files that the target's Python no longer compiles. */
export async function judgeBroken(
  context: RunContext,
  key: PlannedRun,
  loaded: LoadedInstance,
  state: PreparedState,
): Promise<Judgement> {
  const { log, compile } = state;
  if (log === null || compile?.kind !== "compiled") throw new Error("Nothing was compiled.");
  const [first] = compile.broken;
  const more = compile.broken.length - 1;
  const reason = `${first?.path ?? ""} does not compile: ${first?.message ?? ""}`;
  return {
    reason: more > 0 ? `${reason} (and ${more} more files)` : reason,
    faults: [
      ...syntaxFaults(log),
      ...(await compileFaults(context, { key, ...loaded, log }, compile)),
    ],
  };
}

/** Judges a state by its null runs and, by policy, by the gold patch. */
export async function judgeByTests(
  context: RunContext,
  key: PlannedRun,
  loaded: LoadedInstance,
  state: PreparedState,
  nullRuns: readonly Grade[],
): Promise<Judgement> {
  const { before } = conditionOf(context, key.condition).condition;
  const verdict = nullRunVerdict(before, nullRuns, context.nullRuns);
  if (verdict.kind === "open") throw new Error("A state is judged before its null runs are done.");
  const request = { key, loaded, state };
  if (verdict.kind === "rejected") return rejected(context, request, "null-run", verdict.failing);
  if (context.goldCheck && state.log !== null && !state.log.unchanged) {
    const { changes } = state.proposed;
    const seen = await probeTree(context, { key, loaded, changes, patch: "gold" });
    if (seen.kind === "tests" && seen.unmet.length > 0) {
      return rejected(context, request, "gold", seen.unmet);
    }
  }
  return acceptedUnseen(state);
}

async function rejected(
  context: RunContext,
  { key, loaded, state }: { key: PlannedRun; loaded: LoadedInstance; state: PreparedState },
  gate: "null-run" | "gold",
  failing: readonly TestResult[],
): Promise<Judgement> {
  const tests = describeTests(failing);
  const reason = gate === "gold" ? `with the gold patch: ${tests}` : tests;
  const { log } = state;
  if (log === null) return { reason, faults: [] };
  const patch = gate === "gold" ? "gold" : "none";
  const fault = await behaviourFault(
    context,
    { key, ...loaded, log },
    { gate, message: tests, failing: [...failing] },
    (changes) => probeTree(context, { key, loaded, changes, patch }),
  );
  return { reason, faults: [...syntaxFaults(log), ...(fault === null ? [] : [fault])] };
}
