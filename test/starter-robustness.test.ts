// The main job on real input: the study of `make demo`, carried out once, and what must hold of its
// shams, its variants and its agent.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STARTER_ROOT, starterFrom } from "../src/benchmarks/starter.ts";
import { isTestFile, parsePatch, touchedFiles } from "../src/code/patch/index.ts";
import {
  ModuleCache,
  TRANSFORMATIONS,
  isPythonSource,
  sitesOf,
  NO_REPOSITORY,
} from "../src/code/spt/index.ts";
import type { FileTree } from "../src/core/file-tree.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const STUDY = fileURLToPath(new URL("../suites/starter/robustness.yaml", import.meta.url));
const ARMS = ["seed", "sham", "variant"] as const;

interface Report {
  readonly arms: Readonly<
    Record<string, { n: number; rate: number; interval: object; outcomes: Record<string, number> }>
  >;
  readonly degradation: { mean: number; interval: { lower: number; upper: number } };
  readonly variants: readonly {
    instanceId: string;
    conditionId: string;
    filesChanged: number;
    linesChanged: number;
    goldFilesChanged: number;
    unchanged: boolean;
  }[];
  readonly runs: readonly {
    instanceId: string;
    arm: string;
    outcome: { kind: string };
  }[];
}

interface State {
  readonly instance_id: string;
  readonly condition: string;
  readonly candidate: number;
  readonly files_changed: number;
  readonly lines_added: number;
  readonly lines_deleted: number;
}

const root = temporaryFolder();
const out = join(root.path, "out");
let report: Report;
let states: State[];

beforeAll(async () => {
  const result = await plumbline([
    "run",
    STUDY,
    "--out",
    out,
    "--json",
    "--quiet",
    "--workers",
    "2",
  ]);
  expect(result.stderr).toBe("");
  report = JSON.parse(result.stdout) as Report;
  const db = new Database(join(out, "plumbline.db"), { readonly: true });
  states = db
    .prepare("SELECT * FROM states WHERE verdict = 'accepted' ORDER BY instance_id, condition")
    .all() as State[];
  db.close();
}, 2_100_000);
afterAll(() => root[Symbol.dispose]());

/** Writes a tree to a folder and applies the diff of a state to it with real git. */
function stateFolder(base: FileTree, state: State): string {
  const folder = join(root.path, `${state.instance_id}-${state.condition}`);
  writeTree(folder, base);
  const log = join(
    out,
    "states",
    "starter",
    state.instance_id,
    `${state.condition}-draw-${state.candidate}`,
  );
  execFileSync("git", ["apply", "--allow-empty", join(log, "state.diff")], { cwd: folder });
  return folder;
}

