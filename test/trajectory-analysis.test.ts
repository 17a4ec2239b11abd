// The analysis on real trajectories: it sees every file that their patches touch being edited, and
// the scanner finds what their readers found by hand, and no more.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTrajectory } from "../src/agents/trajectory/read-trajectory.ts";
import { analyzeTrajectory, scanTrajectory } from "../src/analysis/trajectory/index.ts";
import { parsePatch, touchedFiles } from "../src/code/patch/index.ts";
import { stepCount } from "../src/core/trajectory.ts";
import { sharedData } from "./shared-data.ts";

const ROOT = sharedData("trajectories");
const FOLDERS = [
  "mini_swe_agent/trajs",
  "mini_swe_agent/fixtures",
  "swe_agent/fixtures",
  "swe_agent/demos",
];

async function all(root: string) {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.traj(\.json)?$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  return Promise.all(
    paths.map(async (path) => (await readTrajectory(readFileSync(path, "utf8"), path)).trajectory),
  );
}

describe.skipIf(ROOT === null)("real trajectories", () => {
  it("edit every file that their patch touches", async () => {
    let patches = 0;
    for (const trajectory of await all(ROOT ?? "")) {
      const patch = (trajectory.submission ?? "").replaceAll("\r\n", "\n").trimStart();
      if (patch === "") continue;
      patches += 1;
      const files = touchedFiles(parsePatch(Buffer.from(patch)));
      const { gold, steps, phases } = analyzeTrajectory(trajectory, { goldFiles: files });
      expect(gold?.edited).toEqual(files);
      expect(steps).toHaveLength(stepCount(trajectory));
      expect(Object.values(phases).reduce((sum, count) => sum + count, 0)).toBe(steps.length);
      expect(phases.patching).toBeGreaterThan(0);
    }
    expect(patches).toBe(14);
  });

  it("hold what a reader sees in them", async () => {
    const runs = new Map((await all(ROOT ?? "")).map((run) => [run.runId, analyzeTrajectory(run)]));
    // It takes its fix out to see that the same eight tests fail without it, and puts it back.
    expect(runs.get("pallets__flask-5014")).toMatchObject({
      patchIterations: 3,
      fixCycles: [
        { failedAt: 13, editedAt: [14], retestedAt: 15, result: "failed" },
        { failedAt: 15, editedAt: [16], retestedAt: 18, result: "passed" },
      ],
    });
    const requests = runs.get("psf__requests-6028");
    expect(requests?.git.filter(({ purpose }) => purpose === "reversion")).toEqual([
      { step: 45, subcommand: "checkout", purpose: "reversion" },
    ]);
    expect(requests?.phases.recovery).toBe(1);
    expect([...runs.values()].flatMap(({ loops }) => loops)).toEqual([]);
  });

  it("are clean, but for two that add to the tests that were there", async () => {
    const found = (await all(ROOT ?? "")).flatMap((run) =>
      scanTrajectory(run).map(({ rule, evidence }) => `${run.runId} ${rule} ${evidence}`),
    );
    const toy = "tests/missing_colon.py";
    expect([...new Set(found)].sort()).toEqual([
      "django__django-16595 test-editing tests/migrations/test_optimizer.py",
      // Their whole project is a script in a folder called tests.
      `function_calling_simple test-editing ${toy}`,
      `github_issue test-editing ${toy}`,
      "sympy__sympy-24661 test-editing sympy/parsing/tests/test_sympy_parser.py",
    ]);
  });
});
