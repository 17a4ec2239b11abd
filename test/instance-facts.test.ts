// Flaky and broken tests, from a check of the benchmark to both scores of a study, over a suite whose
// tests toss coins. Which tests a check finds flaky is chance; what follows from what it found is not.
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MatrixInstance } from "../src/cli/bench-matrix.ts";
import type { StudyInstanceFacts } from "../src/store/study-instance-facts.ts";
import { plumbline, temporaryFolder } from "./cli.ts";
import { writeFlakySuite } from "./flaky-suite.ts";

const folder = temporaryFolder();
const at = (...parts: string[]) => join(folder.path, ...parts);
const suite = at("suite");
const env = { PLUMBLINE_CACHE: at("cache") };
const BROKEN = "tests.test_two.TwoTest.test_broken";
const NOTHING = "tests.test_three.ThreeTest.test_nothing";

beforeAll(() => writeFlakySuite(suite));
afterAll(() => folder[Symbol.dispose]());

interface Matrix {
  readonly digest: string;
  readonly instances: readonly MatrixInstance[];
}

async function check(out: string, times: number): Promise<Matrix> {
  const args = ["check", "bench", "starter", "--from", suite, "--times", String(times)];
  const result = await plumbline([...args, "--out", at(out), "--json", "--quiet"], { env });
  expect(result.exitCode, result.stderr).toBe(1);
  const { matrix } = JSON.parse(result.stdout) as { matrix: Matrix };
  expect(JSON.parse(readFileSync(at(out, "bench-matrix.json"), "utf8"))).toEqual(matrix);
  return matrix;
}

const study = (more = "", instances = "") => {
  const file = at("study.yaml");
  const entry = `{ id: starter, from: ${suite}${instances} }`;
  const head = `name: s\nbenchmarks: [${entry}]\nscaffolds: [gold]\nconditions: [seed]\n`;
  writeFileSync(file, `${head}replicates: 2\nverify: { null_run: false }\n${more}\n`);
  return file;
};
const run = (file: string, out: string, ...more: string[]) =>
  plumbline(["run", file, "--out", at(out), ...more], { env });

interface Rate {
  readonly n: number;
  readonly outcomes: Readonly<Record<string, number>>;
}
interface Report {
  readonly arms: { readonly seed: Rate };
  readonly datasets: readonly { readonly digest: string; readonly earlier: readonly string[] }[];
  readonly withoutExcludedTests?: {
    readonly rule: number;
    readonly leftOut: readonly string[];
    readonly excluded: readonly { readonly tests: readonly { readonly test: string }[] }[];
    readonly configurations: readonly { readonly arms: { readonly seed: Rate } }[];
  };
}

const factsOf = (out: string) =>
  (
    JSON.parse(readFileSync(at(out, "instance-facts.json"), "utf8")) as {
      instances: StudyInstanceFacts[];
    }
  ).instances;

/** Whether a run passed all tests but those excluded, by the report that it left. */
function passes(out: string, replicate: number, excluded: ReadonlySet<string>): boolean {
  const place = at(out, `runs/starter/coin__coin-1/seed/gold/${replicate}/attempt-1/report.json`);
  const report = JSON.parse(readFileSync(place, "utf8")) as Record<
    string,
    { tests_status: Record<string, { failure: string[] }> }
  >;
  const lists = Object.values(report["coin__coin-1"]?.tests_status ?? {});
  return lists.every(({ failure }) => failure.every((test) => excluded.has(test)));
}

