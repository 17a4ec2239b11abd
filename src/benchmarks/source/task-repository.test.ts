import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noMeans } from "../../../test/benchmark-means.ts";
import { sweBench } from "../swe-bench.ts";

const PATCH = `diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1 +1 @@
-x = 1\r
+x = 2\r
`;
const TEST_PATCH = `diff --git a/tests/test_a.py b/tests/test_a.py
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1 +1 @@
-assert x == 1
+assert x == 2
`;
const EVAL = `#!/bin/bash
cd /testbed
: '>>>>> Start Test Output'
pytest -rA tests/test_a.py
: '>>>>> End Test Output'
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-task-repository-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function writeTask(id: string, task: Readonly<Record<string, unknown>> = {}): void {
  const base_commit = "0".repeat(40);
  const fields = { repo: "acme/a", base_commit, version: "1.0", eval_type: "pass_and_fail" };
  const published = { split: "test", datasets: ["acme/full"], log_parser: "parse_log_pytest" };
  const all = { instance_id: id, image: `acme/${id}:latest`, ...fields, ...published, ...task };
  // JSON is YAML.
  write(`tasks/${id}/task.yaml`, JSON.stringify(all));
  write(
    `tasks/${id}/tests.json`,
    JSON.stringify({ FAIL_TO_PASS: ["tests/test_a.py::a"], PASS_TO_PASS: [] }),
  );
  write(`tasks/${id}/problem_statement.md`, "x is too small.\n");
  write(`tasks/${id}/gold.patch`, PATCH);
  write(`tasks/${id}/test.patch`, TEST_PATCH);
  write(`tasks/${id}/eval.sh`, EVAL);
}

const open = (from = folder, more = {}) => sweBench.open({ from, ...more }, noMeans);

it("gives the published tasks of a split, each once, as the rows of its data sets", async () => {
  write("sweb.yaml", "datasets: [acme/full, acme/small]\nsplits: [test, dev]\n");
  writeTask("acme__a-1", { datasets: ["acme/full", "acme/small"] });
  writeTask("acme__a-2");
  writeTask("acme__a-3", { split: "dev" });
  writeTask("acme__a-4", { split: "deprecated" });
  write("tasks/acme__a-2/hints.md", "look at x");
  write("tasks/acme__a-2/test_assets/tests/data/x.bin", Buffer.from([0, 255, 13, 10]));
  const all = await open();
  const instances = await all.instances();
  expect(instances.map(({ instance_id }) => instance_id)).toEqual(["acme__a-1", "acme__a-2"]);
  const [first, second] = instances;
  if (first === undefined || second === undefined) throw new Error("two were read");
  expect(first).toMatchObject({ patch: PATCH, test_patch: TEST_PATCH, hints_text: "" });
  expect(second.hints_text).toBe("look at x");
  expect(all.testCommand(first)).toMatchObject({
    ...{ command: "pytest -rA tests/test_a.py", parser: "parse_log_pytest", files: [] },
  });
  expect(all.testCommand(second).files).toEqual([
    { path: "tests/data/x.bin", bytes: Buffer.from([0, 255, 13, 10]) },
  ]);
  expect(all.image(first)?.image).toBe("acme/acme__a-1:latest");
  expect(all.source.files.map(({ name }) => name)).toContain(join(folder, "sweb.yaml"));

  const ids = async (from: string, more = {}) =>
    (await (await open(from, more)).instances()).map(({ instance_id }) => instance_id);
  expect(await ids(`${folder}#acme/small`)).toEqual(["acme__a-1"]);
  expect(await ids(folder, { split: "dev" })).toEqual(["acme__a-3"]);
});

it("says what is wrong with one, by file and field", async () => {
  write("sweb.yaml", "datasets: [acme/full]\n");
  writeTask("acme__a-1");
  await expect(open(`${folder}#acme/ful`)).rejects.toThrow(/publishes no data set "acme\/ful"/);
  await expect(open(folder, { split: "dev" })).rejects.toThrow(/publishes no split "dev"/);
  await expect(open(folder, { revision: "main" })).rejects.toThrow(/has no revision/);
  rmSync(join(folder, "tasks/acme__a-1/gold.patch"));
  await expect(open()).rejects.toThrow(/acme__a-1\/gold\.patch.*is missing/);
  writeTask("acme__a-1", { instance_id: "acme__b-1" });
  await expect(open()).rejects.toThrow(/instance_id is not its folder's name/);
  writeTask("acme__a-1");
  rmSync(join(folder, "tasks/acme__a-1/problem_statement.md"));
  symlinkSync("/etc/hostname", join(folder, "tasks/acme__a-1/problem_statement.md"));
  await expect(open()).rejects.toThrow(/problem_statement\.md.*leads out of the task repository/);
  write("sweb.yaml", "datasets: []\n");
  await expect(open()).rejects.toThrow(/sweb\.yaml.*datasets.*names no data set/);
});
