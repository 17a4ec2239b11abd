import { describe, expect, it } from "vitest";
import type { EngineFaultFact, JudgedVariant } from "./run-fact.ts";
import { verification } from "./verification.ts";

const drawn = (candidate: number, rejected: boolean, ...transformations: string[]) =>
  ({
    ...{ instanceId: "i", conditionId: "variant-1", candidate, rejected, transformations },
    uncompiled: null,
  }) satisfies JudgedVariant;
const fault = (candidate: number, ...transformations: string[]) =>
  ({
    ...{ instanceId: "i", conditionId: "variant-1", candidate, gate: "null-run", transformations },
    ...{ file: "a.py", message: "t FAILED", failing: ["t"], culprits: [], context: 0 },
    ...{ seed: "1", unreduced: null },
  }) satisfies EngineFaultFact;

describe("verification", () => {
  it("gives each transformation the variants that have it, those rejected, and its own doing", () => {
    const judged = [drawn(1, true, "a", "b"), drawn(2, true, "b"), drawn(3, false, "b", "c")];
    const { variants, rejected, transformations } = verification(judged, [fault(1, "a")], 0.95);
    expect({ variants, rejected }).toEqual({ variants: 3, rejected: 2 });
    expect(transformations).toMatchObject([
      { transformation: "a", variants: 1, rejected: 1, blamed: 1, rateFraction: 1 },
      { transformation: "b", variants: 3, rejected: 2, blamed: 0, rateFraction: 2 / 3 },
      { transformation: "c", variants: 1, rejected: 0, blamed: 0, rateFraction: 0 },
    ]);
    const [, b] = transformations;
    expect(b?.lowerFraction).toBeCloseTo(0.2077, 3);
    expect(b?.upperFraction).toBeCloseTo(0.9385, 3);
  });

  it("counts a rejected variant once, however many faults it has", () => {
    const faults = [fault(1, "a"), fault(1, "a"), { ...fault(2, "a"), gate: "syntax" as const }];
    const judged = [drawn(1, true, "a"), drawn(2, false, "a")];
    expect(verification(judged, faults, 0.95).transformations).toMatchObject([{ blamed: 1 }]);
  });

  it("says how many variants no Python compiled, and why", () => {
    const judged = [drawn(1, false, "a"), { ...drawn(2, false, "a"), uncompiled: "no python3" }];
    expect(verification(judged, [], 0.95)).toMatchObject({
      uncompiled: 1,
      uncompiledReasons: ["no python3"],
    });
  });

  it("has nothing to say without variants", () => {
    expect(verification([], [], 0.95)).toMatchObject({ variants: 0, transformations: [] });
  });
});