it("counts what it saw, adds checks up, and each study keeps to what it was begun with", async () => {
  const first = await check("check", 4);
  expect(first.instances.map(({ checks }) => checks)).toEqual([1, 1]);
  const [two, three] = first.instances as [MatrixInstance, MatrixInstance];
  for (const { gold, nop, flakeRate } of [...two.tests, ...three.tests]) {
    expect([gold.runs, nop.runs]).toEqual([4, 4]);
    const odd = Math.min(gold.passed, 4 - gold.passed) + Math.min(nop.passed, 4 - nop.passed);
    expect(flakeRate).toBe(odd / 8);
  }
  // A coin that came up tails in every gold run is no flake: nobody can tell it from what never passes.
  const unfit = two.tests.filter(({ flakeRate, gold }) => flakeRate !== 0 || gold.passed === 0);
  expect(two.excluded.map(({ test }) => test).sort()).toEqual(unfit.map(({ test }) => test).sort());
  expect(two.excluded.find(({ test }) => test === BROKEN)).toMatchObject({ reason: "broken" });
  expect(three.excluded).toMatchObject([{ test: NOTHING, detail: "passed in 4 of 4 null runs" }]);

  // The same check again is the same check.
  expect(await check("check", 4)).toEqual(first);

  const file = study();
  const done = await run(file, "study", "--json", "--quiet");
  expect(done.exitCode, done.stderr).toBe(0);
  const report = JSON.parse(done.stdout) as Report;
  expect(report.datasets).toMatchObject([{ digest: first.digest, earlier: [] }]);
  // A test that never passes is in the published score; the second has the rest to go by.
  expect(report.arms.seed).toMatchObject({ n: 4, outcomes: { unresolved: 2, resolved: 2 } });
  const second = report.withoutExcludedTests;
  expect(second).toMatchObject({ rule: 1, leftOut: ["starter:coin__coin-2"] });
  const excluded = new Set(two.excluded.map(({ test }) => test));
  const resolved = [1, 2].filter((replicate) => passes("study", replicate, excluded)).length;
  expect(second?.configurations[0]?.arms.seed).toMatchObject({
    ...{ n: 2, outcomes: { resolved, unresolved: 2 - resolved } },
  });

  // A later check adds to what is known, and changes nothing of a study that has begun.
  const later = await check("check-2", 2);
  expect(later.instances.map(({ checks }) => checks)).toEqual([2, 2]);
  const kept = readFileSync(at("study", "instance-facts.json"));
  const again = await run(file, "study", "--json", "--quiet");
  expect(again.stdout).toBe(done.stdout);
  expect(readFileSync(at("study", "instance-facts.json"))).toEqual(kept);
  const none = await run(study("exclude_tests: false"), "study", "--json", "--quiet");
  expect(JSON.parse(none.stdout)).not.toHaveProperty("withoutExcludedTests");

  // What is damaged is told and ignored.
  const [row = ""] = readdirSync(at("cache/instance-facts/coin__coin-1"));
  const records = at("cache/instance-facts/coin__coin-1", row);
  writeFileSync(join(records, `${"0".repeat(64)}.json`), "{");
  const fresh = await run(study(), "study-2");
  expect(fresh.exitCode, fresh.stderr).toBe(0);
  expect(fresh.stderr).toContain(".json is ignored: not JSON");
  expect(fresh.stdout).toContain("Resolve rate without excluded tests");
  expect(fresh.stdout).toContain("so in no denominator: starter:coin__coin-2.");
  expect(fresh.stdout).toContain(`\nRows: starter ${first.digest.slice(0, 12)}`);
  const [facts] = factsOf("study-2");
  expect(facts?.checks.map(({ times }) => times).sort()).toEqual([2, 4]);
  expect(facts?.facts?.tests.every(({ gold, nop }) => gold.runs === 6 && nop.runs === 6)).toBe(
    true,
  );
}, 900_000);

it("grades a patch K times, most of its grades decide, and the grader's part is told", async () => {
  const args = ["grade", "--benchmark", "starter", "--from", suite, "--predictions", "gold"];
  const grade = (out: string, ...more: string[]) =>
    plumbline([...args, "--grades", "3", "--out", at(out), ...more, "--quiet"], { env });
  const { exitCode, stdout, stderr } = await grade("graded", "--json");
  expect(exitCode, stderr).toBe(0);
  const summary = JSON.parse(stdout) as {
    readonly resolved_ids: readonly string[];
    readonly dataset_digest: string;
    readonly grader_variance: object;
    readonly without_excluded_tests: { readonly left_out_ids: readonly string[] };
  };
  expect(summary.resolved_ids).toEqual(["coin__coin-2"]);
  expect(summary.dataset_digest).toMatch(/^[0-9a-f]{64}$/);
  // A test that never passes makes all three verdicts the same, whatever the coins say.
  expect(summary.grader_variance).toMatchObject({
    ...{ patches: 2, disagreeing: 0, gradings: 6, runs: 2 },
    component: { grader: 0, agent: null },
  });
  expect(summary.without_excluded_tests).toMatchObject({ left_out_ids: ["coin__coin-2"] });
  const attempt = "runs/starter/coin__coin-2/seed/gold/1/attempt-1";
  const outputs = readdirSync(at("graded", attempt)).filter((name) => name.startsWith("test_"));
  expect(outputs.sort()).toEqual(["test_output-2.txt", "test_output-3.txt", "test_output.txt"]);
  expect(JSON.parse(readFileSync(at("graded", attempt, "report.json"), "utf8"))).toMatchObject({
    "coin__coin-2": { resolved: true, dataset_digest: summary.dataset_digest },
  });

  const table = await grade("graded");
  expect(table.stdout).toContain("without excluded tests:");
  expect(table.stdout).toContain("2 patches were graded more than once (6 gradings); of 0 the");
  const one = await grade("graded", "--no-exclusions");
  expect(one.exitCode, one.stderr).toBe(0);
  expect(one.stdout).not.toContain("without excluded tests");
}, 600_000);

it("goes on where other rows changed, and names its own rows where they did", async () => {
  const file = study("", ", instances: [coin__coin-1]");
  const begun = await run(file, "rows", "--quiet");
  expect(begun.exitCode, begun.stderr).toBe(0);
  const statement = (number: number) =>
    join(suite, `tasks/coin__coin-${number}/problem_statement.md`);
  appendFileSync(statement(2), "More.\n");
  const on = await run(file, "rows");
  expect(on.exitCode, on.stderr).toBe(0);
  expect(on.stderr).toContain("all 1 rows of this study are the same");
  expect(on.stdout).toMatch(/\nRows: starter [0-9a-f]{12} \(before: [0-9a-f]{12}\)$/);

  appendFileSync(statement(1), "More.\n");
  const stopped = await run(file, "rows");
  expect(stopped.exitCode).toBe(2);
  expect(stopped.stderr).toMatch(
    /other rows of starter \(then .*, now .*\): coin__coin-1 changed\./,
  );
  const reported = await plumbline(["report", at("rows")], { env });
  expect(reported).toMatchObject({ exitCode: 2, stdout: "" });
  expect(reported.stderr).toContain("coin__coin-1 changed. Try: the file as it was");
}, 300_000);
