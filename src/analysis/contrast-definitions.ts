// The three comparisons of a robustness study. Degradation is always the baseline's resolve rate
// minus the other's: positive where the agent resolves less.
import type { Arm } from "./run-fact.ts";

export type ContrastId = "sham-variant" | "seed-variant" | "seed-sham";

export interface ContrastDefinition {
  readonly id: ContrastId;
  readonly baseline: Arm;
  readonly changed: Arm;
}

export const CONTRASTS: readonly ContrastDefinition[] = [
  // The rewrite against a placebo edit of the same size: the effect of what was rewritten alone.
  { id: "sham-variant", baseline: "sham", changed: "variant" },
  // The paper's: the rewrite against nothing, with whatever the harness does to a changed tree.
  { id: "seed-variant", baseline: "seed", changed: "variant" },
  // The harness's own effect: an edit that means nothing should change nothing.
  { id: "seed-sham", baseline: "seed", changed: "sham" },
];
