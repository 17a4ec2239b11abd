// Real trajectories of other programs: what is imported is what their own summaries state.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTrajectory } from "../src/agents/trajectory/read-trajectory.ts";
import { parsePatch, touchedFiles } from "../src/code/patch/index.ts";
import { PlumblineError } from "../src/core/errors.ts";
import { stepCount, trajectorySchema, type Trajectory } from "../src/core/trajectory.ts";
import { sharedData } from "./shared-data.ts";

const ROOT = sharedData("trajectories");
const FOLDERS = [
  ...["mini_swe_agent/trajs", "mini_swe_agent/fixtures", "swe_agent/fixtures"],
  ...["swe_agent/demos", "opencode"],
];

const read = (path: string) => readFileSync(path, "utf8");
const load = async (path: string): Promise<Trajectory> =>
  (await readTrajectory(read(path), path)).trajectory;

function files(root: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /(\.traj|\.traj\.json|\.jsonl)$/.test(name) && !name.includes("preds"))
      .map((name) => join(root, folder, name)),
  );
}

interface Summary {
  readonly instance_id: string;
  readonly exit_status: string;
  readonly cost: number;
  readonly api_calls: number;
  readonly messages: number;
  readonly submission_chars: number;
}

describe.skipIf(ROOT === null)("real trajectories", () => {
  const root = ROOT ?? "";

  it("hold what the summary of their run states: status, cost, calls, messages, patch", async () => {
    const all = JSON.parse(
      read(join(root, "mini_swe_agent/gemini3pro_traj_summary.json")),
    ) as Summary[];
    const folder = join(root, "mini_swe_agent/trajs");
    const names = readdirSync(folder);
    expect(names).toHaveLength(9);
    for (const name of names) {
      const id = name.replace(".traj.json", "");
      const stated = all.find(({ instance_id }) => instance_id === id);
      const trajectory = await load(join(folder, name));
      const { events, reported, exitStatus, submission } = trajectory;
      expect({
        instance_id: trajectory.instanceId,
        exit_status: exitStatus,
        cost: reported?.costUsd,
        api_calls: reported?.modelCalls,
        // It keeps no message of a tool's own: an output is a message of the user.
        messages: events.length,
        submission_chars: submission?.length,
      }).toEqual({ ...stated, resolved: undefined });
      expect(stepCount(trajectory)).toBe(stated?.api_calls);
      const turnCosts = events.map((event) =>
        event.role === "assistant" ? (event.usage?.costUsd ?? 0) : 0,
      );
      expect(turnCosts.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(stated?.cost ?? -1, 9);
    }
  });

  it.each([
    ["django__django-10999", ["django/utils/dateparse.py"]],
    ["psf__requests-6028", ["requests/utils.py"]],
    [
      "sympy__sympy-24661",
      ["sympy/parsing/sympy_parser.py", "sympy/parsing/tests/test_sympy_parser.py"],
    ],
  ])("the patch of %s touches its files", async (id, expected) => {
    const { submission } = await load(join(root, `mini_swe_agent/trajs/${id}.traj.json`));
    expect(touchedFiles(parsePatch(Buffer.from(submission ?? "")))).toEqual(expected);
  });

  it.each([
    ["mini_swe_agent/fixtures/github_issue.traj.json", 10, 10, null],
    ["mini_swe_agent/fixtures/local.traj.json", 2, 2, null],
    ["swe_agent/fixtures/pydicom__pydicom-1458.traj", 12, 12, "submitted"],
    ["swe_agent/demos/function_calling_simple.traj", 5, 5, null],
    ["opencode/opencode_run_json_excerpt.jsonl", 1, 1, "tool-calls"],
  ])("%s has its steps and calls", async (path, steps, calls, exitStatus) => {
    const trajectory = await load(join(root, path));
    expect(stepCount(trajectory)).toBe(steps);
    expect(trajectory.events.filter(({ role }) => role === "tool")).toHaveLength(calls);
    expect(trajectory.exitStatus).toBe(exitStatus);
  });

  it("keep what SWE-agent and OpenCode report of tokens and cost", async () => {
    const pydicom = await load(join(root, "swe_agent/fixtures/pydicom__pydicom-1458.traj"));
    expect(pydicom.reported).toMatchObject({
      ...{ inputTokens: 122612, outputTokens: 1369, costUsd: 1.26719, modelCalls: 12 },
    });
    const opencode = await load(join(root, "opencode/opencode_run_json_excerpt.jsonl"));
    expect(opencode.events[0]).toMatchObject({
      usage: { inputTokens: 7505, outputTokens: 111, reasoningTokens: 13, cachedTokens: 0 },
    });
  });

  it("are well formed, all of them, and each command has its output", async () => {
    for (const path of files(root)) {
      const trajectory = await load(path);
      expect(trajectorySchema.parse(trajectory)).toEqual(trajectory);
      expect(trajectory.truncated).toBeNull();
      const outputs = trajectory.events.map(
        (event) => event.role !== "tool" || event.output !== null,
      );
      expect({ path: basename(path), whole: outputs.every(Boolean) }).toMatchObject({
        whole: true,
      });
    }
  });

  it("cut anywhere hold the events before the cut, or say why they hold none", async () => {
    for (const path of files(root)) {
      const text = read(path);
      const whole = await load(path);
      let most = 0;
      for (let part = 1; part <= 20; part++) {
        const cut = Math.floor((text.length * part) / 21);
        const result = await readTrajectory(text.slice(0, cut), path).catch((e: unknown) => e);
        if (result instanceof Error) {
          expect(result).toBeInstanceOf(PlumblineError);
          continue;
        }
        const kept = (result as { trajectory: Trajectory }).trajectory;
        expect(kept.truncated).not.toBeNull();
        expect(kept.events.length).toBeGreaterThanOrEqual(most);
        most = kept.events.length;
        expect(calls(whole).slice(0, calls(kept).length)).toEqual(calls(kept));
        // OpenCode writes a turn in parts, so the last may be there without its end.
        const spoken = answers(kept);
        expect(answers(whole).slice(0, Math.max(spoken.length - 1, 0))).toEqual(
          spoken.slice(0, -1),
        );
        expect(answers(whole)[spoken.length - 1] ?? "").toContain(spoken.at(-1) ?? "");
      }
      expect(most).toBeGreaterThan(0);
    }
  });
});

function calls({ events }: Trajectory): unknown[] {
  return events.flatMap((event) =>
    event.role === "tool" ? [[event.step, event.tool, event.arguments]] : [],
  );
}

function answers({ events }: Trajectory): string[] {
  return events.flatMap((event) => (event.role === "assistant" ? [event.text] : []));
}
