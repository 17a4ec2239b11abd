// How much of the scatter of a resolve rate is the grader's. The same patch graded again can only
// differ by the grader (flaky tests, the environment); other patches of the same agent for the same
// state differ by the agent as well. Both parts by stats/nested-variance.ts: gradings (0 or 1) in
// patches, patches in cells of one instance and condition. The rate is the mean over patches of the
// share of their gradings that resolved, which is what single gradings would show on average.
import { nestedVariance } from "../stats/index.ts";
import { groupBy } from "./group-by.ts";
import { isMeasured } from "./is-measured.ts";
import type { RunFact } from "./run-fact.ts";

export interface GraderVariance {
  /** Patches with more than one grading that saw tests, and those whose gradings differ. */
  readonly patches: number;
  readonly disagreeing: number;
  /** Gradings of these patches. */
  readonly gradings: number;
  /** Runs that the variance is over: measured ones. */
  readonly runs: number;
  /** Variance of one grading about its patch's rate (0 to 0.25 for each), and between patches. */
  readonly component: VarianceParts;
  /** Parts of the variance of the resolve rate over all these runs, as a fraction. */
  readonly ofResolveRate: VarianceParts;
  readonly method: "nested-moments";
}

/** Null where there are not enough runs to tell. */
export interface VarianceParts {
  /** Within patches: the grader's. */
  readonly grader: number | null;
  /** Between replicates of one agent on one state: the agent's. */
  readonly agent: number | null;
}

type GradedFact = Pick<RunFact, "instanceId" | "conditionId" | "outcome" | "gradings">;

/** Null where no patch was graded more than once. */
export function graderVariance(runs: readonly GradedFact[]): GraderVariance | null {
  const regraded = runs.flatMap(({ gradings = [] }) => (gradings.length > 1 ? [gradings] : []));
  if (regraded.length === 0) return null;
  const times = Math.max(...regraded.map(({ length }) => length));
  // A run whose verdict is a tie is not measured, and yet its gradings are what is looked for.
  const used = runs.filter((run) => isMeasured(run) || (run.gradings?.length ?? 0) > 1);
  const cells = groupBy(used, ({ instanceId, conditionId }) => `${instanceId} ${conditionId}`);
  const { within, between, ofMean } = nestedVariance(
    [...cells.values()].map((group) => group.map((run) => gradingsOf(run, times))),
  );
  return {
    patches: regraded.length,
    disagreeing: regraded.filter((gradings) => new Set(gradings).size > 1).length,
    gradings: regraded.reduce((total, { length }) => total + length, 0),
    runs: used.length,
    component: { grader: within, agent: between },
    ofResolveRate: { grader: ofMean.within, agent: ofMean.between },
    method: "nested-moments",
  };
}

/** What was handed in without effect would fail each time, so it counts as often as a patch. */
function gradingsOf({ outcome, gradings }: GradedFact, times: number): number[] {
  if (gradings !== undefined) return gradings.map(Number);
  return outcome.kind === "resolved" ? [1] : Array<number>(times).fill(0);
}
