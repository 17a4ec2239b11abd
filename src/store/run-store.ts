// Runs, attempts and grades in the database. Each function is one transaction: it happened or it
// did not. The journal's events are written in the transaction that they tell of.
import type { Attempt, AttemptEnding, Grade, PlannedRun } from "../core/run.ts";
import type { Outcome } from "../core/outcome.ts";
import type { StudyDatabase } from "./database.ts";

export type RunStatus = "planned" | "started" | "recorded" | "ineligible";

export interface StoredRun extends Omit<PlannedRun, "needs"> {
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly outcome: string | null;
}

/** Adds the runs of a plan that the study does not have yet. Returns how many were new. */
export function addRuns(db: StudyDatabase, runs: readonly PlannedRun[]): number {
  const addRun = db.prepare(
    `INSERT INTO runs (id, position, purpose, benchmark, instance_id, condition, agent, replicate, status)
     VALUES (@id, @position, @purpose, @benchmark, @instanceId, @condition, @agent, @replicate, 'planned')
     ON CONFLICT (id) DO UPDATE SET position = excluded.position`,
  );
  const addNeed = db.prepare("INSERT OR IGNORE INTO needs (run_id, needed_id) VALUES (?, ?)");
  const count = db.prepare("SELECT count(*) FROM runs").pluck();
  return db.transaction(() => {
    const before = Number(count.get());
    for (const [position, run] of runs.entries()) addRun.run({ ...run, position });
    for (const run of runs) for (const needed of run.needs) addNeed.run(run.id, needed);
    return Number(count.get()) - before;
  })();
}

/** All runs of the study in the plan's order. */
export function listRuns(db: StudyDatabase): StoredRun[] {
  return db
    .prepare(
      `SELECT id, purpose, benchmark, instance_id AS instanceId, condition, agent, replicate,
              status, reason, outcome
       FROM runs ORDER BY position`,
    )
    .all() as StoredRun[];
}

/** Whether a run is still to be carried out, or on its way. */
export function isUnfinished(status: RunStatus | undefined): boolean {
  return status !== "recorded" && status !== "ineligible";
}

/** How far a run is. Throws on a run that the study does not have. */
export function runStatus(db: StudyDatabase, runId: string): RunStatus {
  const status = db.prepare("SELECT status FROM runs WHERE id = ?").pluck().get(runId);
  if (status === undefined) throw new Error(`Run ${runId} is not in the study.`);
  return status as RunStatus;
}

export interface RunCount {
  readonly purpose: PlannedRun["purpose"];
  readonly status: RunStatus;
  readonly outcome: string | null;
  readonly count: number;
}

/** How many runs there are of each purpose, status and outcome. */
export function countRuns(db: StudyDatabase): RunCount[] {
  return db
    .prepare(
      `SELECT purpose, status, outcome, count(*) AS count
       FROM runs GROUP BY purpose, status, outcome ORDER BY purpose, status, outcome`,
    )
    .all() as RunCount[];
}

/** Opens the next attempt of a run; attempts left open by a dead process are abandoned first. */
export function openAttempt(
  db: StudyDatabase,
  { runId, candidate, at }: { runId: string; candidate: number; at: number },
): { number: number; abandoned: number[] } {
  return db.transaction(() => {
    const abandoned = db
      .prepare(
        `UPDATE attempts SET status = 'abandoned' WHERE run_id = ? AND status = 'open'
         RETURNING number`,
      )
      .pluck()
      .all(runId) as number[];
    for (const attempt of abandoned) logEvent(db, { at, runId, attempt, kind: "abandoned" });
    const last = db
      .prepare("SELECT coalesce(max(number), 0) FROM attempts WHERE run_id = ?")
      .pluck()
      .get(runId);
    const number = Number(last) + 1;
    db.prepare(
      `INSERT INTO attempts (run_id, number, status, candidate, started_at)
       VALUES (?, ?, 'open', ?, ?)`,
    ).run(runId, number, candidate, at);
    db.prepare("UPDATE runs SET status = 'started' WHERE id = ?").run(runId);
    logEvent(db, { at, runId, attempt: number, kind: "started" });
    return { number, abandoned };
  })();
}

/** Keeps what an attempt left: from here on the agent is not asked again. */
export function closeAttempt(db: StudyDatabase, attempt: Attempt): void {
  db.transaction(() => {
    const { usage, ending } = attempt;
    db.prepare(
      `UPDATE attempts SET status = 'closed', finished_at = @finishedAt, ending = @ending,
         ending_detail = @detail, ending_evidence = @evidence, steps = @steps, wall_ms = @wallMs,
         input_tokens = @inputTokens, output_tokens = @outputTokens, cost_usd = @costUsd,
         cached_tokens = @cachedTokens, cache_write_tokens = @cacheWriteTokens,
         reasoning_tokens = @reasoningTokens, model_calls = @modelCalls, cut_calls = @cutCalls,
         model = @model, reverted = @reverted,
         isolation = @isolation, state_digest = @stateDigest, patch = @patch,
         whole_patch = @wholePatch, materials = @materials
       WHERE run_id = @runId AND number = @number`,
    ).run({
      ...usage,
      ...endingColumns(ending),
      runId: attempt.runId,
      number: attempt.number,
      finishedAt: attempt.finishedAt,
      model: attempt.model === null ? null : JSON.stringify(attempt.model),
      isolation: attempt.isolation === null ? null : JSON.stringify(attempt.isolation),
      stateDigest: attempt.stateDigest,
      reverted: attempt.reverted ? 1 : 0,
      patch: attempt.patch,
      wholePatch: attempt.wholePatch,
      materials: JSON.stringify(attempt.materials),
    });
    logEvent(db, {
      at: attempt.finishedAt,
      runId: attempt.runId,
      attempt: attempt.number,
      kind: "solved",
      detail: ending.kind,
    });
  })();
}

