// Grades one attempt in another fresh environment: the same state prepared again, the patch applied
// to that tree, the instance's tests.
import type { Attempt, Grade, PlannedRun } from "../../core/run.ts";
import { parsePatch, touchedFiles } from "../../code/patch/index.ts";
import { gradePatch } from "../../grading/grade-patch.ts";
import type { GradeResult } from "../../grading/grade-patch.ts";
import { placeTree } from "../../sandboxes/git.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import type { LoadedInstance } from "./load-instance.ts";
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

async function observe(context: RunContext, request: GradeRequest): Promise<GradeResult> {
  const { run, attempt, loaded, state } = request;
  const { instance } = loaded;
  const benchmark = planned(context.benchmarks, run.benchmark);
  const tests = benchmark.testCommand(instance);
  const testFiles = new Set(touchedFiles(parsePatch(instance.test_patch)));
  let sandbox;
  try {
    sandbox = await context.backend.create({
      label: `${run.id}-${attempt.number}-grade`,
      limits: context.sandboxLimits,
    });
    await placeTree(sandbox, state.committed);
    return await gradePatch({
      sandbox,
      instance,
      patch: attempt.patch,
      testPaths: touchedFiles(parsePatch(attempt.patch)).filter(
        (path) => testFiles.has(path) || benchmark.isTestPath(path, instance),
      ),
      tests,
      inImage: false,
      expandsParameters: benchmark.expandsParameters,
      parser: planned(context.parsers, tests.parser),
      clock: context.clock,
      signal: context.signal,
    });
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SandboxError)) throw error;
    return {
      durationMs: 0,
      parser: tests.parser,
      observation: { kind: "infra", code: error.code, evidence: error.message },
      failToPass: [],
      passToPass: [],
      log: Buffer.alloc(0),
    };
  } finally {
    await sandbox?.dispose();
  }
}
