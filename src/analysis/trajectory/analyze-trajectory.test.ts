// The whole analysis on a small run whose every step is known, and its parts one by one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Trajectory, TrajectoryEvent } from "../../core/trajectory.ts";
import {
  analyzeTrajectory,
  commandSimilarity,
  findLoops,
  isAtStepCeiling,
  meanCommandSimilarity,
  shortRuns,
} from "./index.ts";

interface Step {
  readonly says?: string;
  readonly runs?: string;
  readonly shows?: string;
  readonly code?: number;
}

function trajectory(steps: readonly Step[], agent = "mini"): Trajectory {
  const events = steps.flatMap(({ says = "", runs, shows = "", code = 0 }, index) => {
    const step = index + 1;
    const said: TrajectoryEvent = {
      ...{ step, atMs: null, role: "assistant", text: says, reasoning: "", model: null },
      ...{ usage: null, durationMs: null },
    };
    if (runs === undefined) return [said];
    const ran: TrajectoryEvent = {
      ...{ step, atMs: null, role: "tool", tool: "bash", callId: null },
      ...{ arguments: { command: runs }, command: runs, output: shows, exitCode: code },
      ...{ timedOut: false, outputTruncated: false, durationMs: null },
    };
    return [said, ran];
  });
  return {
    ...{ schemaVersion: 2, runId: "r", instanceId: "i", agent, model: null, events },
    ...{ exitStatus: null, submission: null, conclusion: "", reported: null, truncated: null },
  };
}

const RUN: readonly (Step & { readonly phase: string })[] = [
  { runs: "ls && grep -rn total .", phase: "localization" },
  { runs: "cat src/sums.py", phase: "localization" },
  { says: "I will rewrite it.", phase: "planning" },
  { runs: "cat > repro.py <<EOF\nimport src\nEOF", phase: "debugging" },
  {
    runs: "python repro.py",
    code: 1,
    shows: "Traceback (most recent call last):",
    phase: "debugging",
  },
  { runs: "cat src/tally.py", phase: "debugging" },
  { runs: "sed -i 's/a/b/' src/sums.py", phase: "patching" },
  { runs: "pytest tests", code: 1, shows: "=== 1 failed, 2 passed in 1s ===", phase: "validation" },
  { runs: "git checkout src/sums.py", phase: "recovery" },
  { runs: "sed -i 's/a/c/' src/tally.py", phase: "patching" },
  { runs: "pytest tests", shows: "=== 3 passed in 1s ===", phase: "validation" },
  { runs: "cat src/tally.py", phase: "validation" },
  { runs: "git diff", phase: "validation" },
  { runs: "rm repro.py", phase: "general" },
  { runs: "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A", phase: "general" },
];

describe("a run whose steps are known", () => {
  const analysis = analyzeTrajectory(trajectory(RUN), {
    goldFiles: ["src/tally.py", "src/other.py"],
    perturbedFiles: ["src/sums.py"],
    decoys: { files: ["src/sums.py"], identifiers: ["total", "b"] },
  });

  it("has a phase for each step", () => {
    expect(analysis.steps.map(({ phase }) => phase)).toEqual(RUN.map(({ phase }) => phase));
    expect(analysis.phases).toEqual({
      ...{ localization: 2, debugging: 3, planning: 1, patching: 2 },
      ...{ validation: 4, recovery: 1, general: 2 },
    });
  });

  it("tells work from scratch", () => {
    expect(analysis.editedFiles).toEqual(["src/sums.py", "src/tally.py"]);
    expect(analysis.scratchFiles).toEqual(["repro.py"]);
  });

  it("counts the steps before the first touch of given files", () => {
    expect(analysis.gold).toEqual({
      files: ["src/tally.py", "src/other.py"],
      ...{
        read: ["src/tally.py"],
        edited: ["src/tally.py"],
        stepsBeforeRead: 5,
        stepsBeforeEdit: 9,
      },
    });
    expect(analysis.perturbed).toMatchObject({ stepsBeforeRead: 1, stepsBeforeEdit: 6 });
    expect(analyzeTrajectory(trajectory(RUN), { goldFiles: ["x.py"] }).gold).toMatchObject({
      ...{ read: [], edited: [], stepsBeforeRead: null, stepsBeforeEdit: null },
    });
  });

  it("finds runs, cycles and iterations", () => {
    expect(analysis.testRuns.map(({ step, scope, result }) => [step, scope, result])).toEqual([
      ...[
        [5, "script", "failed"],
        [8, "tests", "failed"],
        [11, "tests", "passed"],
      ],
    ]);
    expect(analysis.fixCycles).toEqual([
      { failedAt: 5, editedAt: [7], retestedAt: 8, result: "failed" },
      { failedAt: 8, editedAt: [9, 10], retestedAt: 11, result: "passed" },
    ]);
    expect(analysis.patchIterations).toBe(2);
  });

  it("classifies git", () => {
    expect(analysis.git).toEqual([
      { step: 9, subcommand: "checkout", purpose: "reversion" },
      { step: 13, subcommand: "diff", purpose: "inspection" },
      { step: 15, subcommand: "add", purpose: "index" },
    ]);
  });

  it("finds what was planted", () => {
    expect(analysis.decoyHits).toEqual([
      { step: 1, decoy: "total", how: "named" },
      { step: 2, decoy: "src/sums.py", how: "read" },
      { step: 7, decoy: "src/sums.py", how: "edited" },
      { step: 7, decoy: "b", how: "named" },
      { step: 9, decoy: "src/sums.py", how: "edited" },
    ]);
  });
});

