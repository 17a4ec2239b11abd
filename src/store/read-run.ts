// Attempts and grades out of the database, through the schemas that they went in by.
import { z } from "zod";
import { OUTCOME_KINDS } from "../core/outcome.ts";
import type { OutcomeKind } from "../core/outcome.ts";
import { attemptSchema, gradeSchema, isolationSchema } from "../core/run.ts";
import type { Attempt, Grade, Isolation, TestResult } from "../core/run.ts";
import type { StudyDatabase } from "./database.ts";

type Row = Readonly<Record<string, unknown>>;

/** The last attempt that a run has closed, on one candidate state or on any; or null. */
export function lastClosedAttempt(
  db: StudyDatabase,
  runId: string,
  candidate: number | null = null,
): Attempt | null {
  const row = db
    .prepare(
      `SELECT * FROM attempts WHERE run_id = @runId AND status = 'closed'
         AND candidate = coalesce(@candidate, candidate)
       ORDER BY number DESC LIMIT 1`,
    )
    .get({ runId, candidate }) as Row | undefined;
  return row === undefined ? null : attemptOf(row);
}

function attemptOf(row: Row): Attempt {
  const [kind, detail] = [row["ending"], row["ending_detail"]];
  return attemptSchema.parse({
    runId: row["run_id"],
    number: row["number"],
    candidate: row["candidate"],
    startedAt: row["started_at"],
    finishedAt: row["finished_at"],
    ending: {
      kind,
      ...(kind === "finished" ? { decision: detail } : {}),
      ...(kind === "limit" ? { which: detail } : {}),
      ...(kind === "infra" || kind === "ambiguous" || kind === "rejected"
        ? { code: detail, evidence: row["ending_evidence"] }
        : {}),
    },
    usage: {
      steps: row["steps"],
      wallMs: row["wall_ms"],
      inputTokens: row["input_tokens"],
      outputTokens: row["output_tokens"],
      cachedTokens: row["cached_tokens"],
      cacheWriteTokens: row["cache_write_tokens"],
      reasoningTokens: row["reasoning_tokens"],
      costUsd: row["cost_usd"],
      modelCalls: row["model_calls"],
      cutCalls: row["cut_calls"],
    },
    model: jsonOf(row["model"]),
    isolation: jsonOf(row["isolation"]),
    stateDigest: row["state_digest"],
    materials: jsonOf(row["materials"]),
    reverted: row["reverted"] === 1,
    patch: row["patch"],
    wholePatch: row["whole_patch"],
  });
}

function jsonOf(column: unknown): unknown {
  return typeof column === "string" ? JSON.parse(column) : null;
}

/** The outcome of a recorded run, or null where it is not recorded. */
export function outcomeKindOf(db: StudyDatabase, runId: string): OutcomeKind | null {
  const outcome = db.prepare("SELECT outcome FROM runs WHERE id = ?").pluck().get(runId);
  return z
    .enum(OUTCOME_KINDS)
    .nullable()
    .parse(outcome ?? null);
}

/** What kept the last attempt apart that had a sandbox: of a study, or of one of its instances. */
export function lastIsolation(
  db: StudyDatabase,
  instance?: { readonly benchmark: string; readonly instanceId: string },
): Isolation | null {
  const { benchmark = null, instanceId = null } = instance ?? {};
  const found = db
    .prepare(
      `SELECT isolation FROM attempts JOIN runs ON runs.id = attempts.run_id
       WHERE isolation IS NOT NULL
         AND (@benchmark IS NULL OR (benchmark = @benchmark AND instance_id = @instanceId))
       ORDER BY attempts.rowid DESC LIMIT 1`,
    )
    .pluck()
    .get({ benchmark, instanceId });
  return typeof found === "string" ? isolationSchema.parse(JSON.parse(found)) : null;
}

/** Why a run is ineligible, or null where it is not. */
export function ineligibilityOf(db: StudyDatabase, runId: string): string | null {
  const reason = db.prepare("SELECT reason FROM runs WHERE id = ?").pluck().get(runId);
  return typeof reason === "string" ? reason : null;
}

/** Attempts of a run that may lack their model before more of them count. */
const MOST_WITHOUT_MODEL = 10;

/**
 * How many closed attempts of a run on one candidate state ended as an infrastructure failure. Those
 * that lacked their model are none of them, but for many: the study waits for it, or ends.
 */
export function infraAttempts(db: StudyDatabase, runId: string, candidate: number): number {
  return Number(
    db
      .prepare(
        `SELECT coalesce(sum(ending_detail <> 'model-unavailable'), 0)
           + max(0, coalesce(sum(ending_detail = 'model-unavailable'), 0) - ${MOST_WITHOUT_MODEL})
         FROM attempts
         WHERE run_id = ? AND candidate = ? AND status = 'closed' AND ending = 'infra'`,
      )
      .pluck()
      .get(runId, candidate),
  );
}

/** How many attempts of a run have ended by themselves. */
export function closedAttempts(db: StudyDatabase, runId: string): number {
  const count = db.prepare("SELECT count(*) FROM attempts WHERE run_id = ? AND status = 'closed'");
  return Number(count.pluck().get(runId));
}

/** All grades of an attempt, in order. */
export function gradesOf(db: StudyDatabase, runId: string, attempt: number): Grade[] {
  const rows = db
    .prepare("SELECT * FROM grades WHERE run_id = ? AND attempt = ? ORDER BY number")
    .all(runId, attempt) as Row[];
  return rows.map((row) => gradeOf(db, row));
}

function gradeOf(db: StudyDatabase, row: Row): Grade {
  const results = db.prepare(
    `SELECT test, status FROM test_results
     WHERE run_id = ? AND attempt = ? AND grade = ? AND list = ?`,
  );
  const listed = (list: string) =>
    results.all(row["run_id"], row["attempt"], row["number"], list) as TestResult[];
  return gradeSchema.parse({
    runId: row["run_id"],
    attempt: row["attempt"],
    number: row["number"],
    gradedAt: row["graded_at"],
    durationMs: row["duration_ms"],
    ...(row["reused_from"] === null ? {} : { reusedFrom: row["reused_from"] }),
    parser: row["parser"],
    observation: {
      kind: row["observation"],
      exitCode: row["exit_code"],
      limitMs: row["limit_ms"],
      code: row["code"],
      evidence: row["evidence"],
    },
    failToPass: listed("FAIL_TO_PASS"),
    passToPass: listed("PASS_TO_PASS"),
    touchedTestFiles: JSON.parse(String(row["touched_test_files"])) as unknown,
  });
}

/** Runs that measure an agent, with the last closed attempt of each, where several grades saw tests. */
export function regradedRuns(db: StudyDatabase): { readonly runId: string; attempt: number }[] {
  return db
    .prepare(
      `SELECT g.run_id AS runId, g.attempt FROM grades g JOIN runs r ON r.id = g.run_id
       WHERE r.purpose = 'solve' AND r.status = 'recorded' AND g.observation = 'tests'
         AND g.attempt =
           (SELECT max(number) FROM attempts WHERE run_id = r.id AND status = 'closed')
       GROUP BY g.run_id HAVING count(*) > 1 ORDER BY r.position`,
    )
    .all() as { runId: string; attempt: number }[];
}
