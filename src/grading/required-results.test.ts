import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TestStatus } from "../core/run.ts";
import { requiredResults } from "./required-results.ts";

const STATUSES = new Map<string, TestStatus>([
  ["t.py::test_a", "PASSED"],
  ["t.py::test_b[1]", "PASSED"],
  ["t.py::test_b[x[0]::y]", "FAILED"],
  ["t.py::test_c[1]", "PASSED"],
  ["t.py::test_c[2]", "PASSED"],
]);
const of = (tests: string[], expands: boolean) =>
  requiredResults({ FAIL_TO_PASS: tests, PASS_TO_PASS: [] }, STATUSES, expands).failToPass.map(
    ({ status }) => status,
  );

describe("the results of required tests", () => {
  it("are those that the log names, and MISSING otherwise", () => {
    expect(of(["t.py::test_a", "t.py::test_b[1]", "t.py::test_x"], false)).toEqual([
      ...["PASSED", "PASSED", "MISSING"],
    ]);
  });

  it("take an id without parameters for all variants only where the benchmark says so", () => {
    const ids = ["t.py::test_b", "t.py::test_c", "t.py::test_"];
    expect(of(ids, false)).toEqual(["MISSING", "MISSING", "MISSING"]);
    expect(of(ids, true)).toEqual(["FAILED", "PASSED", "MISSING"]);
  });

  it("are one for an id that is listed twice", () => {
    expect(of(["t.py::test_a", "t.py::test_a"], false)).toEqual(["PASSED"]);
  });

  it("pass only where every variant passed", () => {
    const status = fc.constantFrom<TestStatus>("PASSED", "FAILED", "SKIPPED", "ERROR", "XFAIL");
    fc.assert(
      fc.property(fc.array(status, { minLength: 1 }), (variants) => {
        const log = new Map(variants.map((value, index) => [`t::x[${index}]`, value]));
        const lists = { FAIL_TO_PASS: ["t::x"], PASS_TO_PASS: ["t::x"] };
        const { failToPass, passToPass } = requiredResults(lists, log, true);
        const allPassed = variants.every((value) => value === "PASSED");
        expect(failToPass[0]?.status === "PASSED").toBe(allPassed);
        expect(passToPass).toEqual(failToPass);
      }),
    );
  });
});