function writeTree(folder: string, tree: FileTree): void {
  for (const [path, { bytes }] of tree) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

/** CPython's syntax tree of each Python file, without positions. */
function syntaxTrees(folder: string): unknown {
  const program =
    "import ast, json, pathlib, sys; root = pathlib.Path(sys.argv[1]); " +
    "print(json.dumps({str(p.relative_to(root)): ast.dump(ast.parse(p.read_bytes())) for p in sorted(root.rglob('*.py'))}))";
  return JSON.parse(
    execFileSync("python3", ["-c", program, folder], { encoding: "utf8", maxBuffer: 1e9 }),
  );
}

async function baseOf(instanceId: string) {
  const starter = await starterFrom(STARTER_ROOT);
  const instance = (await starter.instances()).find(
    ({ instance_id }) => instance_id === instanceId,
  );
  if (instance === undefined) throw new Error(`${instanceId} is not in the suite.`);
  const tree = await starter.baseTree(instance);
  if (tree.kind !== "files") throw new Error(`${instanceId} has no files.`);
  return { instance, base: tree.files };
}

const ofCondition = (name: string) =>
  states.filter(({ condition }) => condition.startsWith(`${name}-`));

describe("the robustness study of the starter suite", () => {
  it("has at least 12 instances, 3 arms and 3 runs of each", () => {
    const instances = new Set(report.runs.map(({ instanceId }) => instanceId));
    expect(instances.size).toBeGreaterThanOrEqual(12);
    for (const arm of ARMS) expect(report.arms[arm]?.n).toBe(instances.size * 3);
  });

  it("prints arms, degradation, variants and runs, with intervals", () => {
    for (const arm of ARMS) {
      expect(report.arms[arm]).toMatchObject({
        rate: expect.any(Number) as number,
        interval: { lower: expect.any(Number) as number, upper: expect.any(Number) as number },
      });
    }
    const { mean, interval } = report.degradation;
    expect(interval.lower).toBeLessThan(mean);
    expect(interval.upper).toBeGreaterThan(mean);
    expect(report.variants.length).toBe(ofCondition("variant").length);
  });

  it("has no infrastructure failures", () => {
    for (const arm of ARMS)
      expect(report.arms[arm]?.outcomes).toMatchObject({ infra: 0, ambiguous: 0 });
  });

  it("changes as many files in a sham as in its variant, and as many lines", () => {
    const [shams, variants] = [ofCondition("sham"), ofCondition("variant")];
    expect(shams.length).toBeGreaterThanOrEqual(36);
    expect(shams).toHaveLength(variants.length);
    for (const [index, sham] of shams.entries()) {
      const variant = variants[index];
      if (variant === undefined) throw new Error("no variant");
      const name = `${sham.instance_id} ${sham.condition}`;
      expect(sham.condition.split("-")[1], name).toBe(variant.condition.split("-")[1]);
      expect(sham.files_changed, name).toBe(variant.files_changed);
      // Git, which counts here, may find a diff some lines longer than the one that was imitated.
      for (const key of ["lines_added", "lines_deleted"] as const) {
        const missed = Math.abs(sham[key] - variant[key]);
        expect(missed, `${name} ${key}`).toBeLessThanOrEqual(Math.max(2, 0.05 * variant[key]));
      }
    }
  });

  it("leaves the syntax tree of every file as it is in a sham", async () => {
    for (const state of ofCondition("sham")) {
      const { base } = await baseOf(state.instance_id);
      const seed = join(root.path, `${state.instance_id}-seed`);
      writeTree(seed, base);
      expect(
        syntaxTrees(stateFolder(base, state)),
        `${state.instance_id} ${state.condition}`,
      ).toEqual(syntaxTrees(seed));
    }
  }, 900_000);

  it("leaves every test file as it is, byte for byte, in a variant", async () => {
    for (const state of ofCondition("variant")) {
      const { base } = await baseOf(state.instance_id);
      const folder = stateFolder(base, state);
      const tests = [...base.keys()].filter(isTestFile);
      expect(tests.length).toBeGreaterThan(0);
      for (const path of tests) {
        expect(
          readFileSync(join(folder, path)).equals(base.get(path)?.bytes ?? Buffer.alloc(0)),
        ).toBe(true);
      }
    }
  }, 900_000);

  it("makes every variant differ from the seed, in a gold file wherever one has a candidate", async () => {
    const cache = new ModuleCache();
    for (const { instanceId, conditionId, unchanged, goldFilesChanged } of report.variants) {
      const { instance, base } = await baseOf(instanceId);
      expect(unchanged, `${instanceId} ${conditionId}`).toBe(false);
      const gold = touchedFiles(parsePatch(instance.patch)).filter((path) =>
        isPythonSource(base, path),
      );
      const log = variantLog(instanceId, conditionId);
      const drawn = TRANSFORMATIONS.filter(({ id, keyword }) =>
        log.passes.some(
          (pass) => pass.transformation === id && (keyword === null || pass.keyword !== null),
        ),
      );
      const hasCandidate = gold.some((path) => {
        const file = cache.load(base.get(path)?.bytes ?? new Uint8Array());
        const context = {
          level: "conservative",
          keyword: "keyword",
          repository: NO_REPOSITORY,
        } as const;
        return (
          file.ok &&
          drawn.some((spt) =>
            sitesOf(spt, file.facts, context).some(({ refusal }) => refusal === null),
          )
        );
      });
      if (hasCandidate) expect(goldFilesChanged, `${instanceId} ${conditionId}`).toBeGreaterThan(0);
    }
  }, 900_000);

  it("is measured on an agent that is neither perfect nor hopeless", () => {
    const seed = report.runs.filter(({ arm }) => arm === "seed");
    const byInstance = groupByInstance(seed);
    const resolved = (runs: typeof seed) =>
      runs.filter(({ outcome }) => outcome.kind === "resolved").length;
    const rate = resolved(seed) / seed.length;
    expect(rate).toBeGreaterThanOrEqual(0.3);
    expect(rate).toBeLessThanOrEqual(0.85);
    const sometimes = [...byInstance.values()].filter(
      (runs) => resolved(runs) > 0 && resolved(runs) < runs.length,
    );
    expect(sometimes.length).toBeGreaterThanOrEqual(3);
    const confidentlyWrong = [...byInstance.values()].filter((runs) =>
      runs.every(({ outcome }) => outcome.kind === "unresolved"),
    );
    expect(confidentlyWrong.length).toBeGreaterThanOrEqual(1);
  });
});

function variantLog(instanceId: string, conditionId: string) {
  const state = states.find((s) => s.instance_id === instanceId && s.condition === conditionId);
  const name = `${conditionId}-draw-${state?.candidate ?? 1}`;
  const path = join(out, "states", "starter", instanceId, name, "log.json");
  return JSON.parse(readFileSync(path, "utf8")) as {
    passes: { transformation: string; keyword: string | null }[];
  };
}

function groupByInstance<T extends { instanceId: string }>(runs: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const run of runs) groups.set(run.instanceId, [...(groups.get(run.instanceId) ?? []), run]);
  return groups;
}
