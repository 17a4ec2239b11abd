// Loaders held to the published rows, every one of them.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Benchmark, BenchmarkKind, BenchmarkOptions } from "../src/benchmarks/benchmark.ts";
import { publishedTestCommand } from "../src/benchmarks/rows/published-test-commands.ts";
import { readRows } from "../src/benchmarks/source/read-rows.ts";
import { sweBenchMultilingual } from "../src/benchmarks/swe-bench-multilingual.ts";
import { sweBenchPro } from "../src/benchmarks/swe-bench-pro.ts";
import { sweBench } from "../src/benchmarks/swe-bench.ts";
import { parsePatch, printPatch, touchedFiles } from "../src/code/patch/index.ts";
import type { Instance } from "../src/core/instance.ts";
import { noMeans } from "./benchmark-means.ts";
import { sharedData } from "./shared-data.ts";

const data = sharedData("benchmarks");

const FILES = {
  verified: "parquet/SWE-bench_Verified-test.parquet",
  verifiedLines: "jsonl/SWE-bench_Verified-test.jsonl.gz",
  lite: "jsonl/SWE-bench_Lite-test.jsonl.gz",
  liteDev: "parquet/SWE-bench_Lite-dev.parquet",
  dev: "jsonl/SWE-bench-dev.jsonl.gz",
  multilingual: "parquet/SWE-bench_Multilingual-test.parquet",
  multilingualLines: "jsonl/SWE-bench_Multilingual-test.jsonl.gz",
  pro: "pro/SWE-bench_Pro-public-731-reconstructed.jsonl.gz",
} as const;

const open = (kind: BenchmarkKind, file: keyof typeof FILES, options: BenchmarkOptions = {}) =>
  kind.open({ from: join(data ?? "", FILES[file]), ...options }, noMeans);

/** `--- a/x` and `+++ b/x` lines, and what is renamed or empty: the files by a second reading. */
function filesByHeaders(patch: string): string[] {
  const paths = new Set<string>();
  let left = [0, 0];
  for (const line of patch.split("\n")) {
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (left[0] === 0 && left[1] === 0) {
      const named = /^(?:--- a|\+\+\+ b|rename from|rename to)[/ ]([^\t]*)/.exec(line);
      if (named?.[1] !== undefined) paths.add(named[1]);
      const both = /^diff --git a\/(.*) b\/\1$/.exec(line);
      if (both?.[1] !== undefined) paths.add(both[1]);
      if (hunk !== null) left = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      continue;
    }
    if (line.startsWith("-") || line.startsWith(" ") || line === "") left[0] = (left[0] ?? 0) - 1;
    if (line.startsWith("+") || line.startsWith(" ") || line === "") left[1] = (left[1] ?? 0) - 1;
  }
  return [...paths].sort();
}

const counts = (values: readonly string[]) => {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return Object.fromEntries([...found].sort(([, a], [, b]) => b - a));
};

async function instancesOf(benchmark: Benchmark): Promise<readonly Instance[]> {
  return benchmark.instances();
}

