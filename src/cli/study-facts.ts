// From the rows of a study's database to the facts that the robustness analysis reads.
import { robustnessFactsSchema } from "../analysis/index.ts";
import type { EngineFaultFact, InstanceExclusion, RobustnessFacts } from "../analysis/index.ts";
import { armSchema } from "../analysis/index.ts";
import { flaggedRuns } from "../analysis/trajectory/index.ts";
import type { Outcome } from "../core/outcome.ts";
import { storedOutcome } from "../store/stored-outcome.ts";
import { gradingsByRun, reducedByRun } from "./run-evidence.ts";
import { findingsByRun } from "./run-findings.ts";
import type { RunFindings } from "./run-findings.ts";
import type { RunRow } from "../store/run-facts.ts";
import { runRows } from "../store/run-facts.ts";
import { listFaults, listStateRewrites } from "../store/fault-store.ts";
import type { FoundFault } from "../store/fault-store.ts";
import { listStates } from "../store/state-store.ts";
import type { JudgedState } from "../store/state-store.ts";
import type { StudyDatabase } from "../store/database.ts";
import type { PlannedCondition } from "../study/conditions/condition.ts";

export interface StudyFacts {
  readonly robustness: RobustnessFacts;
  /** Runs in conditions that are no arm of the robustness study. */
  readonly others: readonly RunRow[];
  /** The same with the outcomes of the second score; without those that it leaves out. */
  readonly othersReduced: readonly RunRow[];
  /** The same without flagged runs; null where none of them is. */
  readonly othersUnflagged: readonly RunRow[] | null;
}

/** The facts of a study; `conditions` are its planned conditions by member id. */
export function studyFacts(
  db: StudyDatabase,
  conditions: ReadonlyMap<string, PlannedCondition>,
  exclusions: readonly InstanceExclusion[],
  folder: string,
): StudyFacts {
  const arms = new Map(
    [...conditions].flatMap(([id, { condition, guard }]) => {
      // A run that was told more is no run of the arm: it would move the baseline.
      if (guard !== null) return [];
      const arm = armSchema.safeParse(condition.id);
      return arm.success ? [[id, arm.data] as const] : [];
    }),
  );
  const rows = runRows(db).filter(({ purpose }) => purpose === "solve");
  const inArm = rows.filter(({ condition }) => arms.has(condition));
  const recorded = inArm.filter(({ status }) => status === "recorded");
  const reduced = reducedByRun(db, rows, exclusions);
  const gradings = gradingsByRun(db);
  const findings = findingsByRun(folder, rows);
  const states = listStates(db);
  const isVariant = ({ condition }: { readonly condition: string }) =>
    arms.get(condition) === "variant";
  const variants = states.filter((state) => state.verdict === "accepted" && isVariant(state));
  const robustness = robustnessFactsSchema.parse({
    runs: recorded.map((row) => ({
      runId: row.runId,
      configuration: row.agent,
      benchmark: row.benchmark,
      instanceId: row.instanceId,
      arm: arms.get(row.condition),
      conditionId: row.condition,
      replicate: row.replicate,
      outcome: storedOutcome(row),
      reducedOutcome: reduced.get(row.runId),
      gradings: gradings.get(row.runId),
      findings: findings.get(row.runId),
      steps: row.steps,
      wallMs: row.wallMs,
    })),
    variants: variants.map((state) => ({
      instanceId: state.instanceId,
      conditionId: state.condition,
      filesChanged: state.filesChanged,
      linesChanged: state.linesAdded + state.linesDeleted,
      goldFilesChanged: state.goldFilesChanged,
      unchanged: state.filesChanged === 0,
      rejected: state.candidate - 1,
    })),
    judged: judgedVariants(db, states.filter(isVariant)),
    faults: listFaults(db).map(faultFact),
    ineligible: inArm
      .filter(({ status }) => status === "ineligible")
      .map(({ runId, reason }) => ({ runId, reason })),
    exclusions,
  });
  const others = rows.filter(({ condition }) => !arms.has(condition));
  return {
    ...{ robustness, others },
    othersReduced: others.flatMap((row) => reducedRow(row, reduced)),
    othersUnflagged: unflagged(others, findings),
  };
}

function unflagged(
  rows: readonly RunRow[],
  findings: ReadonlyMap<string, RunFindings>,
): RunRow[] | null {
  const scanned = rows.map(({ runId }) => ({ runId, findings: findings.get(runId) ?? [] }));
  const flagged = flaggedRuns(scanned);
  return flagged.size === 0 ? null : rows.filter(({ runId }) => !flagged.has(runId));
}

function reducedRow(row: RunRow, reduced: ReadonlyMap<string, Outcome | null>): RunRow[] {
  const outcome = reduced.get(row.runId);
  if (outcome === null) return [];
  return [outcome === undefined || row.outcome === null ? row : { ...row, outcome: outcome.kind }];
}

function judgedVariants(db: StudyDatabase, states: readonly JudgedState[]) {
  const keyOf = ({ benchmark, instanceId, condition, candidate }: Drawn) =>
    [benchmark, instanceId, condition, candidate].join(":");
  const transformations = new Map<string, string[]>();
  for (const row of listStateRewrites(db)) {
    const key = keyOf(row);
    transformations.set(key, [...(transformations.get(key) ?? []), row.transformation]);
  }
  return states.map((state) => ({
    instanceId: state.instanceId,
    conditionId: state.condition,
    candidate: state.candidate,
    rejected: state.verdict === "rejected",
    transformations: transformations.get(keyOf(state)) ?? [],
    uncompiled: state.uncompiled,
  }));
}

type Drawn = Pick<JudgedState, "benchmark" | "instanceId" | "condition" | "candidate">;

/** A fault as reports show it; the study folder holds the rewrites in full. */
export function faultFact({
  instanceId,
  condition,
  candidate,
  found,
}: FoundFault): EngineFaultFact {
  const { culprits, transformation, context, failing } = found;
  const ids = culprits.map((culprit) => culprit.transformation);
  return {
    ...{ instanceId, conditionId: condition, candidate, gate: found.gate },
    transformations: [
      ...new Set(transformation === null || ids.length > 0 ? ids : [transformation]),
    ],
    ...{ file: found.file, message: found.message, failing: failing.map(({ test }) => test) },
    culprits: culprits.map(({ before, after, ...culprit }) => ({
      ...{ transformation: culprit.transformation, file: culprit.file, site: culprit.site },
      ...{ start: before.start, before: before.text, after: after.text, stream: culprit.stream },
    })),
    ...{ context: context.length, seed: found.seed, unreduced: found.unreduced },
  };
}
