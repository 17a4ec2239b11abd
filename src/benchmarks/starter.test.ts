import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { applyPatch, parsePatch } from "../code/patch/index.ts";
import { describeError } from "../core/errors.ts";
import { STARTER_ROOT, starterFrom } from "./starter.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-suite-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const TASK = "tasks/starter__tiny-1";
const SUITE: Readonly<Record<string, string>> = {
  "packages/tiny/tiny.py": "def one():\n    return 1\n",
  "packages/tiny/tests/__init__.py": "",
  "packages/tiny/tests/test_tiny.py":
    "import unittest\nfrom tiny import one\n\n\nclass T(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(one(), 1)\n",
  [`${TASK}/task.yaml`]:
    'instance_id: starter__tiny-1\nrepo: starter/tiny\nversion: "1.0"\ncreated_at: "2024-02-12"\ndifficulty: easy\nnote: none\n',
  [`${TASK}/tests.json`]: '{"FAIL_TO_PASS": ["tests.test_tiny.T.test_one"], "PASS_TO_PASS": []}',
  [`${TASK}/problem_statement.md`]: "one() is two\n",
  [`${TASK}/gold.patch`]:
    "diff --git a/tiny.py b/tiny.py\n--- a/tiny.py\n+++ b/tiny.py\n@@ -1,2 +1,2 @@\n def one():\n-    return 2\n+    return 1\n",
  [`${TASK}/test.patch`]:
    "diff --git a/tests/test_tiny.py b/tests/test_tiny.py\n--- a/tests/test_tiny.py\n+++ b/tests/test_tiny.py\n@@ -5,3 +5,3 @@\n class T(unittest.TestCase):\n     def test_one(self):\n-        one()\n+        self.assertEqual(one(), 1)\n",
};

