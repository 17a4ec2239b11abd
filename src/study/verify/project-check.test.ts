// A whole project checked with transformations that are right, and with planted ones that are not.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  defineTransformation,
  exclusions,
  ModuleCache,
  selectTransformations,
  type Transformation,
} from "../../code/spt/index.ts";
import type { FileTree, TreeFile } from "../../core/file-tree.ts";
import { randomStream } from "../../core/random-stream.ts";
import { unittest } from "../../grading/parsers/unittest.ts";
import { processSandbox } from "../../sandboxes/process.ts";
import type { Sandbox } from "../../sandboxes/sandbox.ts";
import { BatchRunner } from "./batch-runner.ts";
import { checkProject, type PassKind, type ProjectCheck } from "./project-check.ts";
import { batchesOf, selectTests } from "./test-batches.ts";

const FUNCTIONS = 8;
const numbers = Array.from({ length: FUNCTIONS }, (_, i) => i);
const source = (first: number) =>
  numbers
    .map(
      (i) =>
        `def price_${i}(big):\n    if big:\n        return ${first + i}\n    else:\n        return 0\n`,
    )
    .join("\n");
const test = (module: string, first: number) =>
  [
    "import os, unittest",
    `from shop import ${module}`,
    "class Prices(unittest.TestCase):",
    ...numbers.flatMap((i) => [
      `    def test_${i}(self):`,
      `        self.assertEqual(${module}.price_${i}(True), ${first + i})`,
    ]),
    "    def test_of_nothing(self):",
    "        pass",
    "",
  ].join("\n");
/** Passes and fails in turn. */
const UNSTEADY = [
  "    def test_unsteady(self):",
  "        mark = os.environ['MARK']",
  "        if os.path.exists(mark):",
  "            os.remove(mark)",
  "            self.fail('this time')",
  "        open(mark, 'w').close()",
  "",
].join("\n");

function treeOf(files: Readonly<Record<string, string>>): FileTree {
  const file = (text: string): TreeFile => ({ bytes: Buffer.from(text), mode: "100644" });
  return new Map(Object.entries(files).map(([path, text]) => [path, file(text)]));
}

const PROJECT = {
  "shop/__init__.py": "",
  "shop/fruit.py": source(100),
  "shop/tools.py": source(500),
  "shop/old.py": "print 'for another Python'\n",
  "tests/__init__.py": "",
  "tests/test_fruit.py": test("fruit", 100),
  "tests/test_tools.py": test("tools", 500),
};

/** Writes numbers in parentheses; where they are `from`, writes `to`. */
function planted(id: string, from: string, to: string): Transformation {
  return defineTransformation({
    ...{ id, language: "python", kind: "rewrite", keyword: null, summary: "", paper: "" },
    refusals: { zero: { why: "It is zero.", level: "conservative" } },
    example: { before: "", after: "" },
    match: (facts) => facts.nodes("Number"),
    refuse: (site, facts) => (facts.textOf(site) === "0" ? ["zero"] : []),
    rewrite: ({ start, end }, facts) => {
      const text = facts.textOf({ start, end });
      return [{ start, end, pieces: text === from ? [to] : ["(", { start, end }, ")"] }];
    },
  });
}

