// What `check bench` found of each test: a matrix of passes, and the facts that are kept for studies.
import { createHash } from "node:crypto";
import type { CheckedRun } from "../analysis/bench-check.ts";
import { exclusions } from "../analysis/exclusion-rule.ts";
import type { ExcludedTest } from "../analysis/exclusion-rule.ts";
import { factsFor, factsOfRuns, flakeRate } from "../analysis/instance-facts.ts";
import type { Benchmark } from "../benchmarks/benchmark.ts";
import type { CheckRecord, InstanceFacts, TestFacts } from "../core/instance-facts.ts";
import type { instanceFactStore } from "../store/instance-fact-store.ts";

/** One row a test. */
export interface MatrixTest extends TestFacts {
  /** Share of runs in which it was not what it mostly was; null where no run saw it. */
  readonly flakeRate: number | null;
}

export interface MatrixInstance extends Omit<InstanceFacts, "tests"> {
  readonly tests: readonly MatrixTest[];
  /** By the rule, from the facts of all checks of this row in this environment. */
  readonly excluded: readonly ExcludedTest[];
  /** How many checks these facts are of. */
  readonly checks: number;
}

/** Keeps what the runs of a check showed, and gives the matrix of it. */
export function keepMatrix(
  benchmark: Benchmark,
  runs: readonly CheckedRun[],
  times: number,
  store: ReturnType<typeof instanceFactStore>,
): MatrixInstance[] {
  const ids = [...new Set(runs.map(({ instanceId }) => instanceId))].sort();
  return ids.flatMap((instanceId) => {
    const rowDigest = benchmark.rowDigests.get(instanceId) ?? "";
    const seen = runs.flatMap((run) =>
      run.instanceId === instanceId && run.seen !== null ? [{ ...run, ...run.seen }] : [],
    );
    return factsOfRuns({ instanceId, rowDigest }, seen).map((facts) => {
      const check = checkName(facts, seen);
      const record: CheckRecord = { ...facts, check, times, datasetDigest: benchmark.digest };
      store.write(record);
      const others = store.read(instanceId, rowDigest).filter((one) => one.check !== check);
      const known = factsFor(facts.environment.backend, [...others, record]);
      return {
        ...facts,
        tests: facts.tests.map((test) => ({ ...test, flakeRate: flakeRate(test) })),
        excluded: known === null ? [] : exclusions(known.facts).tests,
        checks: known?.of.length ?? 0,
      };
    });
  });
}

/**
 * A name that a check keeps when it goes on with more runs: its first grading in an environment.
 * Gradings never change, and no two end in the same microsecond of the same run.
 */
function checkName(
  { environment }: InstanceFacts,
  seen: readonly (CheckedRun & NonNullable<CheckedRun["seen"]>)[],
): string {
  const [first] = seen
    .filter((run) => JSON.stringify(run.environment) === JSON.stringify(environment))
    .sort((a, b) => a.replicate - b.replicate || (a.agent < b.agent ? -1 : 1));
  const { agent, replicate, gradedAt, durationMs } = first ?? {};
  const name = JSON.stringify([environment, agent, replicate, gradedAt, durationMs]);
  return createHash("sha256").update(name).digest("hex");
}

/** The matrix as lines: a summary of each instance, and the tests that are not as they should be. */
export function matrixLines(matrix: readonly MatrixInstance[]): string[] {
  const odd = matrix.flatMap(({ instanceId, excluded, checks }) =>
    excluded.map(({ list, test, reason, detail }) => {
      const of = checks > 1 ? `, ${checks} checks` : "";
      return `       ${reason} ${list} of ${instanceId}: ${test} (${detail}${of})\n`;
    }),
  );
  const tests = matrix.flatMap((one) => one.tests);
  const unsteady = tests.filter((test) => (test.flakeRate ?? 0) > 0).length;
  const head = `${tests.length} tests, ${unsteady} flaky in this check.`;
  if (odd.length === 0) return [`${head} None is excluded.\n`];
  return [`${head} Excluded in studies from now on: ${odd.length}.\n`, ...odd];
}