/** A suite on disk; a file given as null is left out. */
function suite(changes: Readonly<Record<string, string | null>> = {}): string {
  const root = mkdtempSync(join(scratch, "suite-"));
  for (const [path, content] of Object.entries({ ...SUITE, ...changes })) {
    if (content === null) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

async function faultOf(root: string): Promise<string> {
  return starterFrom(root).then(
    () => "no fault",
    (error: unknown) => describeError(error).replaceAll(`${root}/`, ""),
  );
}

describe("a suite folder", () => {
  test("the base tree is the package with test patch and gold patch undone", async () => {
    const benchmark = await starterFrom(suite());
    const [instance] = await benchmark.instances();
    expect(instance).toMatchObject({
      instance_id: "starter__tiny-1",
      repo: "starter/tiny",
      created_at: "2024-02-12T12:00:00Z",
      base_commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    });
    const base = instance && (await benchmark.baseTree(instance));
    expect(base).toMatchObject({ kind: "files", commit: { authorName: "Starter Suite" } });
    const file = base?.kind === "files" ? base.files.get("tiny.py") : undefined;
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe("def one():\n    return 2\n");
  });

  test("what Python leaves behind is no part of the tree", async () => {
    const [clean] = await (await starterFrom(suite())).instances();
    const [used] = await (
      await starterFrom(suite({ "packages/tiny/__pycache__/tiny.cpython-311.pyc": "x" }))
    ).instances();
    expect(used?.base_commit).toBe(clean?.base_commit);
  });

  test("tests are run by module, once each", async () => {
    const benchmark = await starterFrom(suite());
    const [instance] = await benchmark.instances();
    expect(instance && benchmark.testCommand(instance)).toEqual({
      command: "python3 -m unittest -v tests.test_tiny 2>&1",
      parser: "unittest",
      timeoutMs: 120_000,
      env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", TZ: "UTC", LANG: "C.UTF-8" },
    });
  });

  const yaml = (change: (text: string) => string) => ({
    [`${TASK}/task.yaml`]: change(SUITE[`${TASK}/task.yaml`] ?? ""),
  });
  const tests = (text: string) => ({ [`${TASK}/tests.json`]: text });
  test.each<[string, Record<string, string | null>, string]>([
    ["a missing file", { [`${TASK}/gold.patch`]: null }, `${TASK}/gold.patch: not found.`],
    [
      "a missing field",
      yaml((t) => t.replace(/version.*\n/, "")),
      `${TASK}/task.yaml: version: Invalid input: expected string, received undefined.`,
    ],
    [
      "a malformed field",
      yaml((t) => t.replace("2024-02-12", "last week")),
      `${TASK}/task.yaml: created_at: expected a date like 2024-02-12.`,
    ],
    [
      "an unknown key",
      yaml((t) => `${t}dificulty: hard\n`),
      `${TASK}/task.yaml: unknown key "dificulty". Try: difficulty.`,
    ],
    [
      "broken YAML",
      yaml((t) => `${t}x: [\n`),
      `${TASK}/task.yaml: Flow sequence in block collection must be sufficiently indented and end with a ] at line 8, column 1.`,
    ],
    [
      "an id that is not its folder's",
      yaml((t) => t.replace("tiny-1", "tiny-2")),
      `${TASK}/task.yaml: instance_id: "starter__tiny-2" is not its folder's name.`,
    ],
    [
      "a package that is not there",
      yaml((t) => t.replace("starter/tiny", "starter/tidy")),
      `${TASK}/task.yaml: repo: there is no package "tidy". Try: one of tiny.`,
    ],
    ["broken JSON", tests("{"), `${TASK}/tests.json: not JSON (…).`],
    [
      "no FAIL_TO_PASS",
      tests('{"FAIL_TO_PASS": [], "PASS_TO_PASS": []}'),
      `${TASK}/tests.json: FAIL_TO_PASS: must not be empty.`,
    ],
    [
      "a test in both lists",
      tests(
        '{"FAIL_TO_PASS": ["tests.test_tiny.T.test_one"], "PASS_TO_PASS": ["tests.test_tiny.T.test_one"]}',
      ),
      `${TASK}/tests.json: tests.test_tiny.T.test_one is named twice.`,
    ],
    [
      "a test without a file",
      tests('{"FAIL_TO_PASS": ["tests.test_huge.T.test_one"], "PASS_TO_PASS": []}'),
      `${TASK}/tests.json: FAIL_TO_PASS: tests.test_huge.T.test_one has no file tests/test_huge.py.`,
    ],
    [
      "an id of another runner",
      tests('{"FAIL_TO_PASS": ["tests/test_tiny.py::T::test_one"], "PASS_TO_PASS": []}'),
      `${TASK}/tests.json: FAIL_TO_PASS.0: expected a unittest id like tests.test_a.SomeTest.test_x.`,
    ],
    [
      "an empty problem statement",
      { [`${TASK}/problem_statement.md`]: "\n" },
      `${TASK}/problem_statement.md: is empty.`,
    ],
    [
      "a patch that is none",
      { [`${TASK}/gold.patch`]: "hello\n" },
      `${TASK}/gold.patch: The patch is malformed at line 1: no file header is found in it. Try: the output of \`git diff\`.`,
    ],
    [
      "a gold patch that does not come off",
      { "packages/tiny/tiny.py": "def one():\n    return 3\n" },
      `${TASK}/gold.patch: does not come off the package: tiny.py: hunk 1: its lines are not found. Try: a patch whose new side is the package as it stands.`,
    ],
    [
      "another base commit",
      yaml((t) => `${t}base_commit: "${"0".repeat(40)}"\n`),
      `${TASK}/task.yaml: base_commit: says ${"0".repeat(40)}, but the commit of the base tree is 3b7f. Try: npm run suite:ids.`,
    ],
    [
      "ids that differ in case only",
      Object.fromEntries(
        Object.entries(SUITE)
          .filter(([p]) => p.startsWith(TASK))
          .map(([p, t]) => [p.replace("tiny-1", "Tiny-1"), t.replace("tiny-1", "Tiny-1")]),
      ),
      `tasks/starter__tiny-1: its id collides with that of tasks/starter__Tiny-1.`,
    ],
  ])("%s is one line that names file and field", async (_, changes, expected) => {
    const fault = await faultOf(suite(changes));
    expect(fault.replace(/is [0-9a-f]{40}\./, "is 3b7f.").replace(/JSON \(.*\)/, "JSON (…)")).toBe(
      expected,
    );
  });

  test("text that is not UTF-8, and a file that cannot be read, are named", async () => {
    const root = suite();
    writeFileSync(join(root, TASK, "problem_statement.md"), Buffer.from([0x61, 0xff]));
    expect(await faultOf(root)).toBe(`${TASK}/problem_statement.md: not valid UTF-8.`);
    rmSync(join(root, TASK, "problem_statement.md"));
    mkdirSync(join(root, TASK, "problem_statement.md"));
    expect(await faultOf(root)).toBe(`${TASK}/problem_statement.md: cannot be read (EISDIR).`);
    expect(await faultOf(join(scratch, "nowhere"))).toBe("packages: not found.");
  });
});

describe("the starter suite", async () => {
  const starter = await starterFrom(STARTER_ROOT);

  test("loads, and its patches lead from each base tree to its package", async () => {
    const instances = await starter.instances();
    expect(instances.length).toBeGreaterThanOrEqual(12);
    const trees = new Map<string, string>();
    for (const instance of instances) {
      const base = await starter.baseTree(instance);
      if (base.kind !== "files") throw new Error("The starter suite has no images.");
      const patched = applyPatch(base.files, [
        ...parsePatch(instance.patch),
        ...parsePatch(instance.test_patch),
      ]);
      if (patched.kind === "conflict") throw new Error(instance.instance_id);
      const content = [...patched.tree].map(([path, { bytes }]) => [
        path,
        Buffer.from(bytes).toString(),
      ]);
      const text = JSON.stringify(content.sort());
      expect(trees.get(instance.repo) ?? text).toBe(text);
      trees.set(instance.repo, text);
    }
    expect(trees.size).toBeGreaterThanOrEqual(4);
  });

  test("gold patches touch no test, test patches nothing else", async () => {
    for (const instance of await starter.instances()) {
      for (const { newPath, oldPath } of parsePatch(instance.patch)) {
        expect(starter.isTestPath(newPath ?? oldPath ?? "", instance)).toBe(false);
      }
      for (const { newPath, oldPath } of parsePatch(instance.test_patch)) {
        expect(starter.isTestPath(newPath ?? oldPath ?? "", instance)).toBe(true);
      }
    }
  });

  test("a module that would replace the test runner counts as test infrastructure", async () => {
    const [instance] = await starter.instances();
    if (instance === undefined) throw new Error("The starter suite is empty.");
    const isTestPath = (path: string) => starter.isTestPath(path, instance);
    expect(["unittest.py", "unittest/__main__.py", "src/unittest.py"].map(isTestPath)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
