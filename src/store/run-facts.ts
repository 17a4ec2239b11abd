// What analyses read: one flat row a run, from columns.
import type { StudyDatabase } from "./database.ts";

export interface RunRow {
  readonly runId: string;
  readonly purpose: "solve" | "verify";
  readonly status: "planned" | "started" | "recorded" | "ineligible";
  readonly reason: string | null;
  readonly benchmark: string;
  readonly instanceId: string;
  readonly condition: string;
  readonly agent: string;
  readonly replicate: number;
  readonly outcome: string | null;
  readonly outcomeDetail: string | null;
  readonly attempts: number;
  /** Number of the last closed attempt. */
  readonly attempt: number | null;
  readonly steps: number | null;
  readonly wallMs: number | null;
  readonly costUsd: number | null;
  readonly patchBytes: number | null;
}

/** All runs of a study with what their last closed attempt used, in the plan's order. */
export function runRows(db: StudyDatabase): RunRow[] {
  return db
    .prepare(
      `SELECT r.id AS runId, r.purpose, r.status, r.reason, r.benchmark,
         r.instance_id AS instanceId, r.condition, r.agent, r.replicate,
         r.outcome, r.outcome_detail AS outcomeDetail,
         (SELECT count(*) FROM attempts a WHERE a.run_id = r.id) AS attempts, a.number AS attempt,
         a.steps, a.wall_ms AS wallMs, a.cost_usd AS costUsd, length(a.patch) AS patchBytes
       FROM runs r
       LEFT JOIN attempts a ON a.run_id = r.id AND a.number =
         (SELECT max(number) FROM attempts WHERE run_id = r.id AND status = 'closed')
       ORDER BY r.position`,
    )
    .all() as RunRow[];
}

export interface PredictionRow {
  readonly runId: string;
  readonly instanceId: string;
  readonly condition: string;
  readonly agent: string;
  readonly replicate: number;
  readonly wholePatch: Buffer;
}

/** The whole patches of all recorded runs that measure an agent, one at a time. */
export function predictionRows(db: StudyDatabase): IterableIterator<PredictionRow> {
  return db
    .prepare(
      `SELECT r.id AS runId, r.instance_id AS instanceId, r.condition, r.agent, r.replicate,
         a.whole_patch AS wholePatch
       FROM runs r
       JOIN attempts a ON a.run_id = r.id AND a.number =
         (SELECT max(number) FROM attempts WHERE run_id = r.id AND status = 'closed')
       WHERE r.purpose = 'solve' AND r.status = 'recorded'
       ORDER BY r.position`,
    )
    .iterate() as IterableIterator<PredictionRow>;
}
