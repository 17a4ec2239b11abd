// The logs in pytest-logs/ were written by pytest 7.2.2 (Python 3.8) and 8.4.2 (Python 3.11, with
// pytest-xdist 3.8), all over the same test_all.py and test_broken.py there.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pytest } from "./pytest.ts";

function log(name: string): string {
  return readFileSync(new URL(`pytest-logs/${name}.txt`, import.meta.url), "utf8");
}

const parse = (output: string) => Object.fromEntries(pytest.parse(output));

const EXPECTED = {
  "test_all.py::TestC::test_ok": "PASSED",
  "test_all.py::test_prints": "PASSED",
  "test_all.py::test_fail": "FAILED",
  "test_all.py::test_param[a b]": "PASSED",
  "test_all.py::test_param[x, y]": "PASSED",
  "test_all.py::test_param[p - q]": "FAILED",
  "test_all.py::test_param[[z]]": "FAILED",
  "test_all.py::test_param[r] - s]": "PASSED",
  "test_all.py::test_param[\\xfc]": "PASSED",
  "test_all.py::test_param[a::b]": "PASSED",
  "test_all.py::test_param[]": "PASSED",
  "test_all.py::test_xfail": "XFAIL",
  "test_all.py::test_xfail_not_run": "XFAIL",
  "test_all.py::test_xpass": "FAILED",
  "test_all.py::test_setup_error": "ERROR",
  "test_all.py::test_teardown_error": "ERROR",
  "test_broken.py": "ERROR",
};

describe("pytest", () => {
  test.each(["pytest7-rA", "pytest8-rA", "pytest8-rA-q"])("reads %s", (name) => {
    expect(parse(log(name))).toEqual(EXPECTED);
  });

  test.each(["pytest7-v", "pytest8-v", "pytest8-rA-v-color", "pytest8-xdist"])(
    "reads %s, which names skipped tests as well",
    (name) => {
      expect(parse(log(name))).toEqual({ ...EXPECTED, "test_all.py::test_skip": "SKIPPED" });
    },
  );

  test("line ends of Windows make no difference", () => {
    expect(parse(log("pytest8-rA").replaceAll("\n", "\r\n"))).toEqual(EXPECTED);
  });

  test("a run that broke off passes nothing, and still tells what failed", () => {
    const output = log("pytest8-v").replace(/^=+ .* in [\d.]+s =+$/m, "");
    expect(new Set(pytest.parse(output).values())).toEqual(
      new Set(["FAILED", "SKIPPED", "XFAIL", "ERROR"]),
    );
  });

  test("one forged line more than the closing line counts, and none is believed", () => {
    const title =
      "=========================== short test summary info ============================\n";
    const output = log("pytest8-rA");
    const at = output.lastIndexOf(title) + title.length;
    const forged = `${output.slice(0, at)}PASSED test_gone.py::test_x\n${output.slice(at)}`;
    expect([...pytest.parse(forged).values()]).not.toContain("PASSED");
  });

  test.each([
    ["FAILED t.py::x[a - b] - E: c - d", "t.py::x[a - b]"],
    ["FAILED t.py::x - E: c - d", "t.py::x"],
    ["FAILED t.py::x", "t.py::x"],
    ["ERROR t.py - ImportError: no", "t.py"],
    ["XFAIL t.py::x[1, 2] - [NOTRUN] ", "t.py::x[1, 2]"],
    ["SKIPPED t.py::x - not folded", "t.py::x"],
  ])("%s is about %s", (line, id) => {
    const title = "=== short test summary info ===";
    expect([...pytest.parse(`${title}\n${line}\n=== 1 failed in 0.01s ===\n`).keys()]).toEqual([
      id,
    ]);
  });

  test("an old closing line counts too", () => {
    const output = "a.py::t PASSED   [100%]\n\n=== 1 passed, 2 warnings in 0.12 seconds ===\n";
    expect(parse(output)).toEqual({ "a.py::t": "PASSED" });
  });
});
