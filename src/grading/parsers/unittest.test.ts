import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { unittest } from "./unittest.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-unittest-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Interpreters by minor version, from PATH or from pyenv. */
function findPython(minor: number): string | null {
  const pyenv = join(homedir(), ".pyenv", "versions");
  const versions = existsSync(pyenv) ? readdirSync(pyenv) : [];
  const installed = versions.filter((name) => name.startsWith(`3.${minor}.`));
  const candidates = [
    `python3.${minor}`,
    ...installed.map((name) => join(pyenv, name, "bin/python3")),
  ];
  const check = ["-c", `import sys; sys.exit(sys.version_info[:2] != (3, ${minor}))`];
  return candidates.find((path) => spawnSync(path, check).status === 0) ?? null;
}

/** The program itself: what PATH names may be a slow wrapper around it. */
const PYTHON = spawnSync("python3", ["-c", "import sys; print(sys.executable)"])
  .stdout.toString()
  .trim();

/** Merged output of `python -m unittest -v`, as grading sees it. */
function run(files: Readonly<Record<string, string>>, modules: string, python = PYTHON): string {
  const folder = mkdtempSync(join(scratch, "run-"));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  const command = `${python} -m unittest -v ${modules} 2>&1`;
  const env = { PATH: process.env["PATH"], PYTHONDONTWRITEBYTECODE: "1", LANG: "C.UTF-8" };
  return spawnSync("bash", ["-c", command], { cwd: folder, env }).stdout.toString();
}

const parse = (output: string) => Object.fromEntries(unittest.parse(output));

const EVERYTHING = `
import sys, unittest
class T(unittest.TestCase):
    def test_ok(self): pass
    def test_doc(self):
        """A docstring ... with dots (and.brackets)."""
    def test_fail(self): self.fail("x")
    def test_error(self): raise ValueError("x")
    @unittest.skip("because 'quoted' \\"both\\"")
    def test_skip(self): pass
    @unittest.expectedFailure
    def test_xfail(self): self.fail()
    @unittest.expectedFailure
    def test_xpass(self): pass
    def test_sub_fail(self):
        for i in range(3):
            with self.subTest("message", i=i): self.assertNotEqual(i, 1)
    def test_sub_and_itself_fail(self):
        with self.subTest(path="../a/x"): self.fail()
        self.fail()
    def test_sub_noise(self):
        sys.stderr.write("noise")
        with self.subTest(i=1): self.fail()
        sys.stderr.write("noise")
        self.fail()
    def test_sub_ok(self):
        with self.subTest(i=1): pass
    def test_sub_skip(self):
        with self.subTest(i=1): self.skipTest("part")
    def test_prints(self): sys.stderr.write("an error line\\nFAIL\\n")
    def test_prints_no_newline(self): sys.stderr.write("look")
class BrokenSetUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise RuntimeError
    def test_never(self): pass
class LoudBrokenSetUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sys.stderr.write("loading")
        raise RuntimeError
    def test_never(self): pass
class BrokenTearDown(unittest.TestCase):
    @classmethod
    def setUpClass(cls): sys.stderr.write("no newline ")
    @classmethod
    def tearDownClass(cls): raise RuntimeError
    def test_before(self): pass
class Async(unittest.IsolatedAsyncioTestCase):
    async def test_async(self): pass
`;

