import type { RunFact } from "./run-fact.ts";

/**
 * Shams and variants that were run more than once by one agent. Runs of one variant are alike, so
 * intervals that count them as independent are somewhat too narrow (the paper's appendix E).
 */
export function repeatedConditions(runs: readonly RunFact[]): number {
  const counts = new Map<string, number>();
  for (const { arm, instanceId, conditionId } of runs) {
    if (arm === "seed") continue;
    const key = `${instanceId}\u0000${conditionId}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count > 1).length;
}
