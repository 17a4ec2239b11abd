// What the scores of runs need beside their recorded outcomes: the gradings of patches that were
// graded more than once, and outcomes without the tests that are excluded.
import { exclusions } from "../analysis/exclusion-rule.ts";
import { graderVariance } from "../analysis/grader-variance.ts";
import type { GraderVariance, InstanceExclusion } from "../analysis/index.ts";
import { reducedOutcome } from "../analysis/reduced-outcome.ts";
import { allPassed } from "../core/outcome.ts";
import type { Outcome } from "../core/outcome.ts";
import type { StudyDatabase } from "../store/database.ts";
import { gradesOf, lastClosedAttempt, regradedRuns } from "../store/read-run.ts";
import { runRows } from "../store/run-facts.ts";
import { storedOutcome } from "../store/stored-outcome.ts";
import { studyInstanceFacts } from "../store/study-instance-facts.ts";

/** Which run of which instance. */
interface RunOfInstance {
  readonly runId: string;
  readonly benchmark: string;
  readonly instanceId: string;
}

/** By the facts that a study was begun with: instances of which a test is excluded. */
export function studyExclusions(folder: string): InstanceExclusion[] {
  return studyInstanceFacts(folder).flatMap(({ benchmark, instanceId, facts }) => {
    if (facts === null) return [];
    const { tests, isLeftOut } = exclusions(facts);
    return tests.length === 0
      ? []
      : [{ benchmark, instanceId, tests: tests.map((test) => ({ ...test })), isLeftOut }];
  });
}

/** Whether each grading of a patch resolved, for runs with several that saw tests. */
export function gradingsByRun(db: StudyDatabase): ReadonlyMap<string, boolean[]> {
  return new Map(
    regradedRuns(db).map(({ runId, attempt }) => {
      const grades = gradesOf(db, runId, attempt);
      const seen = grades.filter(({ observation }) => observation.kind === "tests");
      return [runId, seen.map(allPassed)];
    }),
  );
}

/** The grader's part in all runs of a study of one agent on one benchmark. */
export function studyGraderVariance(db: StudyDatabase): GraderVariance | null {
  const gradings = gradingsByRun(db);
  const recorded = runRows(db).filter(
    ({ purpose, status }) => purpose === "solve" && status === "recorded",
  );
  return graderVariance(
    recorded.map((row) => {
      const several = gradings.get(row.runId);
      return {
        ...{ instanceId: row.instanceId, conditionId: row.condition },
        outcome: storedOutcome(row),
        ...(several === undefined ? {} : { gradings: several }),
      };
    }),
  );
}

/** Outcomes without excluded tests, of the runs of instances that have any. */
export function reducedByRun(
  db: StudyDatabase,
  runs: readonly RunOfInstance[],
  excluded: readonly InstanceExclusion[],
): ReadonlyMap<string, Outcome | null> {
  const byInstance = new Map(excluded.map((one) => [`${one.benchmark}:${one.instanceId}`, one]));
  const reduced = new Map<string, Outcome | null>();
  for (const { runId, benchmark, instanceId } of runs) {
    const tests = byInstance.get(`${benchmark}:${instanceId}`);
    const attempt = tests === undefined ? null : lastClosedAttempt(db, runId);
    if (tests === undefined || attempt === null) continue;
    const grades = gradesOf(db, runId, attempt.number);
    const evidence = { ending: attempt.ending, patchIsEmpty: attempt.patch.length === 0, grades };
    reduced.set(runId, reducedOutcome(evidence, tests));
  }
  return reduced;
}
