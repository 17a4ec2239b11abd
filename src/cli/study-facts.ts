// From the rows of a study's database to the facts that the robustness analysis reads.
import { robustnessFactsSchema } from "../analysis/index.ts";
import type { EngineFaultFact, RobustnessFacts } from "../analysis/index.ts";
import { armSchema } from "../analysis/index.ts";
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
    judged: judgedVariants(db, states.filter(isVariant)),
    faults: listFaults(db).map(faultFact),
    ineligible: inArm
      .filter(({ status }) => status === "ineligible")
      .map(({ runId, reason }) => ({ runId, reason })),
  });
  return { robustness, others: rows.filter(({ condition }) => !arms.has(condition)) };
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
