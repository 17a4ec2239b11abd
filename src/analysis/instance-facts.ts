// From runs to facts about tests, and facts of several checks to one. Counts add up; nothing is
// weighed and nothing is forgotten.
import type {
  FactEnvironment,
  InstanceFacts,
  PassCount,
  TestFacts,
} from "../core/instance-facts.ts";
import type { TestResult } from "../core/run.ts";
import { groupBy } from "./group-by.ts";

/** A gold or null run that saw tests. */
export interface SeenRun {
  readonly agent: "gold" | "nop";
  readonly environment: FactEnvironment;
  /** Epoch milliseconds. */
  readonly gradedAt: number;
  readonly failToPass: readonly TestResult[];
  readonly passToPass: readonly TestResult[];
}

type Row = Pick<InstanceFacts, "instanceId" | "rowDigest">;

/** The facts that runs of one row show, for each environment that they ran in. */
export function factsOfRuns(row: Row, runs: readonly SeenRun[]): InstanceFacts[] {
  return [...groupBy(runs, ({ environment }) => environmentKey(environment)).values()].map(
    (group) => addFacts(group.map((run) => factsOfRun(row, run))),
  );
}

function factsOfRun({ instanceId, rowDigest }: Row, run: SeenRun): InstanceFacts {
  const lists = [
    ["FAIL_TO_PASS", run.failToPass],
    ["PASS_TO_PASS", run.passToPass],
  ] as const;
  const tests = lists.flatMap(([list, results]) =>
    results.map(({ test, status }): TestFacts => {
      const seen = { passed: status === "PASSED" ? 1 : 0, runs: 1 };
      const none = { passed: 0, runs: 0 };
      const isGold = run.agent === "gold";
      return { list, test, gold: isGold ? seen : none, nop: isGold ? none : seen };
    }),
  );
  const { environment, gradedAt } = run;
  return { instanceId, rowDigest, environment, from: gradedAt, to: gradedAt, tests };
}

/** Facts of one row in one environment, together. Throws a RangeError on none. */
export function addFacts(facts: readonly InstanceFacts[]): InstanceFacts {
  const [first] = facts;
  if (first === undefined) throw new RangeError("No facts are not to be added.");
  const { instanceId, rowDigest, environment } = first;
  const all = facts.flatMap(({ tests }) => tests);
  const tests = [...groupBy(all, testKey).values()].map((group) => {
    const [{ list, test }] = group as [TestFacts, ...TestFacts[]];
    return {
      ...{ list, test },
      gold: total(group.map(({ gold }) => gold)),
      nop: total(group.map(({ nop }) => nop)),
    };
  });
  return {
    ...{ instanceId, rowDigest, environment },
    from: Math.min(...facts.map(({ from }) => from)),
    to: Math.max(...facts.map(({ to }) => to)),
    tests,
  };
}

/**
 * What holds for work in a sandbox of `backend`: the facts that were seen in such a one, and where
 * these are of several images or prepared environments, those of the one seen last. Null: none.
 */
export function factsFor<Facts extends InstanceFacts>(
  backend: string,
  facts: readonly Facts[],
): { readonly facts: InstanceFacts; readonly of: readonly Facts[] } | null {
  const here = facts.filter(({ environment }) => environment.backend === backend);
  const newest = [...here].sort((a, b) => b.to - a.to)[0];
  if (newest === undefined) return null;
  const key = environmentKey(newest.environment);
  const of = here.filter(({ environment }) => environmentKey(environment) === key);
  return { facts: addFacts(of), of };
}

/**
 * Share of runs in which a test was not what it mostly was with the same patch, gold and null runs
 * together: 0 for one that never changes, at most 0.5. Null where no run saw it.
 */
export function flakeRate({ gold, nop }: Pick<TestFacts, "gold" | "nop">): number | null {
  const runs = gold.runs + nop.runs;
  const odd = [gold, nop].map(({ passed, runs: n }) => Math.min(passed, n - passed));
  return runs === 0 ? null : odd.reduce((sum, one) => sum + one, 0) / runs;
}

function total(counts: readonly PassCount[]): PassCount {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    runs: counts.reduce((sum, { runs }) => sum + runs, 0),
  };
}

function environmentKey({ backend, image }: FactEnvironment): string {
  return `${backend} ${image ?? ""}`;
}

function testKey({ list, test }: Pick<TestFacts, "list" | "test">): string {
  return `${list} ${test}`;
}
