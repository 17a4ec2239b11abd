// Candidate states of conditions, what verification said of them, and the faults that it found.
import type { EngineFaultCase } from "../core/engine-fault.ts";
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
  /** Version of Python that compiled its rewritten files; null where there was nothing to compile. */
  readonly python: string | null;
  /** Why its rewritten files were not compiled, or null. */
  readonly uncompiled: string | null;
}

/** What a state is made of and what is wrong with it, kept with its verdict. */
export interface StateFindings {
  /** How many rewrites of each transformation it has. */
  readonly rewrites: ReadonlyMap<string, number>;
  readonly faults: readonly EngineFaultCase[];
}

/** Keeps the verdict on a candidate with its findings; one that stands is not changed. */
export function addState(db: StudyDatabase, state: JudgedState, findings: StateFindings): void {
  const addRow = db.prepare(
    `INSERT OR IGNORE INTO states (benchmark, instance_id, condition, candidate, verdict, reason,
       digest, files_changed, lines_added, lines_deleted, gold_files_changed, python, uncompiled)
     VALUES (@benchmark, @instanceId, @condition, @candidate, @verdict, @reason, @digest,
       @filesChanged, @linesAdded, @linesDeleted, @goldFilesChanged, @python, @uncompiled)`,
  );
  const addRewrites = db.prepare(
    `INSERT INTO state_rewrites (benchmark, instance_id, condition, candidate, transformation,
       rewrites)
     VALUES (@benchmark, @instanceId, @condition, @candidate, @transformation, @rewrites)`,
  );
  db.transaction(() => {
    if (addRow.run(state).changes === 0) return;
    for (const [transformation, rewrites] of findings.rewrites) {
      addRewrites.run({ ...state, transformation, rewrites });
    }
    for (const [at, fault] of findings.faults.entries()) addFault(db, state, at + 1, fault);
  })();
}

function addFault(
  db: StudyDatabase,
  { benchmark, instanceId, condition, candidate }: JudgedState,
  number: number,
  fault: EngineFaultCase,
): void {
  db.prepare(
    `INSERT INTO engine_faults (benchmark, instance_id, condition, candidate, number, gate,
       transformation, file, message, detail)
     VALUES (@benchmark, @instanceId, @condition, @candidate, @number, @gate, @transformation,
       @file, @message, @detail)`,
  ).run({
    ...{ benchmark, instanceId, condition, candidate, number },
    gate: fault.gate,
    transformation: fault.transformation,
    file: fault.file,
    message: fault.message,
    detail: JSON.stringify(fault),
  });
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

/** The verdicts on states of an instance that are the same tree, in the order in which they fell. */
export function statesOfTree(
  db: StudyDatabase,
  { benchmark, instanceId }: Pick<StateKey, "benchmark" | "instanceId">,
  digest: string,
): JudgedState[] {
  return db
    .prepare(`${SELECT} WHERE benchmark = ? AND instance_id = ? AND digest = ? ORDER BY rowid`)
    .all(benchmark, instanceId, digest) as JudgedState[];
}

/** The candidate of a condition that was accepted, or null. */
export function acceptedCandidate(db: StudyDatabase, key: StateKey): number | null {
  return statesOf(db, key).find(({ verdict }) => verdict === "accepted")?.candidate ?? null;
}

const SELECT = `
  SELECT benchmark, instance_id AS instanceId, condition, candidate, verdict, reason, digest,
    files_changed AS filesChanged, lines_added AS linesAdded, lines_deleted AS linesDeleted,
    gold_files_changed AS goldFilesChanged, python, uncompiled
  FROM states`;
