// SWE-bench's files of one instance, so that results can be read by tools that know them: the
// prediction line and report.json (run-summary-json.ts has the summary). Field names: grading.py of
// SWE-bench 5.
import type { Outcome } from "../core/outcome.ts";
import type { TestResult } from "../core/run.ts";

export interface Prediction {
  readonly instance_id: string;
  readonly model_name_or_path: string;
  readonly model_patch: string;
}

/** One line of a predictions file, with its newline. */
export function predictionLine(prediction: Prediction): string {
  const { instance_id, model_name_or_path, model_patch } = prediction;
  return `${JSON.stringify({ instance_id, model_name_or_path, model_patch })}\n`;
}

/** What is known of one instance's run. */
export interface InstanceResult {
  readonly instanceId: string;
  /** The submitted patch; null where the run ended without any. */
  readonly patch: string | null;
  readonly patchApplied: boolean;
  readonly outcome: Outcome;
  /** Empty where the tests did not run. */
  readonly failToPass: readonly TestResult[];
  readonly passToPass: readonly TestResult[];
  /** Files of the tests, or of what decides how they run, that the patch touches. */
  readonly touchedTestFiles: readonly string[];
}

interface Verdicts {
  readonly success: readonly string[];
  readonly failure: readonly string[];
}

export interface InstanceReport {
  /** Not SWE-bench's: its readers pass over it. */
  readonly dataset_digest: string;
  /** Not SWE-bench's either. */
  readonly touched_test_files: readonly string[];
  readonly patch_is_None: boolean;
  readonly patch_exists: boolean;
  readonly patch_successfully_applied: boolean;
  readonly resolved: boolean;
  readonly infra_failure: boolean;
  readonly infra_failure_reason?: string;
  readonly tests_status: Readonly<
    Record<"FAIL_TO_PASS" | "PASS_TO_PASS" | "FAIL_TO_FAIL" | "PASS_TO_FAIL", Verdicts>
  >;
}

/** Content of report.json: the report under its instance's id, with the digest of the data set. */
export function instanceReport(
  result: InstanceResult,
  datasetDigest: string,
): Readonly<Record<string, InstanceReport>> {
  const { patch, patchApplied, outcome, failToPass, passToPass } = result;
  const isInfra = outcome.kind === "infra";
  return {
    [result.instanceId]: {
      patch_is_None: patch === null,
      patch_exists: patch !== null && patch !== "",
      patch_successfully_applied: patchApplied,
      resolved: outcome.kind === "resolved",
      infra_failure: isInfra,
      ...(isInfra ? { infra_failure_reason: outcome.code } : {}),
      dataset_digest: datasetDigest,
      touched_test_files: result.touchedTestFiles,
      tests_status: {
        FAIL_TO_PASS: verdicts(failToPass),
        PASS_TO_PASS: verdicts(passToPass),
        // Part of the format; no instance names such tests.
        FAIL_TO_FAIL: { success: [], failure: [] },
        PASS_TO_FAIL: { success: [], failure: [] },
      },
    },
  };
}

/** Only PASSED is a success: a test that was skipped, expected to fail or is missing is not. */
function verdicts(results: readonly TestResult[]): Verdicts {
  const named = (passed: boolean) =>
    results.filter(({ status }) => (status === "PASSED") === passed).map(({ test }) => test);
  return { success: named(true), failure: named(false) };
}
