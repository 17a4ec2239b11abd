import { describe, expect, it } from "vitest";
import { requireCompatible } from "./plan-change.ts";
import { parseStudyFile } from "./study-file.ts";

const BASE = { name: "s", benchmarks: "[starter]", scaffolds: "[mender]", replicates: "3" };

function study(changes: Readonly<Record<string, string>> = {}) {
  const lines = Object.entries({ ...BASE, ...changes }).map(([key, value]) => `${key}: ${value}`);
  return parseStudyFile(lines.join("\n"), "s.yaml");
}

const check =
  (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) => () =>
    requireCompatible(study(before), study(after), "out");

describe("a study file that was edited after its study began", () => {
  it.each([
    ["more replicates", {}, { replicates: "5" }],
    ["another agent", {}, { scaffolds: "[mender, gold]" }],
    ["another condition", { conditions: "[seed]" }, { conditions: "[seed, variant]" }],
    ["more instances", { benchmarks: "[{ id: b, instances: [x] }]" }, { benchmarks: "[b]" }],
    ["more retries", {}, { retries: "5" }],
  ])("may ask for more: %s", (_, before, after) => {
    expect(check(before, after)).not.toThrow();
  });

  it.each([
    ["fewer replicates", {}, { replicates: "2" }, "replicates went down from 3 to 2"],
    ["another seed", {}, { seed: "7" }, "seed was changed"],
    ["another fraction", {}, { sampler: "{ fraction: 0.5 }" }, "sampler was changed"],
    ["one agent less", { scaffolds: "[mender, gold]" }, {}, "an entry under scaffolds"],
    [
      "other settings",
      {},
      { scaffolds: "[{ id: mender, settings: { a: 1 } }]" },
      "under scaffolds",
    ],
  ])("may not change what was measured: %s", (_, before, after, message) => {
    expect(check(before, after)).toThrow(message);
  });
});
