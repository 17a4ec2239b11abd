import { describe, expect, it } from "vitest";
import type { ReportedMaterial } from "./models-lines.ts";
import { materialLines, spendingLine } from "./models-lines.ts";

const NOTHING = { costUsd: 0, tokens: 0 };
const MATERIAL: ReportedMaterial = {
  ...{ kind: "keywords", key: "k", digest: "d", asked: "m-1", provider: "openai", runs: [] },
  ...{ temperature: null, reasoningEffort: null, answeredBy: null, madeAt: 1, malformed: 0 },
  ...{ keptFromBefore: false, costUsd: 0.01, tokens: 10, words: { methods: 2, strings: 1 } },
  rejected: {},
};

describe("what models took", () => {
  it("is said of agents and of materials, each for itself", () => {
    const spending = { agents: { costUsd: 1.25, tokens: 3_617 }, materials: NOTHING };
    expect(spendingLine(spending)).toBe(
      "Models took: agents 1.2500 US dollars, 3617 tokens; materials 0.0000 US dollars, 0 tokens.",
    );
  });

  it("is not mentioned where no model was asked", () => {
    expect(spendingLine({ agents: NOTHING, materials: NOTHING })).toBeNull();
    expect(materialLines([])).toEqual([]);
  });
});

describe("the materials of a report", () => {
  it("are summed by the model that was asked, with what was rejected", () => {
    const kept = {
      ...MATERIAL,
      keptFromBefore: true,
      rejected: { empty: 1, "a reserved word": 2 },
    };
    const more = { ...MATERIAL, rejected: { empty: 3 } };
    expect(materialLines([MATERIAL, kept, more, { ...MATERIAL, asked: "m-2" }])).toEqual([
      "Keywords by m-1: 3 sets (6 methods, 3 strings), 1 of them kept from before at no cost; rejected: empty (4), a reserved word (2).",
      "Keywords by m-2: 1 set (2 methods, 1 strings).",
    ]);
  });
});
