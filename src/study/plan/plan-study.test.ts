import { describe, expect, it } from "vitest";
import { seed } from "../conditions/seed.ts";
import { sham } from "../conditions/sham.ts";
import { stacked } from "../conditions/stacked.ts";
import { variant } from "../conditions/variant.ts";
import { planStudy } from "./plan-study.ts";
import { studyAgents } from "./study-agents.ts";
import { parseStudyFile } from "./study-file.ts";

const conditions = new Map([seed, sham, stacked, variant].map((c) => [c.id, c]));

function plan(yaml: string) {
  const head = "name: s\nbenchmarks: [b]\nscaffolds: [gold, mender]\n";
  const study = parseStudyFile(head + yaml, "s.yaml");
  const agents = studyAgents(study, new Set());
  return planStudy({ study, conditions, agents, instances: new Map([["b", ["i1", "i2"]]]) });
}

describe("the plan of a study", () => {
  it("crosses instances, conditions, agents and replicates", () => {
    const { runs } = plan("replicates: 3\nvariants: 2\n");
    const solve = runs.filter(({ purpose }) => purpose === "solve");
    // 2 instances × 2 agents × (3 seed + 2 shams + 2 variants)
    expect(solve).toHaveLength(2 * 2 * 7);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  });

  it("has one null run for each state, which every run in that condition needs", () => {
    const { runs } = plan("replicates: 1\nvariants: 1\n");
    expect(runs.filter(({ purpose }) => purpose === "verify").map(({ id }) => id)).toEqual(
      ["i1", "i2"].flatMap((i) =>
        ["seed", "sham-1", "variant-1"].map((condition) => `b:${i}:${condition}:null-run:1`),
      ),
    );
    const run = runs.find(({ id }) => id === "b:i1:variant-1:mender:1");
    expect(run?.needs).toEqual(["b:i1:variant-1:null-run:1"]);
  });

  it("makes a sham wait for the state of its variant", () => {
    const { runs } = plan("replicates: 1\nvariants: 2\n");
    const shamRun = runs.find(({ id }) => id === "b:i1:sham-2:null-run:1");
    expect(shamRun?.needs).toEqual(["b:i1:variant-2:null-run:1"]);
  });

  it("lets a condition build on another run", () => {
    const { runs } = plan(
      "replicates: 1\nconditions: [seed, { condition: stacked, after: { condition: seed, agent: gold } }]\n",
    );
    const run = runs.find(({ id }) => id === "b:i1:stacked:null-run:1");
    expect(run?.needs).toEqual(["b:i1:seed:gold:1"]);
  });

  it("plans no null run where none is wanted", () => {
    const { runs } = plan("replicates: 1\nconditions: [seed]\nverify: { null_run: false }\n");
    expect(runs.map(({ purpose, needs }) => [purpose, needs.length])).toEqual(
      Array.from({ length: 4 }, () => ["solve", 0]),
    );
  });

  it("gives a guarded condition runs of its own, on the trees of the unguarded one", () => {
    const { runs, conditions: members } = plan(
      "replicates: 1\nvariants: 2\nconditions: [variant, { condition: variant, name: careful, guard: interpretation }]\n",
    );
    expect(runs.map(({ id }) => id)).toContain("b:i1:careful-2:mender:1");
    expect(
      [...members.values()].map(({ member, guard, drawnAs }) => [member.id, guard, drawnAs]),
    ).toEqual([
      ["variant-1", null, "variant-1"],
      ["variant-2", null, "variant-2"],
      ["careful-1", "interpretation", "variant-1"],
      ["careful-2", "interpretation", "variant-2"],
    ]);
  });

  it.each([
    ["conditions: [sham]\n", /sham-1.*variant-1/],
    ["conditions: [sed]\n", /No condition "sed"/],
    ["conditions: [seed, seed]\n", /Two conditions are "seed"/],
    [
      "conditions: [seed, { condition: seed, guard: interpretation }]\n",
      /Two conditions are "seed"/,
    ],
    ["conditions: [stacked]\n", /does not say which run/],
    [
      "conditions: [seed, { condition: stacked, after: { condition: seed, agent: nop } }]\n",
      /not in the plan/,
    ],
  ])("refuses what cannot be planned: %s", (yaml, message) => {
    expect(() => plan(yaml)).toThrow(message);
  });
});