it("finds files under a work tree that only the caller knows", () => {
  const run = trajectory([{ runs: "cat /home/u/repo/src/a.py" }]);
  expect(analyzeTrajectory(run, { goldFiles: ["src/a.py"] }).gold?.stepsBeforeRead).toBe(0);
  const told = analyzeTrajectory(run, { workdir: "/home/u/repo/" });
  expect(told.steps[0]?.read).toEqual(["src/a.py"]);
});

describe("phase entropy", () => {
  it("is 0 for one phase and 1 bit for two halves", () => {
    expect(analyzeTrajectory(trajectory([{ runs: "ls" }])).phaseEntropyBits).toBe(0);
    const halves = trajectory([{ runs: "ls" }, { runs: "python -c 1" }]);
    expect(analyzeTrajectory(halves).phaseEntropyBits).toBe(1);
    expect(analyzeTrajectory(trajectory([])).phaseEntropyBits).toBe(0);
  });
});

describe("loops", () => {
  it.each([
    ["three commands three times", "a b c a b c a b c", 1],
    ["with others between", "a b c x a b c y a b c", 1],
    ["one command nine times", "a a a a a a a a a", 1],
    ["one command eight times", "a a a a a a a a", 0],
    ["twice is no loop", "a b c a b c", 0],
    ["two commands in turn", "a b a b a b a b a b a b", 2],
    ["nothing", "", 0],
  ])("%s", (_what, commands, count) => {
    const list = commands === "" ? [] : commands.split(" ");
    expect(findLoops(list)).toHaveLength(count);
  });

  it("says where they are", () => {
    expect(findLoops("x a b c a b c a b c".split(" "))).toEqual([
      { commands: ["a", "b", "c"], at: [1, 4, 7] },
    ]);
  });
});

describe("similarity of commands", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

  it("is symmetric, between 0 and 1, and 1 for the same", () => {
    fc.assert(
      fc.property(list, list, (a, b) => {
        const value = commandSimilarity(a, b);
        expect(commandSimilarity(b, a)).toBe(value);
        if (value === null) return;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(commandSimilarity(a, a) ?? 1).toBe(1);
      }),
    );
  });

  it("is a share of the longer run", () => {
    expect(commandSimilarity(["a", "b", "c", "d"], ["a", "x", "c"])).toBe(0.5);
    expect(meanCommandSimilarity([["a"], ["a"], ["b"]])).toBeCloseTo(1 / 3, 12);
    expect(meanCommandSimilarity([["a"]])).toBeNull();
  });
});

it("flags by steps alone", () => {
  expect([245, 246].map((steps) => isAtStepCeiling(steps))).toEqual([false, true]);
  expect(isAtStepCeiling(50, 50)).toBe(true);
  expect(shortRuns([10, 40, 50, 60, 70])).toEqual([true, false, false, false, false]);
  expect(shortRuns([5, 5, 5])).toEqual([false, false, false]);
});
