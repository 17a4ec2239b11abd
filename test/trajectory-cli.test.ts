// Trajectories on the command line: in, looked at, out again.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plumbline, temporaryFolder } from "./cli.ts";

const PATCH = `diff --git a/src/sums.py b/src/sums.py
--- a/src/sums.py
+++ b/src/sums.py
@@ -1 +1 @@
-a
+b
`;

const STEPS: readonly (readonly [string, string])[] = [
  ["grep -n total src/sums.py", "<returncode>0</returncode>\n<output>\n1:a\n</output>"],
  ["git log --all", "<returncode>0</returncode>\n<output>\n</output>"],
  ["sed -i s/a/b/ src/sums.py", "<returncode>0</returncode>\n<output>\n</output>"],
  ["pytest", "<returncode>0</returncode>\n<output>\n=== 2 passed in 0.1s ===\n</output>"],
  ["echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A && git diff --cached", PATCH],
];

const MINI = {
  info: {
    ...{ mini_version: "1.15.0", exit_status: "Submitted", submission: PATCH },
    model_stats: { instance_cost: 0.5, api_calls: STEPS.length },
  },
  messages: [
    { role: "system", content: "You fix things." },
    ...STEPS.flatMap(([command, output]) => [
      { role: "assistant", content: `Next.\n\`\`\`bash\n${command}\n\`\`\`` },
      { role: "user", content: output },
    ]),
  ],
  trajectory_format: "mini-swe-agent-1",
  instance_id: "owner__sums-1",
};

function files() {
  const folder = temporaryFolder();
  writeFileSync(join(folder.path, "run.traj.json"), JSON.stringify(MINI));
  writeFileSync(join(folder.path, "gold.diff"), PATCH);
  return folder;
}

it("imports, analyses and exports, and reads its own export again", async () => {
  using folder = files();
  const cwd = folder.path;
  const imported = await plumbline(["import", "trajectory", "run.traj.json", "--out", "in"], {
    cwd,
  });
  expect(imported).toMatchObject({
    exitCode: 0,
    stdout:
      "in/run.json: mini-swe-agent 1.15.0 (mini-swe-agent), " +
      "5 steps, 5 calls, 0.5000 USD, Submitted",
  });

  const given = ["--gold", "gold.diff", "--decoys", "total,src/sums.py"];
  const args = ["analyze", "trajectory", "in/run.json", ...given];
  const shown = await plumbline(args, { cwd });
  expect(shown.stdout).toContain("course          llPv.\n");
  expect(shown.stdout).toContain(
    "decoys          1 read src/sums.py, 1 named total, 3 edited src/sums.py\n",
  );
  expect(shown.stdout).toContain("1 edited (first after 2 steps)");
  expect(shown.stdout).toContain("history-mining  step 2: git log --all\nflagged         yes\n");

  await plumbline(["export", "trajectory", "in/run.json", "--to", "atif", "--out", "a.json"], {
    cwd,
  });
  const mini = await plumbline(["export", "trajectory", "a.json", "--to", "mini"], { cwd });
  writeFileSync(join(cwd, "b.json"), mini.stdout);
  const again = await plumbline(["import", "trajectory", "b.json", "--out", "in"], { cwd });
  expect(again.exitCode).toBe(0);
  const events = (name: string) => {
    const { events: list } = JSON.parse(readFileSync(join(cwd, name), "utf8")) as {
      events: { callId?: unknown }[];
    };
    return list.map((event) => ({ ...event, callId: null }));
  };
  expect(events("in/b.json")).toEqual(events("in/run.json").map((e) => ({ ...e, callId: null })));
});

it("analyses all trajectories of a study, and counts those that the scanner flags", async () => {
  using folder = files();
  const cwd = folder.path;
  await plumbline(["import", "trajectory", "run.traj.json", "--out", "in"], { cwd });
  for (const replicate of ["1", "2"]) {
    const at = join(cwd, "study/runs/b/owner__sums-1/seed/mini", replicate, "attempt-1");
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "trajectory.json"), readFileSync(join(cwd, "in/run.json")));
  }
  const table = await plumbline(["analyze", "trajectory", "study"], { cwd });
  expect(table.stdout).toContain("2 trajectories, 2 flagged by the scanner");
  const { stdout } = await plumbline(["analyze", "trajectory", "study", "--json"], { cwd });
  const { trajectories } = JSON.parse(stdout) as { trajectories: unknown[] };
  expect(trajectories).toMatchObject([
    {
      path: "study/runs/b/owner__sums-1/seed/mini/1/attempt-1/trajectory.json",
      analysis: { runId: "owner__sums-1", phases: { patching: 1, validation: 1 } },
      findings: [{ rule: "history-mining", step: 2, evidence: "git log --all" }],
      isFlagged: true,
    },
    { path: "study/runs/b/owner__sums-1/seed/mini/2/attempt-1/trajectory.json" },
  ]);
});

it.each([
  [["import", "trajectory", "gold.diff", "--out", "in"], "gold.diff is no JSON."],
  [["import", "trajectory", "none.json", "--out", "in"], "none.json can't be read (ENOENT)."],
  [
    ["import", "trajectory", "run.traj.json", "./run.traj.json", "--out", "in"],
    "Two files would be",
  ],
  [["import", "trajectory", "run.traj.json", "--format", "atiff", "--out", "in"], 'called "atiff"'],
  [["export", "trajectory", "run.traj.json", "--to", "swe-agent"], "not written to it"],
  [["analyze", "trajectory", "."], ". holds no trajectory of a study."],
  [["analyze", "trajectory", "run.traj.json", "--gold", "no.diff"], "--gold no.diff can't be read"],
])("%j is refused in one line", async (args, message) => {
  using folder = files();
  const result = await plumbline(args, { cwd: folder.path });
  expect(result).toMatchObject({ exitCode: 2, stdout: "" });
  expect(result.stderr).toContain(message);
  expect(result.stderr.split("\n")).toHaveLength(1);
});
