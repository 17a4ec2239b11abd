// `plumbline instances`, and studies over data sets, as a user runs them.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plumbline, temporaryFolder } from "./cli.ts";

const folder = temporaryFolder();
const rows = join(folder.path, "rows.jsonl");
const cache = join(folder.path, "cache");
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

const diff = (path: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;

const EVAL = [
  ": '>>>>> Start Test Output'",
  "pytest -rA tests/test_a.py",
  ": '>>>>> End Test Output'",
].join("\n");

function row(number: number, changes: object = {}): object {
  return {
    ...{ instance_id: `o__r-${number}`, repo: number < 3 ? "o/r" : "o/s" },
    ...{ base_commit: "0".repeat(40), problem_statement: "a is b", patch: diff("a.py") },
    ...{ test_patch: diff("tests/test_a.py"), FAIL_TO_PASS: '["t::a, b"]', PASS_TO_PASS: ["t::c"] },
    ...{ difficulty: number % 2 === 0 ? "easy" : "hard", ...changes },
  };
}
const ROWS = [row(1), row(2), row(3), row(4, { PASS_TO_PASS: [] }), row(4)]
  .map((entry) => `${JSON.stringify(entry)}\n`)
  .join("");

/** The same rows, and how their tests are run. */
const runnable = join(folder.path, "runnable.jsonl");
const RUNNABLE = [1, 2, 3, 4]
  .map((number) => `${JSON.stringify(row(number, { eval_script: EVAL, log_parser: "pytest" }))}\n`)
  .join("");

let asked = 0;
const server = createServer((request, response) => {
  asked += 1;
  const path = request.url ?? "";
  if (path.endsWith("/revision/main")) response.end(JSON.stringify({ sha: COMMIT }));
  else if (path.includes("/tree/")) {
    const file = { type: "file", path: "data/test.jsonl", size: Buffer.byteLength(ROWS) };
    response.end(JSON.stringify([file]));
  } else if (path.endsWith(`/resolve/${COMMIT}/data/test.jsonl`)) response.end(ROWS);
  else response.writeHead(404).end();
});
let env: Record<string, string> = {};

beforeAll(async () => {
  writeFileSync(rows, ROWS);
  writeFileSync(runnable, RUNNABLE);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  env = { PLUMBLINE_CACHE: cache, PLUMBLINE_HUB: `http://127.0.0.1:${port}` };
});
afterAll(() => {
  server.close();
  folder[Symbol.dispose]();
});

const instances = (...args: string[]) => plumbline(["instances", ...args], { env });

describe("plumbline instances", () => {
  it("lists the starter suite without options", async () => {
    const { exitCode, stdout, stderr } = await instances("starter");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("starter__ledgerkit-1");
    expect(stdout).toMatch(/\d+ instances of starter, rows [0-9a-f]{12}$/);
  });

  it("lists a file, and tells on standard error what is wrong with its rows", async () => {
    const { exitCode, stdout, stderr } = await instances("swe-bench", "--from", rows);
    expect(exitCode).toBe(0);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "o__r-1  o/r  python  hard  unlabelled",
      "o__r-2  o/r  python  easy  unlabelled",
    ]);
    expect(stderr.split("\n")).toEqual([
      "1 rows are refused:",
      `  o__r-4: its id collides with that of ${rows}: line 4`,
      "1 odd: PASS_TO_PASS is empty (first o__r-4)",
    ]);
  });

  it("counts, selects and shows, as text and as JSON", async () => {
    const counted = await instances("swe-bench", "--from", rows, "--count", "--json");
    expect(JSON.parse(counted.stdout)).toMatchObject({
      ...{ benchmark: "swe-bench", source: { from: rows, revision: null } },
      counts: { repo: { "o/r": 2, "o/s": 2 }, difficulty: { easy: 2, hard: 2 } },
    });
    const chosen = await instances(
      ...["swe-bench", "--from", rows, "--repo", "o/s", "--strata", "1", "--slice", "0:1"],
    );
    expect(chosen.stdout).toMatch(/^o__r-3 .*\n1 instances of/);
    const shown = await instances("swe-bench", "--from", rows, "--show", "o__r-1");
    expect(shown.stdout).toContain("FAIL_TO_PASS (1)\n  t::a, b\n");
    expect(shown.stdout).toContain("How the tests of o__r-1 (o/r) are run is not known");
    const json = await instances("swe-bench", "--from", rows, "--show", "o__r-1", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ instance_id: "o__r-1", files: { patch: ["a.py"] } },
      image: { image: "swebench/sweb.eval.x86_64.o_1776_r-1:latest" },
    });
  });

  it("reads a data set from a hub once, and does without a network afterwards", async () => {
    const first = await instances("swe-bench", "--from", "owner/name", "--ids", "o__r-2");
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.stderr).toContain(`owner/name: revision ${COMMIT};`);
    expect(asked).toBe(3);
    const again = await instances("swe-bench", "--from", "owner/name", "--offline");
    expect(again).toMatchObject({ exitCode: 0 });
    expect(asked).toBe(3);
    const other = await instances("swe-bench", "--from", "owner/other", "--offline");
    expect(other).toMatchObject({ exitCode: 3, stdout: "" });
  });

  it.each([
    [["swe-bnch"], 'plumbline: No benchmark is called "swe-bnch". Try: "swe-bench".'],
    [
      ["local"],
      "plumbline: Which tasks of your own is not said. Try: from: tasks.yaml, or a folder of such files.",
    ],
    [
      ["swe-bench", "--from", "rows", "--slice", "3"],
      "plumbline: --slice: expected start:end, for example 0:50. Try: plumbline instances --help.",
    ],
    [
      ["swe-bench", "--from", "rows", "--show", "o__r-9"],
      'plumbline: swe-bench has no instance "o__r-9". Try: "o__r-1".',
    ],
  ])("says in one line what is wrong with %j", async (args, message) => {
    const { exitCode, stderr } = await instances(
      ...args.map((arg) => (arg === "rows" ? rows : arg)),
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: message });
  });
});

