// A grading, or one that an earlier study kept. Only a first grading of a first replicate may be
// another's: whoever repeats wants to see what repeats show.
import { hostname, release } from "node:os";
import { factEnvironment } from "../../core/instance-facts.ts";
import type { Attempt } from "../../core/run.ts";
import { GRADER_VERSION } from "../../grading/grader-version.ts";
import type { GradeKey } from "../../store/grade-cache.ts";
import { gradeRun } from "./grade-run.ts";
import type { GradedRun, GradeRequest } from "./grade-run.ts";
import type { RunContext } from "./run-context.ts";
import { planned } from "./run-context.ts";

/** Grades, unless the study reuses grades and this one is known. Only what saw tests is kept. */
export async function gradeOrReuse(
  context: RunContext,
  request: GradeRequest & { readonly attempt: Attempt },
): Promise<GradedRun> {
  const { gradeCache, clock } = context;
  const key = gradeCache === undefined ? null : gradeKey(context, request);
  if (gradeCache === undefined || key === null) return gradeRun(context, request);
  const kept = gradeCache.read(key);
  if (kept !== null) {
    const { run, attempt, number } = request;
    const { gradedAt: reusedFrom, ...observed } = kept.grade;
    const made = { runId: run.id, attempt: attempt.number, number, gradedAt: clock.now() };
    return { grade: { ...made, ...observed, reusedFrom }, log: kept.log };
  }
  const graded = await gradeRun(context, request);
  if (graded.grade.observation.kind === "tests") gradeCache.write(key, graded.grade, graded.log);
  return graded;
}

function gradeKey(
  context: RunContext,
  { run, attempt, number, loaded }: GradeRequest & { readonly attempt: Attempt },
): GradeKey | null {
  const isFirst = run.purpose === "solve" && run.replicate === 1 && number === 1;
  const { isolation, stateDigest, patch } = attempt;
  const benchmark = planned(context.benchmarks, run.benchmark);
  const rowDigest = benchmark.rowDigests.get(run.instanceId);
  if (!isFirst || isolation === null || stateDigest === null || rowDigest === undefined) {
    return null;
  }
  return {
    ...{ patch, stateDigest, rowDigest, tests: benchmark.testCommand(loaded.instance) },
    environment: factEnvironment(isolation),
    host: `${hostname()} ${release()}`,
    limits: { ...context.sandboxLimits },
    restoresTests: context.restoreTests,
    graderVersion: GRADER_VERSION,
  };
}
