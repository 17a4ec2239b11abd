// Attempts and grades out of the database, through the schemas that they went in by.
import { z } from "zod";
import { OUTCOME_KINDS } from "../core/outcome.ts";
import type { OutcomeKind } from "../core/outcome.ts";
import { attemptSchema, gradeSchema } from "../core/run.ts";
import type { Attempt, Grade, TestResult } from "../core/run.ts";
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
  const isolation = row["isolation"];
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
      costUsd: row["cost_usd"],
    },
    isolation: typeof isolation === "string" ? (JSON.parse(isolation) as unknown) : null,
    stateDigest: row["state_digest"],
    patch: row["patch"],
    wholePatch: row["whole_patch"],
  });
}

/** The outcome of a recorded run, or null where it is not recorded. */
export function outcomeKindOf(db: StudyDatabase, runId: string): OutcomeKind | null {
  const outcome = db.prepare("SELECT outcome FROM runs WHERE id = ?").pluck().get(runId);
  return z
    .enum(OUTCOME_KINDS)
    .nullable()
    .parse(outcome ?? null);
}

/** Why a run is ineligible, or null where it is not. */
export function ineligibilityOf(db: StudyDatabase, runId: string): string | null {
  const reason = db.prepare("SELECT reason FROM runs WHERE id = ?").pluck().get(runId);
  return typeof reason === "string" ? reason : null;
}

/** How many closed attempts of a run on one candidate state ended as an infrastructure failure. */
export function infraAttempts(db: StudyDatabase, runId: string, candidate: number): number {
  return Number(
    db
      .prepare(
        `SELECT count(*) FROM attempts
         WHERE run_id = ? AND candidate = ? AND status = 'closed' AND ending = 'infra'`,
      )
      .pluck()
      .get(runId, candidate),
  );
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
  });
}
