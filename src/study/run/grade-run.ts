// Grades one attempt in another fresh environment: the same state prepared again, the patch applied
// to that tree, the instance's tests.
import type { Attempt, Grade, PlannedRun } from "../../core/run.ts";
import { parsePatch, touchedFiles } from "../../code/patch/index.ts";
import { gradePatch } from "../../grading/grade-patch.ts";
import type { GradeResult } from "../../grading/grade-patch.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import type { LoadedInstance } from "./load-instance.ts";
import { openState } from "./open-state.ts";
import type { PreparedState } from "./prepare-state.ts";
import type { RunContext } from "./run-context.ts";
import { planned } from "./run-context.ts";

export interface GradeRequest {
  readonly run: PlannedRun;
  readonly attempt: Pick<Attempt, "number" | "patch">;
  readonly number: number;
  readonly loaded: LoadedInstance;
  readonly state: PreparedState;
}

export interface GradedRun {
  readonly grade: Grade;
  readonly log: Buffer;
}

/** Carries out one grading. Faults of the environment are the observation `infra`. */
export async function gradeRun(context: RunContext, request: GradeRequest): Promise<GradedRun> {
  const { run, attempt, number } = request;
  const { log, ...observed } = await observe(context, request);
  const grade = {
    runId: run.id,
    attempt: attempt.number,
    number,
    gradedAt: context.clock.now(),
    ...observed,
  };
  return { grade, log };
}

type Observed = GradeResult & Pick<Grade, "touchedTestFiles">;

async function observe(context: RunContext, request: GradeRequest): Promise<Observed> {
  const { run, attempt, loaded, state } = request;
  const { instance } = loaded;
  const benchmark = planned(context.benchmarks, run.benchmark);
  const tests = benchmark.testCommand(instance);
  const testFiles = new Set(touchedFiles(parsePatch(instance.test_patch)));
  const touchedTestFiles = touchedFiles(parsePatch(attempt.patch)).filter(
    (path) => testFiles.has(path) || benchmark.isTestPath(path, instance),
  );
  let sandbox;
  try {
    const label = `${run.id}-${attempt.number}-grade`;
    ({ sandbox } = await openState(context, label, state.committed, loaded.setting));
    const result = await gradePatch({
      sandbox,
      instance,
      patch: attempt.patch,
      // What the instance's own test patch writes has to be there as it expects it.
      putBack: context.restoreTests
        ? touchedTestFiles
        : touchedTestFiles.filter((path) => testFiles.has(path)),
      tests,
      inImage: loaded.setting.inImage,
      expandsParameters: benchmark.expandsParameters,
      parser: planned(context.parsers, tests.parser),
      clock: context.clock,
      signal: context.signal,
    });
    return { ...result, touchedTestFiles };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SandboxError)) throw error;
    return {
      durationMs: 0,
      parser: tests.parser,
      observation: { kind: "infra", code: error.code, evidence: error.message },
      failToPass: [],
      passToPass: [],
      touchedTestFiles,
      log: Buffer.alloc(0),
    };
  } finally {
    await sandbox?.dispose();
  }
}
