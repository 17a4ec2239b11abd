// How the runs of each condition and agent ended, for conditions that no study analyses yet.

export interface EndedRun {
  readonly condition: string;
  readonly agent: string;
  readonly status: string;
  readonly outcome: string | null;
}

export interface OutcomeCount {
  readonly condition: string;
  readonly agent: string;
  /** An outcome, or how far the run is where it has none. */
  readonly ended: string;
  readonly runs: number;
}

/** Counts in the order in which the kinds first appear. */
export function outcomeCounts(runs: readonly EndedRun[]): OutcomeCount[] {
  const counts = new Map<string, OutcomeCount>();
  for (const { condition, agent, status, outcome } of runs) {
    const ended = outcome ?? status;
    const key = [condition, agent, ended].join(":");
    const known = counts.get(key)?.runs ?? 0;
    counts.set(key, { condition, agent, ended, runs: known + 1 });
  }
  return [...counts.values()];
}
