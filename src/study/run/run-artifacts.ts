// The files that a run leaves beside its record, for people and for their other tools.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { EngineFaultCase } from "../../core/engine-fault.ts";
import { attemptFolder } from "../../core/ids.ts";
import type { RunIdParts } from "../../core/ids.ts";
import { decidingGrade } from "../../core/deciding-grade.ts";
import type { Attempt, Grade, PlannedRun } from "../../core/run.ts";
import { instanceReport } from "../../grading/report-json.ts";
import type { StateKey } from "../../store/state-store.ts";
import { writeFileAtomic } from "../../store/write-file-atomic.ts";
import type { AttemptResult } from "./attempt-run.ts";
import { runOutcome } from "./run-outcome.ts";
import type { GradedRun } from "./grade-run.ts";
import type { PreparedState } from "./prepare-state.ts";
import type { RunContext } from "./run-context.ts";

/** Keeps what an attempt left: trajectory and patches, with scratch files and without. */
export function keepAttempt(
  { folder, keepScratch }: Pick<RunContext, "folder" | "keepScratch">,
  run: PlannedRun,
  result: AttemptResult,
): void {
  const { attempt, trajectory, scratch } = result;
  const at = join(folder, attemptFolder(run, attempt.number));
  if (trajectory !== null) writeFileAtomic(join(at, "trajectory.json"), json(trajectory));
  writeFileAtomic(join(at, "patch.diff"), attempt.patch);
  writeFileAtomic(join(at, "whole.diff"), attempt.wholePatch);
  if (scratch === null) return;
  writeFileAtomic(join(at, "scratch.json"), json(scratch.files));
  const name = keepScratch ? "patch-without-scratch.diff" : "patch-with-scratch.diff";
  writeFileAtomic(join(at, name), scratch.otherPatch);
}

/** Removes what an attempt left that was never closed. */
export function dropAttempt(folder: string, run: PlannedRun, number: number): void {
  rmSync(join(folder, attemptFolder(run, number)), { recursive: true, force: true });
}

/** A grading, those of the same patch before it, and the rows that the instance is of. */
export interface KeptGrade extends GradedRun {
  readonly before: readonly Grade[];
  readonly datasetDigest: string;
}

/** Keeps what a grading saw: SWE-bench's report.json and the output of the tests. */
export function keepGrade(
  folder: string,
  run: PlannedRun,
  attempt: Attempt,
  { grade: latest, log, before, datasetDigest }: KeptGrade,
): void {
  const at = join(folder, attemptFolder(run, attempt.number));
  const grades = [...before, latest];
  const grade = decidingGrade(grades) ?? latest;
  const { observation } = grade;
  const result = {
    instanceId: run.instanceId,
    patch: Buffer.from(attempt.wholePatch).toString("utf8"),
    patchApplied: observation.kind !== "infra",
    outcome: runOutcome(attempt, grades),
    failToPass: observation.kind === "tests" ? grade.failToPass : [],
    passToPass: observation.kind === "tests" ? grade.passToPass : [],
    touchedTestFiles: grade.touchedTestFiles,
  };
  const report = instanceReport(result, datasetDigest);
  // What the environment failed has nothing to show: the next grading takes its place.
  const isFirst = before.every((one) => one.observation.kind === "infra");
  const name = isFirst ? "test_output.txt" : `test_output-${latest.number}.txt`;
  writeFileAtomic(join(at, name), log);
  writeFileAtomic(join(at, "report.json"), json(report));
}

/** What the tests of a run's attempt printed; null where none were run. */
export function testOutput(folder: string, run: RunIdParts, attempt: number): string | null {
  const path = join(folder, attemptFolder(run, attempt), "test_output.txt");
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** Keeps the log of how a state came about, and what is wrong with it. */
export function keepState(
  folder: string,
  { benchmark, instanceId, condition }: StateKey,
  candidate: number,
  { proposed, committed, log }: PreparedState,
  faults: readonly EngineFaultCase[],
): void {
  if (proposed.changes.size === 0 && proposed.log === null) return;
  const at = join(folder, "states", benchmark, instanceId, `${condition}-draw-${candidate}`);
  writeFileAtomic(join(at, "log.json"), json(proposed.log));
  writeFileAtomic(join(at, "state.diff"), committed.statePatch);
  if (faults.length > 0) writeFileAtomic(join(at, "faults.json"), json(faults));
  for (const [index, { minimal }] of faults.entries()) {
    if (log === null || minimal.length === 0) continue;
    const minimalLog = { ...log, passes: [], faults: [], rewrites: minimal };
    writeFileAtomic(join(at, `fault-${index + 1}.json`), json(minimalLog));
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
