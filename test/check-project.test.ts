// `check project` as a user runs it: table and JSON, exit codes, and a check that was killed.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plumbline, temporaryFolder } from "./cli.ts";

const SOURCE = "def sign(x):\n    if x < 0:\n        return -1\n    else:\n        return 1\n";
const TESTS = [1, 2, 3, 4].map((i) => `test_${i}.py`);
const test = `
import pathlib, sys, time, unittest
sys.path.insert(0, "lib")
from money import sign

class T(unittest.TestCase):
    def test_sign(self):
        time.sleep(0.3)
        self.assertEqual([sign(-2), sign(0)], [-1, 1])

    def test_source(self):
        text = pathlib.Path("lib/money.py").read_text()
        self.assertIn("if x < 0:", text)
`;

let root: ReturnType<typeof temporaryFolder>;
let project: string;
beforeEach(() => {
  root = temporaryFolder();
  project = join(root.path, "project");
  mkdirSync(join(project, "lib"), { recursive: true });
  mkdirSync(join(project, "t"));
  writeFileSync(join(project, "lib/money.py"), SOURCE);
  for (const name of TESTS) writeFileSync(join(project, "t", name), test);
});
afterEach(() => root[Symbol.dispose]());

const at = (...parts: string[]) => join(root.path, ...parts);
const check = (...args: string[]) => plumbline(["check", "project", project, ...args]);
const COUNTED = `echo >> "$RUNS"; exec python3 -m unittest -v "$@"`;

describe("plumbline check project", () => {
  it("counts sites where there is no test command", async () => {
    const { stdout, exitCode } = await check("--spt", "if-else-switcher");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("1 of 5 Python files can be rewritten.\nNo tests were run.\n");
    expect(stdout).toMatch(/python\/if-else-switcher +1 +1 +100\.0 %/);
  });

  it("names the test that changes and the rewrite that changes it", async () => {
    const args = ["--test-command", "python3 -m unittest -v", "--tests", "t/test_[12].py"];
    const spt = ["--spt", "if-else-switcher,double-negation", "--passes", "alone"];
    const plain = await check(...args, ...spt, "--out", at("out"));
    expect(plain.exitCode).toBe(1);
    expect(plain.stdout).toContain("2 of 4 test files ran (50.0 %): 4 tests in");
    expect(plain.stdout).toContain("t.test_1.T.test_source: PASSED → FAILED");
    expect(plain.stdout).toContain("lib/money.py:2, site 0 of python/double-negation");
    expect(plain.stderr).toContain("outcomes changed");
    const json = await check(...args, ...spt, "--out", at("out"), "--json", "--quiet");
    const report = JSON.parse(json.stdout) as unknown;
    expect(report).toEqual(JSON.parse(readFileSync(at("out/report.json"), "utf8")));
    expect(report).toMatchObject({
      project: { pythonFiles: 5, rewritableFiles: 1 },
      suite: { share: { selected: 2, all: 4 }, tests: 4, stable: 4, flaky: [], independent: 0 },
      passes: [
        {
          pass: "python/double-negation",
          transformations: [
            { id: "python/double-negation", matched: 1, rewritten: 1, refused: {} },
          ],
          ...{ filesRewritten: 1, skipped: [], faults: [] },
          tests: { batches: 2, compared: 4, unsteady: [] },
        },
        { pass: "python/if-else-switcher" },
      ],
    });
  });

  it("goes on after it was killed, and leaves the project as it is", async () => {
    const runs = at("runs");
    const command = ["--test-command", `bash -c '${COUNTED}' sh`, "--parser", "unittest"];
    const args = [...command, "--env", `RUNS=${runs}`, "--tests", "test_*.py", "--causes", "0"];
    const once = [...args, "--spt", "if-else-switcher", "--passes", "alone", "--out", at("out")];
    const killed = await plumbline(["check", "project", project, ...once], {
      kill: { afterMs: 6000, signal: "SIGKILL" },
    });
    expect(killed.signal).toBe("SIGKILL");
    const { exitCode, stderr } = await check(...once);
    expect(stderr).toContain("outcomes changed");
    expect(exitCode).toBe(1);
    // Twice untouched, once broken, twice rewritten since each batch differs; one was cut off.
    const count = readFileSync(runs, "utf8").length;
    expect(count).toBeGreaterThanOrEqual(20);
    expect(count).toBeLessThanOrEqual(21);
    expect(readFileSync(join(project, "lib/money.py"), "utf8")).toBe(SOURCE);
  });

  it.each([
    [["--fraction", "2"], "--fraction"],
    [["--passes", "each"], "--passes"],
    [["--batch", "0"], "--batch"],
    [["--level", "none"], "--level"],
    [["--env", "PATH"], "NAME=VALUE"],
    [["--baseline-runs", "1"], "--baseline-runs"],
    [["--spt", "double-negatio"], "double-negation"],
    [["--keywords", "/no/such/file"], "--keywords /no/such/file can't be read"],
    [["--python", "/no/such/python"], "/no/such/python"],
    [["--test-command", "make check"], "--parser"],
    [["--test-command", "pytest", "--affected"], "--affected needs"],
    [["--test-command", "pytest", "--tests", "none_*.py"], "No Python file matches"],
    [["--test-command", "true", "--parser", "noise"], "No parser is called"],
  ])("says in one line what is wrong with %j", async (args, message) => {
    const { exitCode, stderr } = await check("--quiet", ...args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect(exitCode).toBe(2);
  });
});
