import { describe, expect, it } from "vitest";
import { exclusions } from "./test-files.ts";

const reason = exclusions({
  testPatchFiles: ["pkg/checks.py"],
  testIdFiles: ["suite/cases.py"],
  isBenchmarkTest: (path) => path.startsWith("qa/"),
  exclude: ["docs/**", "**/_vendor/**"],
});

describe("exclusions", () => {
  it.each([
    ["pkg/checks.py", "touched by the test patch"],
    ["suite/cases.py", "named by a test id"],
    ["qa/run.py", "a test by the benchmark's rule"],
    ["pkg/tests/test_a.py", "a test by its path"],
    ["tests/helper.py", "a test by its path"],
    ["conftest.py", "a test by its path"],
    ["docs/conf.py", "excluded by docs/**"],
    ["pkg/_vendor/x/y.py", "excluded by **/_vendor/**"],
    ["pkg/core.py", null],
    ["pkg/data/contest.py", null],
  ])("%s: %s", (path, expected) => {
    expect(reason(path)).toBe(expected);
  });
});
