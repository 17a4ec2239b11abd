// From a study file to the runs that it asks for: a graph, in a fixed order, with no draw made.
// Verification is part of the plan: the null run of a condition's state is a run like any other,
// and every run in that condition needs it.
import { PlumblineError } from "../../core/errors.ts";
import { requireNamePart, runId } from "../../core/ids.ts";
import type { PlannedRun } from "../../core/run.ts";
import type {
  Condition,
  ConditionMember,
  PlannedCondition,
  StudyCounts,
} from "../conditions/condition.ts";
import { keywordModel } from "./keyword-model.ts";
import { NULL_RUN } from "./study-agents.ts";
import type { StudyAgent } from "./study-agents.ts";
import type { StudyFile } from "./study-file.ts";

export interface PlanInput {
  readonly study: StudyFile;
  /** Ids of the instances to use, by benchmark. */
  readonly instances: ReadonlyMap<string, readonly string[]>;
  readonly conditions: ReadonlyMap<string, Condition>;
  readonly agents: readonly Pick<StudyAgent, "name">[];
}

export interface Plan {
  readonly runs: readonly PlannedRun[];
  /** Conditions of the study, by member id. */
  readonly conditions: ReadonlyMap<string, PlannedCondition>;
  /** Name of the model that names keywords; null where rules find them. */
  readonly keywordModel: string | null;
}

/** The plan of a study. Throws a usage error where the file asks for what cannot be. */
export function planStudy({ study, instances, conditions, agents: planned }: PlanInput): Plan {
  const members = studyConditions(study, conditions);
  const agents = planned.map(({ name }) => name);
  const runs: PlannedRun[] = [];
  for (const [benchmark, instanceIds] of instances) {
    for (const instanceId of instanceIds) {
      for (const { member } of members.values()) {
        runs.push(...runsOfMember({ study, benchmark, instanceId, member, agents }));
      }
    }
  }
  requireKnownNeeds(runs);
  return { runs, conditions: members, keywordModel: keywordModel(study) };
}

interface MemberInput {
  readonly study: StudyFile;
  readonly benchmark: string;
  readonly instanceId: string;
  readonly member: ConditionMember;
  readonly agents: readonly string[];
}

function runsOfMember({ study, benchmark, instanceId, member, agents }: MemberInput): PlannedRun[] {
  const at = { benchmark, instanceId, condition: member.id };
  const nullRunOf = (condition: string) =>
    runId({ benchmark, instanceId, condition, agent: NULL_RUN, replicate: 1 });
  const verified = study.verify.null_run;
  const stateNeeds = [
    ...(verified ? member.states.map(nullRunOf) : []),
    ...(member.input === null ? [] : [runId({ benchmark, instanceId, ...member.input })]),
  ];
  const runs: PlannedRun[] = [];
  if (verified) {
    const names = { ...at, agent: NULL_RUN, replicate: 1 };
    runs.push({ id: runId(names), purpose: "verify", ...names, needs: stateNeeds });
  }
  for (const agent of agents) {
    for (let replicate = 1; replicate <= member.replicates; replicate++) {
      const names = { ...at, agent, replicate };
      const needs = verified ? [nullRunOf(member.id)] : stateNeeds;
      runs.push({ id: runId(names), purpose: "solve", ...names, needs });
    }
  }
  return runs;
}

/** The members of all conditions of a study, by id, in the file's order. */
function studyConditions(
  study: StudyFile,
  known: ReadonlyMap<string, Condition>,
): Map<string, PlannedCondition> {
  const counts = {
    replicates: study.replicates,
    variants: study.variants,
    runsPerVariant: study.runs_per_variant,
  };
  const members = new Map<string, PlannedCondition>();
  for (const entry of study.conditions) {
    const condition = known.get(entry.condition);
    if (condition === undefined) {
      throw new PlumblineError("unknown-condition", "usage", `No condition "${entry.condition}".`, {
        hint: `one of ${[...known.keys()].join(", ")}`,
      });
    }
    for (const planned of plannedMembers(condition, counts, entry)) {
      const { id } = planned.member;
      requireNamePart(id);
      if (members.has(id)) {
        throw new PlumblineError("two-conditions", "usage", `Two conditions are "${id}".`, {
          hint: "give one of them a name",
        });
      }
      members.set(id, planned);
    }
  }
  for (const { member } of members.values()) {
    const missing = member.states.find((id) => !members.has(id));
    if (missing !== undefined) {
      throw new PlumblineError(
        "condition-without-base",
        "usage",
        `Condition "${member.id}" is made from "${missing}", which this study does not have.`,
        { hint: "add it under conditions" },
      );
    }
  }
  return members;
}

/** The members of one entry. Those with a guard are drawn as if the entry had no name. */
function plannedMembers(
  condition: Condition,
  counts: StudyCounts,
  { condition: id, name, after, guard }: StudyFile["conditions"][number],
): PlannedCondition[] {
  const entry = { condition: id, name: name ?? id, after: after ?? null };
  const members = condition.members(counts, entry);
  const drawn = guard === undefined ? members : condition.members(counts, { ...entry, name: id });
  return members.map((member, at) => {
    const drawnAs = drawn[at]?.id ?? member.id;
    return { condition, member, guard: guard ?? null, drawnAs };
  });
}

function requireKnownNeeds(runs: readonly PlannedRun[]): void {
  const ids = new Set(runs.map(({ id }) => id));
  for (const run of runs) {
    const missing = run.needs.find((id) => !ids.has(id));
    if (missing !== undefined) {
      throw new PlumblineError(
        "unknown-need",
        "usage",
        `Condition "${run.condition}" builds on run ${missing}, which is not in the plan.`,
        { hint: "name a condition, agent and replicate that this study has" },
      );
    }
  }
}
