// What the models of a study have taken so far, abandoned attempts among it, probes not.
import type { TokenUsage } from "../core/trajectory.ts";
import type { StudyDatabase } from "./database.ts";

export interface ModelSpending {
  readonly costUsd: number;
  /** Prompts and answers together. */
  readonly tokens: number;
}

/**
 * Keeps what an attempt that is under way has taken: it was spent, whatever becomes of the attempt.
 */
export function keepSpending(
  db: StudyDatabase,
  attempt: { readonly runId: string; readonly number: number },
  { inputTokens, outputTokens, costUsd }: TokenUsage,
): void {
  db.prepare(
    `UPDATE attempts SET input_tokens = @inputTokens, output_tokens = @outputTokens,
       cost_usd = @costUsd
     WHERE run_id = @runId AND number = @number`,
  ).run({ ...attempt, inputTokens, outputTokens, costUsd });
}

/** What a study has spent on its agents, and on materials, each for itself. */
export interface StudySpending {
  readonly agents: ModelSpending;
  readonly materials: ModelSpending;
}

export function studySpending(db: StudyDatabase): StudySpending {
  return { agents: spentIn(db, "attempts"), materials: spentIn(db, "material_asks") };
}

/** All that the models of a study have taken. */
export function modelSpending(db: StudyDatabase): ModelSpending {
  const { agents, materials } = studySpending(db);
  return {
    costUsd: agents.costUsd + materials.costUsd,
    tokens: agents.tokens + materials.tokens,
  };
}

function spentIn(db: StudyDatabase, table: "attempts" | "material_asks"): ModelSpending {
  return db
    .prepare(
      `SELECT coalesce(sum(cost_usd), 0) AS costUsd,
         coalesce(sum(input_tokens), 0) + coalesce(sum(output_tokens), 0) AS tokens
       FROM ${table}`,
    )
    .get() as ModelSpending;
}
