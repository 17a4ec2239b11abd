// Which commands run tests, and what runners print.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../../test/shared-data.ts";
import { isTestCommand, testResult } from "./test-run.ts";

it.each([
  ...["pytest", "py.test -x", "/usr/bin/python3 -m pytest a", "python -m unittest -v", "tox -e py"],
  ...["./tests/runtests.py a", "python tests/runtests.py a", "bin/test sympy", "manage.py test"],
  ...["python tests/test_a.py", "npm test", "npm run test:unit", "npx jest a", "yarn test"],
  ...["go test ./...", "cargo test", "mvn -q test", "./gradlew check", "make check", "node --test"],
  ...[
    "bundle exec rspec",
    "poetry run pytest",
    "coverage run -m pytest",
    "ctest",
    "./run_tests.sh",
  ],
])("%s runs tests", (command) => {
  expect(isTestCommand(command.split(" "))).toBe(true);
});

it.each([
  ...["python a.py", "python -c test_a.py", "pytest --version", "npm install", "make", "go build"],
  ...[
    "cat tests/test_a.py",
    "test -f a",
    "cargo build",
    "python -m pip install pytest",
    "npx eslint",
  ],
])("%s does not", (command) => {
  expect(isTestCommand(command.split(" "))).toBe(false);
});

describe("what a run came to", () => {
  it.each([
    ["= 3 failed, 466 passed, 1 warning in 2.1s =", 1, "failed", 466, 3],
    ["===== 201 passed, 2 skipped in 1.00s =====", 0, "passed", 201, 0],
    ["5 passed in 0.02s", 0, "passed", 5, 0],
    ["===== no tests ran in 0.01s =====", 5, "unknown", null, 0],
    ["Ran 9 tests in 0.1s\n\nOK (skipped=1)\nDestroying test database", 0, "passed", null, 0],
    ["FAILED (failures=2, errors=1)", 1, "failed", null, 2],
    ["FAILED (errors=1)", 1, "failed", null, 1],
    ["Tests:       1 failed, 2 passed, 3 total", 1, "failed", 2, 1],
    ["  4 passing (8ms)\n  1 failing", 1, "failed", 4, 1],
    ["test result: FAILED. 3 passed; 1 failed; 0 ignored", 101, "failed", 3, 1],
    ["# pass 3\n# fail 0", 0, "passed", 3, 0],
    ["ok  \tpkg\t0.1s", 0, "passed", null, null],
    ["--- FAIL: TestX\nFAIL", 1, "failed", null, null],
    ["bash: pytest: command not found", 127, "failed", null, null],
    ["Traceback (most recent call last):\n  boom", null, "failed", null, null],
    ["nothing known", null, "unknown", null, null],
    // A pipe hides the runner's exit code; its words do not lie.
    ["===== 1 failed in 1.00s =====", 0, "failed", null, 1],
  ])("%j with exit code %s", (output, exitCode, result, passed, failed) => {
    expect(testResult("tests", output, exitCode)).toEqual({
      scope: "tests",
      result,
      passed,
      failed,
    });
  });

  it("takes a script's word by its exit code and tracebacks alone", () => {
    expect(testResult("script", "FAILED (errors=1)", 0).result).toBe("passed");
    expect(testResult("script", "x", 1).result).toBe("failed");
    expect(testResult("script", "ValueError: x", 0).result).toBe("failed");
    expect(testResult("script", "x", null).result).toBe("unknown");
  });

  const logs = sharedData("trajectories/log_samples/generated");
  it
    .skipIf(logs === null)
    .each([
      ...["pytest72_q", "pytest72_v", "pytest72_xdist_v", "unittest311_v", "unittest39_v"],
      ...["jest29_default", "jest29_verbose", "mocha10_spec", "mocha10_dot", "node20_test_tap"],
      ...[
        "node20_test_spec",
        "go119_test_v",
        "cargo195_test",
        "vitest2_default",
        "rspec_documentation",
      ],
      ...["minitest_v"],
    ])("sees the failures in %s", (name) => {
    const output = readFileSync(join(logs ?? "", `${name}.txt`), "utf8");
    expect(testResult("tests", output, null).result).toBe("failed");
  });
});
