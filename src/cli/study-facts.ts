// From the rows of a study's database to the facts that the robustness analysis reads.
import { robustnessFactsSchema } from "../analysis/index.ts";
import type { RobustnessFacts } from "../analysis/index.ts";
import { armSchema } from "../analysis/index.ts";
import type { RunRow } from "../store/run-facts.ts";
import { runRows } from "../store/run-facts.ts";
import { listStates } from "../store/state-store.ts";
import type { StudyDatabase } from "../store/database.ts";
import type { PlannedCondition } from "../study/conditions/condition.ts";

export interface StudyFacts {
  readonly robustness: RobustnessFacts;
  /** Runs in conditions that are no arm of the robustness study. */
  readonly others: readonly RunRow[];
}

/** The facts of a study; `conditions` are its planned conditions by member id. */
export function studyFacts(
  db: StudyDatabase,
  conditions: ReadonlyMap<string, PlannedCondition>,
): StudyFacts {
  const arms = new Map(
    [...conditions].flatMap(([id, { condition }]) => {
      const arm = armSchema.safeParse(condition.id);
      return arm.success ? [[id, arm.data] as const] : [];
    }),
  );
  const rows = runRows(db).filter(({ purpose }) => purpose === "solve");
  const inArm = rows.filter(({ condition }) => arms.has(condition));
  const recorded = inArm.filter(({ status }) => status === "recorded");
  const states = listStates(db);
  const variants = states.filter(
    ({ verdict, condition }) => verdict === "accepted" && arms.get(condition) === "variant",
  );
  const robustness = robustnessFactsSchema.parse({
    runs: recorded.map((row) => ({
      runId: row.runId,
      configuration: row.agent,
      benchmark: row.benchmark,
      instanceId: row.instanceId,
      arm: arms.get(row.condition),
      conditionId: row.condition,
      replicate: row.replicate,
      outcome: outcomeFrom(row),
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
    ineligible: inArm
      .filter(({ status }) => status === "ineligible")
      .map(({ runId, reason }) => ({ runId, reason })),
  });
  return { robustness, others: rows.filter(({ condition }) => !arms.has(condition)) };
}

/** The outcome as the union that its columns are of; the schema checks it. */
function outcomeFrom({ outcome, outcomeDetail }: RunRow) {
  const detail = outcomeDetail ?? "";
  const colon = detail.indexOf(": ");
  if (outcome === "limit") return { kind: outcome, which: detail };
  if (outcome === "infra" || outcome === "ambiguous") {
    return { kind: outcome, code: detail.slice(0, colon), evidence: detail.slice(colon + 2) };
  }
  return { kind: outcome };
}
