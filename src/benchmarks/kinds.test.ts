// Kinds of benchmarks over made rows: what is read, what is refused, what is told.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { applyPatch, parsePatch } from "../code/patch/index.ts";
import type { BenchmarkKind, BenchmarkMeans, BenchmarkOptions } from "./benchmark.ts";
import { featbench } from "./featbench.ts";
import { sweBenchMultilingual } from "./swe-bench-multilingual.ts";
import { sweBenchPro } from "./swe-bench-pro.ts";
import { sweBench } from "./swe-bench.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-kinds-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const means: BenchmarkMeans = {
  cache: { read: () => null, write: () => undefined },
  ...{ cloneFolder: join(scratch, "clones"), offline: true, hub: "http://hub.invalid" },
  notice: () => undefined,
};

const diff = (path: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;

const ROW = {
  instance_id: "owner__name-1",
  repo: "owner/name",
  base_commit: "0".repeat(40),
  problem_statement: "a is b",
  patch: diff("src/a.py"),
  test_patch: diff("tests/test_a.py"),
  FAIL_TO_PASS: ["tests/test_a.py::test_a"],
  PASS_TO_PASS: ["tests/test_a.py::test_b"],
};

async function open(kind: BenchmarkKind, rows: readonly object[], options: BenchmarkOptions = {}) {
  const file = join(mkdtempSync(join(scratch, "rows-")), "rows.json");
  writeFileSync(file, JSON.stringify(rows));
  return kind.open({ from: file, ...options }, means);
}

async function only(kind: BenchmarkKind, row: object, options: BenchmarkOptions = {}) {
  const benchmark = await open(kind, [row], options);
  const [instance] = await benchmark.instances();
  if (instance === undefined) throw new Error("no instance");
  return { benchmark, instance };
}

describe("rows that are not as they should be", () => {
  test("are told, one by one, and none is dropped in silence", async () => {
    const benchmark = await open(sweBench, [
      ROW,
      { ...ROW, instance_id: "OWNER__name-1" },
      { ...ROW, instance_id: "owner__name-2", FAIL_TO_PASS: [], PASS_TO_PASS: "[]" },
      { ...ROW, instance_id: "owner__name-3", PASS_TO_PASS: ROW.FAIL_TO_PASS },
      { ...ROW, instance_id: "owner__name-4", FAIL_TO_PASS: ["x", "x", "y", "y"] },
      { ...ROW, instance_id: "owner__name-5", patch: "nothing" },
      { ...ROW, instance_id: "owner__name-6", FAIL_TO_PASS: "[x" },
      { ...ROW, instance_id: "owner__name-7", base_commit: "HEAD" },
      { ...ROW, instance_id: "owner/name-8" },
      { ...ROW, instance_id: undefined },
      { ...ROW, instance_id: "owner__name-9", problem_statement: undefined },
    ]);
    const told = benchmark.problems.map(({ instanceId, place, problem, refused }) =>
      [place.replace(/^.*: /, ""), instanceId, refused ? "refused" : "kept", problem].join(" | "),
    );
    expect(told.sort()).toEqual(
      [
        `row 2 | OWNER__name-1 | refused | its id collides with that of ${benchmark.source.from}: row 1`,
        "row 3 | owner__name-2 | kept | FAIL_TO_PASS is empty",
        "row 3 | owner__name-2 | kept | PASS_TO_PASS is empty",
        "row 4 | owner__name-3 | kept | tests/test_a.py::test_a is in FAIL_TO_PASS and in PASS_TO_PASS",
        "row 5 | owner__name-4 | kept | x and 1 more are more than once in FAIL_TO_PASS",
        "row 6 | owner__name-5 | refused | patch: The patch is malformed at line 1: no file header is found in it. Try: the output of `git diff`",
        "row 7 | owner__name-6 | refused | FAIL_TO_PASS: neither a JSON list nor Python's (position 2: a string is expected)",
        "row 8 | owner__name-7 | refused | base_commit: 40 hexadecimal digits",
        'row 9 | owner/name-8 | refused | instance_id: "owner/name-8" cannot be used as a name',
        "row 10 |  | refused | instance_id: Invalid input: expected string, received undefined",
        "row 11 | owner__name-9 | kept | there is no problem statement",
      ].sort(),
    );
    expect((await benchmark.instances()).map(({ instance_id }) => instance_id.slice(-1))).toEqual([
      "1",
      "2",
      "3",
      "4",
      "9",
    ]);
  });

  test("a file of which no row can be used is an error", async () => {
    await expect(open(sweBench, [{ a: 1 }])).rejects.toMatchObject({
      code: "bad-dataset",
      message: expect.stringContaining("no row can be used (instance_id: ") as string,
    });
    await expect(open(sweBench, [])).rejects.toThrow("holds no row");
  });
});

describe("lists of test ids", () => {
  const ids = ["t.py::a[x, y]", "it's", 'say "no"', "back\\slash", "Trailing zeros (a.B)"];
  test.each([
    ["a list", ids],
    ["JSON in a string", JSON.stringify(ids)],
    [
      "Python's print",
      `['t.py::a[x, y]', "it's", 'say "no"', 'back\\\\slash', 'Trailing zeros (a.B)']`,
    ],
  ])("survive as %s, in either case of their names", async (_, list) => {
    const { PASS_TO_PASS, ...row } = ROW;
    const upper = await only(sweBench, { ...row, PASS_TO_PASS, FAIL_TO_PASS: list });
    expect(upper.instance.FAIL_TO_PASS).toEqual(ids);
    const { FAIL_TO_PASS, ...bare } = row;
    const lower = await only(sweBench, { ...bare, fail_to_pass: list, pass_to_pass: FAIL_TO_PASS });
    expect(lower.instance).toMatchObject({ FAIL_TO_PASS: ids, PASS_TO_PASS: FAIL_TO_PASS });
  });
});

describe("the digest", () => {
  test("does not see the order of rows and fields, and sees every label", async () => {
    const second = { ...ROW, instance_id: "owner__name-2" };
    const turned = Object.fromEntries(Object.entries(second).reverse());
    const digest = async (rows: readonly object[]) => (await open(sweBench, rows)).digest;
    expect(await digest([ROW, second])).toBe(await digest([turned, ROW]));
    const relabelled = { ...second, PASS_TO_PASS: [] };
    expect(await digest([ROW, second])).not.toBe(await digest([ROW, relabelled]));
  });

  test("is the same of typed and of untyped files, and names each row", async () => {
    const typed = {
      ...{ ...ROW, hints_text: "", version: 3.1, difficulty: null, PASS_TO_PASS: [] },
      eval_script_list: ["a", "", "b, c"],
    };
    const cells = Object.entries(typed).map(([name, value]) => {
      const cell = typeof value === "object" ? JSON.stringify(value ?? "") : String(value);
      return [name, cell === '""' ? "" : cell] as const;
    });
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const csv = join(scratch, "rows.csv");
    const lines = [cells.map(([name]) => name), cells.map(([, cell]) => quoted(cell))];
    writeFileSync(csv, lines.map((line) => `${line.join(",")}\n`).join(""));
    const untyped = await sweBench.open({ from: csv }, means);
    expect(untyped.problems.filter(({ refused }) => refused)).toEqual([]);
    const other = await open(sweBench, [typed]);
    expect(untyped.digest).toBe(other.digest);
    expect(untyped.rowDigests).toEqual(other.rowDigests);
    expect([...other.rowDigests.keys()]).toEqual([ROW.instance_id]);
  });

  test("of a row stays while another row changes", async () => {
    const second = { ...ROW, instance_id: "owner__name-2" };
    const before = await open(sweBench, [ROW, second]);
    const after = await open(sweBench, [ROW, { ...second, FAIL_TO_PASS: ["t"] }]);
    const sameRow = (id: string) => before.rowDigests.get(id) === after.rowDigests.get(id);
    expect([ROW, second].map(({ instance_id }) => sameRow(instance_id))).toEqual([true, false]);
    expect(after.digest).not.toBe(before.digest);
  });
});

describe("swe-bench", () => {
  test("an image is the row's own, by any of its names, or derived from the id", async () => {
    const image = async (row: object) => {
      const { benchmark, instance } = await only(sweBench, { ...ROW, ...row });
      return benchmark.baseTree(instance);
    };
    expect(await image({})).toMatchObject({
      image: "swebench/sweb.eval.x86_64.owner_1776_name-1:latest",
    });
    for (const field of ["image", "docker_image", "image_name"]) {
      expect(await image({ [field]: "mine:1" })).toMatchObject({ image: "mine:1" });
    }
  });

  test("commands find the Python environment of an image that has one, and no other", async () => {
    const path = async (row: object) => {
      const { benchmark, instance } = await only(sweBench, { ...ROW, ...row });
      return benchmark.image(instance)?.path?.split(":")[0];
    };
    const conda = "/opt/miniconda3/envs/testbed/bin";
    const script = (lines: string) => ({ eval_script: `set -x\n${lines}\ncd /testbed` });
    expect(await path({})).toBe(conda);
    expect(await path({ image: "hub/sweb.eval.x86_64.a:1" })).toBe(conda);
    expect(await path({ image: "mine:1", ...script("conda activate testbed") })).toBe(conda);
    expect(await path({ docker_image: "mine:1" })).toBeUndefined();
    expect(await path(script("cargo test"))).toBeUndefined();
  });

  test("older rows are run as published; unknown repositories say what is missing", async () => {
    const django = { ...ROW, repo: "django/django", test_patch: diff("tests/forms/test_a.py") };
    const { benchmark, instance } = await only(sweBench, django);
    expect(benchmark.testCommand(instance)).toMatchObject({
      command: "./tests/runtests.py --verbosity 2 --settings=test_sqlite --parallel 1 forms.test_a",
      parser: "parse_log_django",
    });
    const other = await only(sweBench, ROW);
    expect(() => other.benchmark.testCommand(other.instance)).toThrow(
      "How the tests of owner__name-1 (owner/name) are run is not known",
    );
  });

  test("task types are those of the data set", async () => {
    const typeOf = async (kind: BenchmarkKind, row: object) =>
      (await only(kind, row)).instance.task_type;
    expect(await typeOf(sweBench, ROW)).toBe("unlabelled");
    expect(await typeOf(sweBench, { ...ROW, difficulty: "1-4 hours" })).toBe("bug-fix");
    expect(await typeOf(sweBenchMultilingual, ROW)).toBe("bug-fix");
    expect(await typeOf(featbench, ROW)).toBe("feature");
    expect(await typeOf(sweBenchPro, ROW)).toBe("unlabelled");
    const labelled = { ...ROW, issue_specificity: "['ui_feat', 'api_feat']" };
    expect(await typeOf(sweBenchPro, labelled)).toBe("api_feat+ui_feat");
  });
});

describe("swe-bench-pro", () => {
  const row = {
    ...ROW,
    problem_statement: '"Title\\n\\nText"',
    requirements: "- one",
    interface: '"No new interfaces are introduced."',
    repo_language: "js",
    before_repo_set_cmd: "git reset --hard 1\ngit checkout 2 -- test/a.js",
    selected_test_files_to_run: "['test/a.js', \"it's\"]",
  };

  test("the agent is told statement, requirements and interface, out of their quotes", async () => {
    const { instance, benchmark } = await only(sweBenchPro, row);
    expect(instance.problem_statement).toBe(
      "Title\n\nText\n\nRequirements:\n- one\n\nNew interfaces introduced:\nNo new interfaces are introduced.",
    );
    expect(instance.language).toBe("javascript");
    expect(benchmark.isTestPath("it's", instance)).toBe(true);
    expect(benchmark.image(instance)).toEqual({
      image: "jefzda/sweap-images:owner.name-owner__name-1",
      workdir: "/app",
    });
  });

  test("tests are run and read by the instance's own scripts", async () => {
    const scripts = join(scratch, "run_scripts", row.instance_id);
    mkdirSync(scripts, { recursive: true });
    writeFileSync(
      join(scripts, "run_script.sh"),
      'echo "ran $1"; echo \'{"tests": [{"name": "forged", "status": "PASSED"}]}\'\n',
    );
    writeFileSync(
      join(scripts, "parser.py"),
      'import json, sys\nout = open(sys.argv[1]).read().split("\\n")[0]\njson.dump({"tests": [{"name": out, "status": "PASSED"}]}, open(sys.argv[3], "w"), indent=1)\n',
    );
    const { benchmark, instance } = await only(sweBenchPro, row, { proScripts: scratch });
    const { command, setup, parser } = benchmark.testCommand(instance);
    expect(setup).toEqual([{ kind: "image", script: "git checkout 2 -- test/a.js" }]);
    expect(parser).toBe("swe-bench-pro");
    const output = execFileSync("bash", ["-c", command], { encoding: "utf8" });
    expect(JSON.parse(output.split("\n")[0] ?? "")).toEqual({
      tests: [{ name: "ran test/a.js,it's", status: "PASSED" }],
    });
    const without = await only(sweBenchPro, row);
    expect(() => without.benchmark.testCommand(without.instance)).toThrow(
      expect.objectContaining({ code: "no-pro-scripts", exitCode: 2 }) as Error,
    );
  });
});

describe("featbench", () => {
  const base = new Map(
    ["a.py", "old.py", "gone.py", "moved.py"].map((path) => [
      path,
      { bytes: Buffer.from("1\n2\n3\n"), mode: "100644" as const },
    ]),
  );

  test("file objects become the git diff that they were made from", async () => {
    const hunk = "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3";
    const { instance, benchmark } = await only(featbench, {
      ...ROW,
      number: 12,
      docker_image: "featbench_owner_name:12",
      FAIL_TO_PASS: ["tests/test_new.py::test_a"],
      patch: [
        { filename: "a.py", status: "modified", additions: 1, deletions: 1, patch: hunk },
        {
          filename: "dir/new one.py",
          status: "added",
          patch: "@@ -0,0 +1 @@\n+new\n\\ No newline at end of file",
        },
        { filename: "empty.py", status: "added", patch: "" },
        { filename: "gone.py", status: "removed", patch: "@@ -1,3 +0,0 @@\n-1\n-2\n-3" },
        { filename: "new.py", status: "renamed", old_filename: "old.py", patch: hunk },
        { filename: "there.py", status: "renamed", previous_filename: "moved.py" },
      ],
      test_patch: [{ filename: "tests/test_new.py", status: "added", patch: "@@ -0,0 +1 @@\n+x" }],
      test_files: ["tests/test_new.py"],
    });
    const applied = applyPatch(base, parsePatch(instance.patch));
    if (applied.kind === "conflict") throw new Error(JSON.stringify(applied.conflict));
    const texts = [...applied.tree].map(([path, { bytes }]) => [
      path,
      Buffer.from(bytes).toString(),
    ]);
    expect(Object.fromEntries(texts)).toEqual({
      ...{ "a.py": "1\ntwo\n3\n", "dir/new one.py": "new", "empty.py": "" },
      ...{ "new.py": "1\ntwo\n3\n", "there.py": "1\n2\n3\n" },
    });
    expect(instance.test_patch).toContain("+++ b/tests/test_new.py\n@@ -0,0 +1 @@\n+x\n");
    expect(benchmark.expandsParameters).toBe(true);
    expect(benchmark.image(instance)?.image).toBe("ghcr.io/kndy666/featbench_owner_name:12");
    expect(benchmark.testCommand(instance).command).toMatch(
      /^python -m pytest -q -rA .* tests\/test_new\.py tests\/test_a\.py$/,
    );
  });

  test("strings are taken as they are", async () => {
    const { instance, benchmark } = await only(featbench, ROW);
    expect(instance.patch).toBe(ROW.patch);
    expect(benchmark.image(instance)?.image).toBe("ghcr.io/kndy666/featbench_owner_name:1");
  });
});
