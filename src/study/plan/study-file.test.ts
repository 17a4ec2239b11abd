import { describe, expect, it } from "vitest";
import { parseStudyFile, studyFileJsonSchema } from "./study-file.ts";

const MINIMAL = "name: s\nbenchmarks: [starter]\nscaffolds: [mender]\n";

describe("a study file", () => {
  it("has the paper's defaults", () => {
    expect(parseStudyFile(MINIMAL, "s.yaml")).toMatchObject({
      replicates: 20,
      variants: 20,
      runs_per_variant: 1,
      conditions: [{ condition: "seed" }, { condition: "sham" }, { condition: "variant" }],
      sampler: { num_transformations: 3, max_keywords: 5, max_files: 10, fraction: 0.7 },
    });
  });

  it("takes a bare id for an object with that id", () => {
    const study = parseStudyFile(MINIMAL, "s.yaml");
    expect(study.benchmarks).toEqual([{ id: "starter", instances: null }]);
    expect(study.scaffolds).toEqual([{ id: "mender", settings: {} }]);
  });

  it.each([
    ["variant: 3\n", 's.yaml: unknown key "variant".', '"variants"'],
    ["sampler: { fracton: 0.5 }\n", 's.yaml: unknown key "fracton" in sampler.', '"fraction"'],
  ])("refuses an unknown key and names the nearest: %s", (line, message, hint) => {
    expect(() => parseStudyFile(MINIMAL + line, "s.yaml")).toThrow(
      expect.objectContaining({ message, hint, exitCode: 2 }) as Error,
    );
  });

  it.each([
    ["replicates: 0\n", "replicates"],
    ["sampler: { fraction: 1.5 }\n", "sampler.fraction"],
    ["scaffolds: []\n", "scaffolds"],
  ])("refuses a value out of range and says where: %s", (line, place) => {
    const text =
      MINIMAL.replace(/^scaffolds.*\n/m, line.startsWith("scaffolds") ? "" : "$&") + line;
    expect(() => parseStudyFile(text, "s.yaml")).toThrow(`s.yaml: ${place}: `);
  });

  it("takes a guard for any condition, and none where none is named", () => {
    const entries = "[seed, { condition: seed, name: careful, guard: test-first }]";
    const study = parseStudyFile(`${MINIMAL}conditions: ${entries}\n`, "s.yaml");
    expect(study.conditions).toEqual([
      { condition: "seed" },
      { condition: "seed", name: "careful", guard: "test-first" },
    ]);
  });

  it.each([
    ["interpretaton", '"interpretation"'],
    ["Test-First", '"test-first"'],
    ["prayer-to-be-lucky", "one of interpretation, test-first"],
  ])("refuses an unknown guard and names the nearest: %s", (guard, hint) => {
    const message = `s.yaml: conditions.0.guard: unknown value "${guard}".`;
    expect(() =>
      parseStudyFile(`${MINIMAL}conditions: [{ condition: seed, guard: ${guard} }]\n`, "s.yaml"),
    ).toThrow(expect.objectContaining({ message, hint, exitCode: 2 }) as Error);
  });

  it("refuses what is no YAML, with the line", () => {
    expect(() => parseStudyFile("name: [", "s.yaml")).toThrow(/^s\.yaml: .*line 1/);
  });

  it("publishes a JSON Schema that lists every key", () => {
    const schema = studyFileJsonSchema() as { properties: object; required: string[] };
    expect(Object.keys(schema.properties)).toContain("runs_per_variant");
    expect(schema.required).toEqual(["name", "benchmarks", "scaffolds"]);
  });
});
