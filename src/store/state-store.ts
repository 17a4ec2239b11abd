// Candidate states of conditions and what their null runs said of them.
import type { StudyDatabase } from "./database.ts";

export interface StateKey {
  readonly benchmark: string;
  readonly instanceId: string;
  readonly condition: string;
}

export interface JudgedState extends StateKey {
  /** From 1, in order of the draws. */
  readonly candidate: number;
  readonly verdict: "accepted" | "rejected";
  readonly reason: string | null;
  readonly digest: string;
  readonly filesChanged: number;
  readonly linesAdded: number;
  readonly linesDeleted: number;
  readonly goldFilesChanged: number;
}

/** Keeps the verdict on a candidate; one that stands is not changed. */
export function addState(db: StudyDatabase, state: JudgedState): void {
  db.prepare(
    `INSERT OR IGNORE INTO states (benchmark, instance_id, condition, candidate, verdict, reason,
       digest, files_changed, lines_added, lines_deleted, gold_files_changed)
     VALUES (@benchmark, @instanceId, @condition, @candidate, @verdict, @reason, @digest,
       @filesChanged, @linesAdded, @linesDeleted, @goldFilesChanged)`,
  ).run(state);
}

/** All judged states of a study, by instance, condition and candidate. */
export function listStates(db: StudyDatabase): JudgedState[] {
  return db
    .prepare(`${SELECT} ORDER BY benchmark, instance_id, condition, candidate`)
    .all() as JudgedState[];
}

/** The judged states of one condition of one instance, in order of the draws. */
export function statesOf(db: StudyDatabase, key: StateKey): JudgedState[] {
  return db
    .prepare(
      `${SELECT} WHERE benchmark = ? AND instance_id = ? AND condition = ? ORDER BY candidate`,
    )
    .all(key.benchmark, key.instanceId, key.condition) as JudgedState[];
}

/** The candidate of a condition that was accepted, or null. */
export function acceptedCandidate(db: StudyDatabase, key: StateKey): number | null {
  return statesOf(db, key).find(({ verdict }) => verdict === "accepted")?.candidate ?? null;
}

const SELECT = `
  SELECT benchmark, instance_id AS instanceId, condition, candidate, verdict, reason, digest,
    files_changed AS filesChanged, lines_added AS linesAdded, lines_deleted AS linesDeleted,
    gold_files_changed AS goldFilesChanged
  FROM states`;