describe("unittest", () => {
  for (const minor of [8, 9, 10, 11, 12, 13]) {
    const python = findPython(minor);
    test.skipIf(python === null)(
      `reads every status of Python 3.${minor}${python === null ? " (skipped: not installed)" : ""}`,
      () => {
        const files = { "all.py": EVERYTHING, "broken.py": "import nosuch" };
        expect(parse(run(files, "all broken", python ?? ""))).toEqual({
          "all.T.test_ok": "PASSED",
          "all.T.test_doc": "PASSED",
          "all.T.test_fail": "FAILED",
          "all.T.test_error": "ERROR",
          "all.T.test_skip": "SKIPPED",
          "all.T.test_xfail": "XFAIL",
          "all.T.test_xpass": "FAILED",
          "all.T.test_sub_fail": "FAILED",
          "all.T.test_sub_and_itself_fail": "FAILED",
          "all.T.test_sub_noise": "FAILED",
          "all.T.test_sub_ok": "PASSED",
          "all.T.test_sub_skip": "SKIPPED",
          "all.T.test_prints": "PASSED",
          "all.T.test_prints_no_newline": "PASSED",
          "all.BrokenSetUp.setUpClass": "ERROR",
          "all.LoudBrokenSetUp.setUpClass": "ERROR",
          "all.BrokenTearDown.test_before": "PASSED",
          "all.BrokenTearDown.tearDownClass": "ERROR",
          "all.Async.test_async": "PASSED",
          broken: "ERROR",
        });
      },
    );
  }

  test("failed subtests, each announced on a line of its own, cost no other test its status", () => {
    const body = (assertion: string) => `
        for reference in ("x", "../a/x"):
            with self.subTest(reference=reference): self.assertEqual(reference, "y")
        ${assertion}`;
    const source = `
import unittest
class T(unittest.TestCase):
    def test_after(self): pass
    def test_1_itself_too(self):${body('self.assertEqual("x", "y")')}
    def test_2_only_subtests(self):${body("pass")}
    def test_3_documented(self):
        """Joins ... a reference."""${body("1 / 0")}
`;
    const output = run({ "m.py": source }, "m");
    expect(output).toMatch(/\nRan 4 tests in .*\n\nFAILED \(failures=7, errors=1\)\n$/);
    // The shape of 3.11 and later, which took all tests of a task their status.
    const old = /Python 3\.(8|9|10)\./.test(spawnSync(PYTHON, ["--version"]).stdout.toString());
    const own = "test_1_itself_too (m.T.test_1_itself_too)";
    const lines = `${own} ... \n  ${own} (reference='x') ... FAIL\n  ${own} (reference='../a/x') ... FAIL\n${own} ... FAIL\n`;
    if (!old) expect(output).toContain(lines);
    expect(parse(output)).toEqual({
      "m.T.test_1_itself_too": "FAILED",
      "m.T.test_2_only_subtests": "FAILED",
      "m.T.test_3_documented": "ERROR",
      "m.T.test_after": "PASSED",
    });
  });

  const behaviour = fc.constantFrom(
    { body: "pass", status: "PASSED" },
    { body: "self.fail('ok')", status: "FAILED" },
    { body: "raise KeyError('ok')", status: "ERROR" },
    { body: "self.skipTest('it\\'s \"odd\"')", status: "SKIPPED" },
    { body: "with self.subTest(i=1): self.fail()", status: "FAILED" },
    { body: "with self.subTest(i=1): self.fail()\n        1 / 0", status: "ERROR" },
  );
  const noise = fc.constantFrom(
    "",
    "print('ok')",
    "sys.stderr.write('ok\\n')",
    "sys.stderr.write('ok')",
    "sys.stderr.write('test_0 (m.T) ... ok\\n')",
    "sys.stderr.write('FAIL\\nERROR\\n')",
    "sys.stderr.write('\\x1b[32mok\\x1b[0m\\r\\n')",
    "print('Ran 1 test in 0.001s\\n\\nOK')",
    "sys.stderr.write('=' * 70 + '\\nsome title\\n' + '-' * 70 + '\\n')",
  );
  const docstring = fc.constantFrom("", '"""Does ... things."""', '"""ok"""');
  const tests = fc.array(fc.tuple(behaviour, noise, docstring), { minLength: 1, maxLength: 8 });

  test("whatever tests print, none passes that did not", () => {
    fc.assert(
      fc.property(tests, (cases) => {
        const methods = cases.map(
          ([{ body }, print, doc], i) =>
            `    def test_${i}(self):\n        ${doc || "pass"}\n        ${print || "pass"}\n        ${body}\n`,
        );
        const source = `import sys, unittest\nclass T(unittest.TestCase):\n${methods.join("")}`;
        const statuses = unittest.parse(run({ "m.py": source }, "m"));
        // A forged announcement may cost other tests their status, never give one.
        const isForged = cases.some(([, print]) => print.includes("test_0"));
        for (const [i, [{ status }]] of cases.entries()) {
          const found = statuses.get(`m.T.test_${i}`);
          if (!isForged) expect(found).toBe(status);
          else if (status !== "PASSED") expect(found).not.toBe("PASSED");
        }
      }),
      { numRuns: 15 },
    );
  });

  test.each([
    [
      "a forged line in a test that fails",
      "m.T.test_x",
      "FAILED",
      "sys.stderr.write('ok\\ntest_x (m.T.test_x) ... ok\\n'); self.fail()",
    ],
    [
      "a forged line, then a skip",
      "m.T.test_x",
      "SKIPPED",
      "sys.stderr.write('ok\\n'); self.skipTest('x')",
    ],
    [
      "a forged line without newline, then a skip",
      "m.T.test_x",
      "SKIPPED",
      "sys.stderr.write('ok\\nx'); self.skipTest('x')",
    ],
    [
      "a test that was never run",
      "m.T.test_y",
      undefined,
      "sys.stderr.write('ok\\ntest_y (m.T.test_y) ... ok\\n')",
    ],
    [
      "forged lines and an early end",
      "m.T.test_x",
      undefined,
      "sys.stderr.write('ok\\n'); sys.stderr.flush(); __import__('os')._exit(0)",
    ],
    [
      "a test that was never run, glued to other output",
      "m.T.test_y",
      undefined,
      "sys.stderr.write('ok\\nxtest_y (m.T.test_y) ... ok\\n')",
    ],
    [
      "a test that was never run, called like a fixture",
      "m.T.test_setUpClass",
      undefined,
      "sys.stderr.write('ok\\ntest_setUpClass (m.T.test_setUpClass) ... ok\\n')",
    ],
    [
      "a test that was never run, between a failed subtest and the test itself",
      "m.T.test_y",
      undefined,
      "with self.subTest(): self.fail()\n        sys.stderr.write('test_y (m.T.test_y) ... ok\\n'); self.fail()",
    ],
    [
      "a forged summary beside the real one",
      "m.T.test_y",
      undefined,
      "sys.stderr.write('ok\\ntest_y (m.T.test_y) ... ok\\n' + '-' * 70 + '\\nRan 2 tests in 0.001s\\n\\nOK\\n')",
    ],
    [
      "forged details that hide what follows",
      "m.T.test_x",
      "FAILED",
      "sys.stderr.write('ok\\n' + '=' * 70 + '\\nERROR: test_z (m.T)\\n'); self.fail()",
    ],
  ])("%s is not believed", (_, id, expected, body) => {
    const source = `import sys, unittest\nclass T(unittest.TestCase):\n    def test_x(self):\n        ${body}\n`;
    expect(unittest.parse(run({ "m.py": source }, "m")).get(id)).toBe(expected);
  });

  test("a module that fails to load cannot pass its tests by printing", () => {
    const source = "import sys\nsys.stderr.write('test_x (m.T.test_x) ... ok\\n')\nimport nosuch\n";
    expect(parse(run({ "m.py": source }, "m"))).toEqual({ m: "ERROR" });
  });

  test("the worse status counts where a test is named twice", () => {
    const rule = "-".repeat(70);
    const twice = "test_x (m.T) ... ok\ntest_x (m.T) ... skipped 'x'\n";
    expect(parse(`${twice}\n${rule}\nRan 2 tests in 0.001s\n\nOK (skipped=1)\n`)).toEqual({
      "m.T.test_x": "SKIPPED",
    });
  });

  const logs = new URL(
    "../../../../shared/data/trajectories/log_samples/real_runs/",
    import.meta.url,
  );
  const hasLogs = existsSync(logs);
  test.skipIf(!hasLogs)(
    `finds as many tests in Django's own logs as they say ran${hasLogs ? "" : " (skipped: ../shared is not there)"}`,
    () => {
      const names = readdirSync(logs).filter((name) => /^django.*(after|before)\.log/.test(name));
      for (const name of names) {
        const output = gunzipSync(readFileSync(new URL(name, logs))).toString();
        const ran = Number(/^Ran (\d+) tests?/m.exec(output)?.[1]);
        expect([name, unittest.parse(output).size]).toEqual([name, ran]);
        expect([...unittest.parse(output).values()]).toContain("PASSED");
      }
    },
  );
});