describe("a study over a data set", () => {
  const study = (entry: string) => {
    const file = join(folder.path, "study.yaml");
    writeFileSync(
      file,
      `name: s\nbenchmarks:\n  - ${entry}\nscaffolds: [gold]\nconditions: [seed]\nreplicates: 1\nverify: { null_run: false }\n`,
    );
    return file;
  };

  it("plans what its selection chooses, under its own name", async () => {
    const entry = `{ id: swe-bench, name: mine, from: ${runnable}, select: { strata: { n: 1 } } }`;
    const { stdout } = await plumbline(["plan", study(entry), "--json"], { env });
    const { runs } = JSON.parse(stdout) as { runs: { benchmark: string; instanceId: string }[] };
    expect(runs.map(({ benchmark, instanceId }) => `${benchmark} ${instanceId}`)).toEqual([
      ...["mine o__r-1", "mine o__r-2", "mine o__r-3", "mine o__r-4"],
    ]);
  });

  it.each([
    [{ log_parser: "pytset" }, 'swe-bench: o__r-7: there is no log parser "pytset". Try: pytest'],
    [{ eval_type: "fail_only" }, "swe-bench: o__r-7 is graded by failures alone"],
  ])("says before anything runs that tests can't be read: %j", async (changes, message) => {
    const file = join(folder.path, "odd.jsonl");
    writeFileSync(
      file,
      JSON.stringify(row(7, { eval_script: EVAL, log_parser: "pytest", ...changes })),
    );
    const entry = `{ id: swe-bench, from: ${file} }`;
    const { exitCode, stderr } = await plumbline(["plan", study(entry)], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  it("refuses an unknown key with the nearest", async () => {
    const entry = `{ id: swe-bench, form: ${rows} }`;
    const { exitCode, stderr } = await plumbline(["plan", study(entry)], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('unknown key "form" in benchmarks.0. Try: "from".');
  });

  it("keeps what it was read from, and does not go on over other rows", async () => {
    const out = join(folder.path, "out");
    const source = `from: ${runnable}, repos: ${folder.path}`;
    const file = study(`{ id: swe-bench, ${source}, select: { ids: [o__r-1] } }`);
    const run = () => plumbline(["run", file, "--out", out, "--quiet"], { env });
    // Without a clone its run cannot be carried out; what it is over is kept all the same.
    await run();
    const [record] = JSON.parse(readFileSync(join(out, "benchmarks.json"), "utf8")) as unknown[];
    expect(record).toMatchObject({
      ...{
        id: "swe-bench",
        from: runnable,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
      selection: { steps: [{ rule: "1 ids", left: 1 }], instances: ["o__r-1"] },
      problems: [],
    });
    writeFileSync(runnable, RUNNABLE.replace("t::c", "t::d"));
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(2);
    expect(stderr).toContain("was begun over other rows of swe-bench");
  });
});
