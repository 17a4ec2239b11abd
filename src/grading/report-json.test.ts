import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OUTCOME_KINDS } from "../core/outcome.ts";
import type { Outcome } from "../core/outcome.ts";
import type { InstanceResult } from "./report-json.ts";
import { instanceReport, predictionLine } from "./report-json.ts";
import { runSummary } from "./run-summary-json.ts";

function outcome(kind: Outcome["kind"]): Outcome {
  switch (kind) {
    case "limit":
      return { kind, which: "time" };
    case "infra":
      return { kind, code: "out_of_memory", evidence: "" };
    case "ambiguous":
      return { kind, code: "tests-timed-out", evidence: "" };
    case "resolved":
    case "unresolved":
    case "empty":
      return { kind };
  }
}

function result(instanceId: string, kind: Outcome["kind"]): InstanceResult {
  return {
    instanceId,
    patch: "diff",
    patchApplied: true,
    outcome: outcome(kind),
    failToPass: [
      { test: "a", status: "PASSED" },
      { test: "b", status: "XFAIL" },
      { test: "c", status: "MISSING" },
    ],
    passToPass: [],
    touchedTestFiles: ["tests/test_a.py"],
  };
}

test("a prediction is one line of JSON with SWE-bench's keys", () => {
  const prediction = { instance_id: "a__b-1", model_name_or_path: "m", model_patch: "x\ny\n" };
  expect(predictionLine(prediction)).toBe(
    '{"instance_id":"a__b-1","model_name_or_path":"m","model_patch":"x\\ny\\n"}\n',
  );
});

describe("instanceReport", () => {
  test("only what passed is a success", () => {
    expect(instanceReport(result("a__b-1", "unresolved"), "d1")).toEqual({
      "a__b-1": {
        patch_is_None: false,
        patch_exists: true,
        patch_successfully_applied: true,
        resolved: false,
        infra_failure: false,
        dataset_digest: "d1",
        touched_test_files: ["tests/test_a.py"],
        tests_status: {
          FAIL_TO_PASS: { success: ["a"], failure: ["b", "c"] },
          PASS_TO_PASS: { success: [], failure: [] },
          FAIL_TO_FAIL: { success: [], failure: [] },
          PASS_TO_FAIL: { success: [], failure: [] },
        },
      },
    });
  });

  test("an infrastructure failure carries its reason, and no patch is told from an empty one", () => {
    const infra = instanceReport({ ...result("i", "infra"), patch: null }, "d1")["i"];
    expect(infra).toMatchObject({ patch_is_None: true, infra_failure_reason: "out_of_memory" });
    const empty = instanceReport({ ...result("i", "empty"), patch: "" }, "d1")["i"];
    expect(empty).toMatchObject({ patch_is_None: false, patch_exists: false });
  });
});

describe("runSummary", () => {
  test("has the keys of schema version 2 in their order", () => {
    expect(Object.keys(runSummary([], []))).toEqual(
      `total_instances submitted_instances completed_instances resolved_instances
      unresolved_instances infra_failure_instances ambiguous_failure_instances
      empty_patch_instances error_instances completed_ids incomplete_ids empty_patch_ids
      submitted_ids resolved_ids unresolved_ids infra_failure_ids ambiguous_failure_ids
      failure_reasons error_ids schema_version`.split(/\s+/),
    );
  });

  test("every submitted id is in one list, and the counts add up", () => {
    const kinds = fc.array(fc.option(fc.constantFrom(...OUTCOME_KINDS)), { maxLength: 20 });
    fc.assert(
      fc.property(kinds, (drawn) => {
        const ids = drawn.map((_, i) => `i-${i}`);
        const results = drawn.flatMap((kind, i) => (kind === null ? [] : [result(`i-${i}`, kind)]));
        const s = runSummary(ids, results);
        const parts = [
          s.resolved_ids,
          s.unresolved_ids,
          s.empty_patch_ids,
          s.infra_failure_ids,
          s.ambiguous_failure_ids,
          s.error_ids,
        ];
        expect(parts.flat().sort()).toEqual(s.submitted_ids);
        expect(s.submitted_instances + s.incomplete_ids.length).toBe(s.total_instances);
        expect(s.completed_instances).toBe(s.resolved_instances + s.unresolved_instances);
      }),
    );
  });

  test("an id that is submitted twice or unknown has no place in it", () => {
    const one = result("a", "resolved");
    expect(() => runSummary(["a"], [one, one])).toThrow("a is submitted twice.");
    expect(() => runSummary([], [one])).toThrow("a is not an instance of the dataset.");
  });
});