describe.skipIf(data === null)("published rows", () => {
  test.each([
    ["verified", 500, sweBench],
    ["lite", 300, sweBench],
    ["liteDev", 23, sweBench],
    ["dev", 225, sweBench],
    ["multilingual", 300, sweBenchMultilingual],
    ["pro", 731, sweBenchPro],
  ] as const)(
    "%s: all %i rows are instances, and the files of their patches are known",
    async (file, count, kind) => {
      const benchmark = await open(kind, file);
      expect(benchmark.problems.filter(({ refused }) => refused)).toEqual([]);
      const instances = await instancesOf(benchmark);
      expect(instances).toHaveLength(count);
      for (const { instance_id, patch, test_patch } of instances) {
        for (const text of [patch, test_patch]) {
          const touched = touchedFiles(parsePatch(text));
          expect(touched, instance_id).toEqual(filesByHeaders(text));
          expect(touched.length, instance_id).toBeGreaterThan(0);
        }
      }
    },
  );

  test("the rows of Parquet and JSONL are equal, and so are their digests", async () => {
    const pairs = [
      ["verified", "verifiedLines", sweBench],
      ["multilingual", "multilingualLines", sweBenchMultilingual],
    ] as const;
    for (const [parquet, lines, kind] of pairs) {
      const [a, b] = [await open(kind, parquet), await open(kind, lines)];
      expect(await a.instances()).toEqual(await b.instances());
      expect(a.digest).toBe(b.digest);
      expect(a.digest).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test("every patch of Verified prints back unchanged", async () => {
    for (const { instance_id, patch, test_patch } of await instancesOf(
      await open(sweBench, "verified"),
    )) {
      for (const text of [patch, test_patch]) {
        expect(Buffer.from(printPatch(parsePatch(text))).toString("utf8"), instance_id).toBe(text);
      }
    }
  });

  test.each(["lite", "liteDev", "dev", "multilingual", "pro"] as const)(
    "every patch of %s prints back, but for counts of one line and tabs after names",
    async (file) => {
      const kind =
        file === "pro" ? sweBenchPro : file === "multilingual" ? sweBenchMultilingual : sweBench;
      for (const { instance_id, patch, test_patch } of await instancesOf(await open(kind, file))) {
        for (const text of [patch, test_patch]) {
          const printed = Buffer.from(printPatch(parsePatch(text))).toString("utf8");
          const plain = text
            .replace(/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/gm, (head) =>
              head.replaceAll(/,1(?= )/g, ""),
            )
            .replace(/^((?:--- a|\+\+\+ b)\/[^\t\n]* [^\t\n]*)$/gm, "$1\t");
          expect(printed, instance_id).toBe(plain.endsWith("\n") ? plain : `${plain}\n`);
        }
      }
    },
  );

  test("Verified has the fields that its authors counted", async () => {
    const benchmark = await open(sweBench, "verified");
    const instances = await instancesOf(benchmark);
    expect(counts(instances.map(({ difficulty }) => difficulty ?? "none"))).toEqual({
      "15 min - 1 hour": 261,
      "<15 min fix": 194,
      "1-4 hours": 42,
      ">4 hours": 3,
    });
    expect(counts(instances.map(({ repo }) => repo))).toMatchObject({
      "django/django": 231,
      "sympy/sympy": 75,
    });
    expect(new Set(instances.map(({ task_type, language }) => `${task_type} ${language}`))).toEqual(
      new Set(["bug-fix python"]),
    );
    expect(instances.every(({ version, created_at }) => version !== "" && created_at !== "")).toBe(
      true,
    );
    const [first] = instances;
    expect(first && (await benchmark.baseTree(first))).toMatchObject({
      kind: "image",
      image: "swebench/sweb.eval.x86_64.astropy_1776_astropy-12907:latest",
      workdir: "/testbed",
    });
    // 11 rows have nothing that has to keep passing.
    expect(counts(benchmark.problems.map(({ problem }) => problem))).toEqual({
      "PASS_TO_PASS is empty": 11,
    });
  });

  test("Lite and dev are not labelled; Multilingual has bug fixes in nine languages", async () => {
    for (const file of ["lite", "liteDev", "dev"] as const) {
      const instances = await instancesOf(await open(sweBench, file));
      expect(new Set(instances.map(({ task_type }) => task_type))).toEqual(new Set(["unlabelled"]));
    }
    const benchmark = await open(sweBenchMultilingual, "multilingual");
    const instances = await instancesOf(benchmark);
    expect(new Set(instances.map(({ task_type }) => task_type))).toEqual(new Set(["bug-fix"]));
    expect(Object.keys(counts(instances.map(({ repo }) => repo)))).toHaveLength(41);
    // The authors count repositories: 42 of Go, where one fix touches more TypeScript than Go.
    expect(counts(instances.map(({ language }) => language))).toEqual({
      ...{ ruby: 44, java: 43, php: 43, rust: 43, go: 41, c: 30, javascript: 27 },
      ...{ typescript: 17, cpp: 12 },
    });
    expect(benchmark.problems.filter(({ problem }) => problem === "FAIL_TO_PASS is empty")).toEqual(
      [expect.objectContaining({ instanceId: "tokio-rs__axum-1730", refused: false })],
    );
  });

  test("the images that rows name are those that are derived from their ids", async () => {
    for (const [kind, file] of [
      [sweBench, "verified"],
      [sweBenchMultilingual, "multilingual"],
    ] as const) {
      const benchmark = await open(kind, file);
      for (const instance of await benchmark.instances()) {
        const id = instance.instance_id.toLowerCase().replace("__", "_1776_");
        expect(benchmark.image(instance)?.image).toBe(`swebench/sweb.eval.x86_64.${id}:latest`);
      }
    }
  });

  test("each row says how its tests are run; older rows are run the same way", async () => {
    let same = 0;
    for (const file of ["verified", "lite", "dev", "liteDev"] as const) {
      const benchmark = await open(sweBench, file);
      for (const instance of await benchmark.instances()) {
        const own = benchmark.testCommand(instance);
        const published = publishedTestCommand(instance, parsePatch(instance.test_patch));
        expect(published?.parser, instance.instance_id).toBe(own.parser);
        expect(published?.command, instance.instance_id).toBe(own.command);
        same += 1;
      }
    }
    expect(same).toBe(1048);
    const multilingual = await open(sweBenchMultilingual, "multilingual");
    for (const instance of await multilingual.instances()) {
      const { command, parser, setup = [] } = multilingual.testCommand(instance);
      expect(command).not.toMatch(/>>>>>|\bgit (apply|checkout)\b/);
      expect(parser).toMatch(/^parse_log_\w+$/);
      expect(setup.filter(({ script }) => /\bgit\b|set [-+]/.test(script))).toEqual([]);
    }
  });

  test("test ids survive to the byte in every form of list", async () => {
    for (const file of ["verifiedLines", "pro"] as const) {
      const path = join(data ?? "", FILES[file]);
      const { readFileSync } = await import("node:fs");
      const rows = await readRows({ name: path, bytes: readFileSync(path) });
      const benchmark = await open(file === "pro" ? sweBenchPro : sweBench, file);
      const byId = new Map((await benchmark.instances()).map((i) => [i.instance_id, i]));
      for (const { value } of rows) {
        const raw = value["FAIL_TO_PASS"] ?? value["fail_to_pass"];
        const list: unknown = typeof raw === "string" ? JSON.parse(raw) : raw;
        expect(byId.get(String(value["instance_id"]))?.FAIL_TO_PASS).toEqual(list);
      }
    }
  });

  test("Pro gives the agent statement, requirements and interface; three rows have none", async () => {
    const benchmark = await open(sweBenchPro, "pro");
    const instances = await instancesOf(benchmark);
    const without = benchmark.problems.filter(
      ({ problem }) => problem === "there is no problem statement",
    );
    expect(without.map(({ instanceId }) => instanceId)).toEqual([
      "instance_NodeBB__NodeBB-00c70ce7b0541cfc94afe567921d7668cdc8f4ac-vnan",
      "instance_ansible__ansible-de5858f48dc9e1ce9117034e0d7e76806f420ca8-v1055803c3a812189a1133297f7f5468579283f86",
      "instance_future-architect__vuls-bff6b7552370b55ff76d474860eead4ab5de785a-v1151a6325649aaf997cd541ebe533b53fddf1b07",
    ]);
    const told = instances.filter(({ problem_statement }) => problem_statement !== "");
    expect(told).toHaveLength(728);
    for (const { instance_id, problem_statement } of told) {
      expect(problem_statement, instance_id).toMatch(
        /\n\nRequirements:\n[^]+\n\nNew interfaces introduced:\n[^]+$/,
      );
      expect(problem_statement, instance_id).not.toMatch(/^"/);
    }
    expect(counts(instances.map(({ repo }) => repo))).toMatchObject({ "ansible/ansible": 96 });
    const vuls = instances.find(({ instance_id }) => instance_id.includes("vuls-139f3a81"));
    expect(vuls && touchedFiles(parsePatch(vuls.patch)).length).toBeGreaterThan(0);
  });
});
