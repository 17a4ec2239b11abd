import type { RunFact } from "./run-fact.ts";

/**
 * Whether a run says something about the agent. `infra` is the machinery's failure and `ambiguous`
 * has evidence for both; they are counted and shown, and are in no interval of a comparison.
 */
export function isMeasured({ outcome }: Pick<RunFact, "outcome">): boolean {
  return outcome.kind !== "infra" && outcome.kind !== "ambiguous";
}