describe("a check of a project", () => {
  let folder: string;
  let compiler: Sandbox;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-project-"));
    compiler = await processSandbox.create({ label: "compile", limits: {} });
  });
  afterEach(async () => {
    await compiler.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Options {
    readonly files?: Readonly<Record<string, string>>;
    readonly passes?: readonly PassKind[];
    readonly command?: string;
    readonly affectedOnly?: boolean;
    readonly sitesOnly?: boolean;
    readonly stopAt?: string;
    readonly timeoutMs?: number;
    readonly maxCauses?: number;
  }

  async function check(
    transformations: readonly Transformation[],
    options: Options = {},
  ): Promise<ProjectCheck> {
    const tree = treeOf(options.files ?? PROJECT);
    const stop = new AbortController();
    const { files, share } = selectTests(tree, "test_*.py");
    const runner = new BatchRunner({
      ...{ backend: processSandbox, folder, parser: unittest, signal: stop.signal },
      command: options.command ?? 'echo "$0" >> "$COUNT"; exec python3 -m unittest -v',
      env: { PYTHONPATH: "{project}", COUNT: join(folder, "runs"), MARK: join(folder, "mark") },
      timeoutMs: options.timeoutMs ?? 60_000,
    });
    const suite = {
      ...{
        runner,
        share,
        batches: batchesOf(files, 1),
        baselineRuns: 2,
        maxCauses: options.maxCauses ?? 3,
      },
      ...{ affectedOnly: options.affectedOnly ?? false, maxSearchRuns: 100 },
    };
    try {
      return await checkProject({
        rewriting: {
          ...{ tree, transformations, fraction: 1, level: "conservative", style: "natural" },
          keywords: { methods: [], strings: [] },
          isExcluded: exclusions({
            ...{ testPatchFiles: [], testIdFiles: files, exclude: [] },
            isBenchmarkTest: () => false,
          }),
          random: randomStream("1", "check-project"),
          cache: new ModuleCache(),
        },
        passes: options.passes ?? ["alone", "composed"],
        suite: options.sitesOnly === true ? null : suite,
        compiler: { sandbox: compiler, python: "python3" },
        notice: (text) => {
          if (options.stopAt !== undefined && text.includes(options.stopAt)) stop.abort();
        },
        signal: stop.signal,
      });
    } finally {
      await runner.close();
    }
  }

  const runs = () => readFileSync(join(folder, "runs"), "utf8").split("\n").length - 1;

  it("finds nothing where nothing changes", async () => {
    const found = await check(selectTransformations(["if-else-switcher", "double-negation"]));
    expect(found.project).toMatchObject({ pythonFiles: 7, rewritableFiles: 4 });
    expect(found.suite).toMatchObject({
      share: { selected: 2, all: 2 },
      outcomes: { PASSED: 18 },
      ...{ batches: 2, tests: 18, stable: 18, flaky: [], independent: 0, runs: 2 },
    });
    expect(found.passes.map(({ pass }) => pass)).toEqual([
      "python/double-negation",
      "python/if-else-switcher",
      "composed",
    ]);
    for (const pass of found.passes) {
      expect(pass).toMatchObject({
        filesRewritten: 2,
        skipped: [{ path: "shop/old.py" }],
        faults: [],
        tests: { batches: 2, compared: 18, changed: [], unsteady: [], causes: [] },
      });
      // `not big`, which the other one has made of it, is no site of double negation.
      const first = pass.transformations[0];
      expect(first).toMatchObject({ matched: 16, rewritten: 16, refused: {} });
    }
  });

  it("finds the one site where a transformation is wrong, alone and composed", async () => {
    const wrong = planted("planted/wrong", "505", "506");
    const found = await check([...selectTransformations(["if-else-switcher"]), wrong]);
    const [right, ...guilty] = found.passes;
    expect(right?.tests?.changed).toEqual([]);
    expect(guilty).toHaveLength(2);
    for (const { tests } of guilty) {
      expect(tests?.changed).toEqual([
        { test: "tests.test_tools.Prices.test_5", before: "PASSED", after: "FAILED" },
        { test: "(end of tests/test_tools.py)", before: "exit 0", after: "exit 1" },
      ]);
      expect(tests?.causes).toMatchObject([
        {
          tests: ["tests.test_tools.Prices.test_5", "(end of tests/test_tools.py)"],
          rewrites: [
            {
              ...{ transformation: "planted/wrong", file: "shop/tools.py", line: 33 },
              ...{ before: "505", after: "506" },
            },
          ],
        },
      ]);
    }
    expect(guilty[0]?.transformations).toEqual([
      { id: "planted/wrong", matched: 32, rewritten: 16, refused: { zero: 16 } },
    ]);
  });

  it("reports what is no Python as a fault of ours, and leaves the file as it was", async () => {
    const found = await check([planted("planted/broken", "105", "print 105")], {
      passes: ["alone"],
    });
    expect(found.passes[0]).toMatchObject({
      filesRewritten: 1,
      faults: [{ file: "shop/fruit.py", transformations: ["planted/broken"], sites: [10] }],
      tests: { changed: [] },
    });
    // The parser that rewrites and the gate take more parentheses than CPython's.
    const deep = planted("planted/deep", "105", `${"(".repeat(300)}105${")".repeat(300)}`);
    const late = await check([deep], { passes: ["alone"] });
    expect(late.passes[0]).toMatchObject({
      faults: [{ transformations: ["planted/deep"], sites: [10] }],
      tests: { changed: [] },
    });
  });

  it("takes a crash or a hang of the tests for an outcome", async () => {
    const crash = planted("planted/crash", "105", "__import__('os').abort()");
    const crashed = await check([crash], { passes: ["alone"], maxCauses: 0 });
    expect(crashed.passes[0]?.tests?.changed).toContainEqual({
      ...{ test: "(end of tests/test_fruit.py)", before: "exit 0", after: "signal SIGABRT" },
    });
    const hang = planted("planted/hang", "106", "__import__('time').sleep(60)");
    const hung = await check([hang], { passes: ["alone"], timeoutMs: 3000, maxCauses: 0 });
    expect(hung.passes[0]?.tests?.changed).toContainEqual({
      ...{ test: "(end of tests/test_fruit.py)", before: "exit 0", after: "timeout" },
    });
  });

  it("leaves out what differs between untouched runs", async () => {
    const files = { ...PROJECT, "tests/test_fruit.py": test("fruit", 100) + UNSTEADY };
    const found = await check(selectTransformations(["if-else-switcher"]), {
      ...{ files, passes: ["composed"] },
    });
    expect(found.suite).toMatchObject({
      ...{ tests: 19, stable: 18 },
      flaky: ["tests.test_fruit.Prices.test_unsteady", "(end of tests/test_fruit.py)"],
    });
    expect(found.passes[0]?.tests).toMatchObject({ compared: 18, changed: [] });
  });

  it("goes on where it was stopped", async () => {
    const transformations = selectTransformations(["if-else-switcher"]);
    const stopAt = "python/if-else-switcher: tests/test_tools.py";
    await expect(check(transformations, { passes: ["alone"], stopAt })).rejects.toThrow();
    // Twice two untouched, twice broken, the first rewritten.
    expect(runs()).toBe(7);
    const found = await check(transformations, { passes: ["alone"] });
    expect(found.passes[0]?.tests).toMatchObject({ batches: 2, compared: 18, changed: [] });
    expect(runs()).toBe(8);
    expect(readdirSync(join(folder, "results"))).toHaveLength(8);
  });

  it("runs of a transformation alone only what it reaches", async () => {
    const one = planted("planted/one", "505", "(505)");
    const files = { ...PROJECT, "shop/fruit.py": source(100).replaceAll(/\d{3}/g, "int('$&')") };
    const found = await check([one], { files: { ...files }, affectedOnly: true });
    const [alone, composed] = found.passes;
    expect(alone?.tests?.batches).toBe(1);
    expect(composed?.tests?.batches).toBe(2);
  });

  it("counts sites without tests", async () => {
    const found = await check(selectTransformations(null), { sitesOnly: true, passes: ["alone"] });
    expect(found.suite).toBeNull();
    expect(found.passes).toHaveLength(14);
    const tallies = found.passes.flatMap(({ transformations }) => transformations);
    for (const { matched, rewritten, refused } of tallies) {
      const left = Object.values(refused).reduce((sum, count) => sum + count, 0);
      expect(rewritten + left).toBe(matched);
    }
    expect(existsSync(join(folder, "results"))).toBe(false);
  });

  it("says when tests test something else, when there are none and when they can't start", async () => {
    const passes = ["alone"] as const;
    const command = 'python3 -c "import shop.fruit" ; cd /; true';
    const transformations = selectTransformations(["if-else-switcher"]);
    await expect(check(transformations, { passes, command })).rejects.toThrow("shows no test");
    await expect(check(transformations, { passes, command: "no-such-program" })).rejects.toThrow(
      "can't be started",
    );
    const files = { ...PROJECT, "tests/test_fruit.py": "", "tests/test_tools.py": test("x", 0) };
    const elsewhere = { ...files, "tests/test_tools.py": NOTHING };
    await expect(check(transformations, { passes, files: elsewhere })).rejects.toThrow(
      "they test another copy",
    );
  });
});

const NOTHING =
  "import unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n        pass\n";