function endingColumns(ending: AttemptEnding) {
  switch (ending.kind) {
    case "finished":
      return { ending: ending.kind, detail: ending.decision, evidence: null };
    case "limit":
      return { ending: ending.kind, detail: ending.which, evidence: null };
    case "infra":
    case "ambiguous":
    case "rejected":
      return { ending: ending.kind, detail: ending.code, evidence: ending.evidence };
  }
}

/** Keeps one grading of an attempt. */
export function addGrade(db: StudyDatabase, grade: Grade): void {
  db.transaction(() => {
    const { observation } = grade;
    db.prepare(
      `INSERT INTO grades (run_id, attempt, number, graded_at, duration_ms, parser, observation,
         exit_code, limit_ms, code, evidence, reused_from, touched_test_files)
       VALUES (@runId, @attempt, @number, @gradedAt, @durationMs, @parser, @observation,
         @exitCode, @limitMs, @code, @evidence, @reusedFrom, @touchedTestFiles)`,
    ).run({
      runId: grade.runId,
      attempt: grade.attempt,
      number: grade.number,
      gradedAt: grade.gradedAt,
      durationMs: grade.durationMs,
      parser: grade.parser,
      observation: observation.kind,
      exitCode: observation.kind === "tests" ? observation.exitCode : null,
      limitMs: observation.kind === "timeout" ? observation.limitMs : null,
      code: "code" in observation ? observation.code : null,
      evidence: "code" in observation ? observation.evidence : null,
      reusedFrom: grade.reusedFrom ?? null,
      touchedTestFiles: JSON.stringify(grade.touchedTestFiles),
    });
    const addResult = db.prepare(
      `INSERT INTO test_results (run_id, attempt, grade, list, test, status)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    const lists = [
      ["FAIL_TO_PASS", grade.failToPass],
      ["PASS_TO_PASS", grade.passToPass],
    ] as const;
    for (const [list, results] of lists) {
      for (const { test, status } of results) {
        addResult.run(grade.runId, grade.attempt, grade.number, list, test, status);
      }
    }
    logEvent(db, {
      at: grade.gradedAt,
      runId: grade.runId,
      attempt: grade.attempt,
      kind: "graded",
      detail: grade.reusedFrom === undefined ? "" : "reused",
    });
  })();
}

/** Ends a run: its outcome by the current rule. A run is recorded once. */
export function recordRun(
  db: StudyDatabase,
  record: { runId: string; attempt: number; outcome: Outcome; rule: number; at: number },
): void {
  const { runId, attempt, outcome, rule, at } = record;
  const detail =
    outcome.kind === "limit"
      ? outcome.which
      : "code" in outcome
        ? `${outcome.code}: ${outcome.evidence}`
        : null;
  db.transaction(() => {
    const { changes } = db
      .prepare(
        `UPDATE runs SET status = 'recorded', outcome = ?, outcome_detail = ?, outcome_rule = ?
         WHERE id = ? AND status = 'started'`,
      )
      .run(outcome.kind, detail, rule, runId);
    if (changes !== 1) throw new Error(`Run ${runId} was recorded twice.`);
    logEvent(db, { at, runId, attempt, kind: "recorded", detail: outcome.kind });
  })();
}

/** Ends a plan entry whose need did not qualify. */
export function markIneligible(db: StudyDatabase, runId: string, reason: string, at: number): void {
  db.transaction(() => {
    db.prepare("UPDATE runs SET status = 'ineligible', reason = ? WHERE id = ?").run(reason, runId);
    logEvent(db, { at, runId, attempt: null, kind: "ineligible", detail: reason });
  })();
}

export interface JournalEvent {
  readonly at: number;
  readonly runId: string | null;
  readonly attempt: number | null;
  readonly kind: string;
  readonly detail?: string;
}

/** Appends to the journal; part of the caller's transaction where there is one. */
export function logEvent(db: StudyDatabase, event: JournalEvent): void {
  db.prepare("INSERT INTO events (at, run_id, attempt, kind, detail) VALUES (?, ?, ?, ?, ?)").run(
    event.at,
    event.runId,
    event.attempt,
    event.kind,
    event.detail ?? "",
  );
}
