import { describe, expect, it } from "vitest";
import { keywordModel } from "./keyword-model.ts";
import { studyAgents } from "./study-agents.ts";
import { parseStudyFile } from "./study-file.ts";

const study = (models: readonly string[], keywords = "") =>
  parseStudyFile(
    [
      "name: s\nbenchmarks: [starter]\nscaffolds: [mini, mender]",
      `models: [${models.map((more) => `{ provider: openai, ${more} }`).join(", ")}]`,
      keywords === "" ? "" : `sampler: { keywords: ${keywords} }`,
    ].join("\n"),
    "s.yaml",
  );

describe("the model that names keywords", () => {
  it("is none where a study says nothing, or rules", () => {
    expect(keywordModel(study(["id: a"]))).toBeNull();
    expect(keywordModel(study(["id: a"], "rules"))).toBeNull();
  });

  it("is one of the study's, by its name there", () => {
    const models = ["id: a", "id: v/b, name: other, agents: false"];
    expect(keywordModel(study(models, "{ model: other }"))).toBe("other");
  });

  it("may be behind no agent", () => {
    const names = studyAgents(study(["id: a", "id: b, agents: false"]), new Set(["mini"]));
    expect(names.map(({ name }) => name)).toEqual(["mini+a", "mender"]);
    expect(() => studyAgents(study(["id: b, agents: false"]), new Set(["mini"]))).toThrow(
      "mini works with a model; none is named.",
    );
  });

  it("is the one behind the agents, where there is one", () => {
    const models = ["id: a", "id: b, agents: false"];
    expect(keywordModel(study(models, "agent-model"))).toBe("a");
  });

  it.each([
    [["id: a", "id: b"], "a, b"],
    [["id: b, agents: false"], "none"],
  ])("is refused where there is not one model behind all agents: %s", (models, which) => {
    expect(() => keywordModel(study(models, "agent-model"))).toThrow(
      `agent-model is for one model behind all agents; this study has ${which}.`,
    );
  });

  it("is refused where the study has none of that name", () => {
    expect(() => keywordModel(study(["id: gpt"], "{ model: gtp }"))).toThrow(
      expect.objectContaining({
        message: 'sampler.keywords: the study has no model "gtp".',
        ...{ hint: "gpt", exitCode: 2 },
      }) as Error,
    );
  });

  it.each(["model", "{ modle: a }", "7"])("is refused where it is neither: %s", (keywords) => {
    expect(() => study(["id: a"], keywords)).toThrow(
      "s.yaml: sampler.keywords: must be rules, agent-model or { model: NAME }.",
    );
  });
});
