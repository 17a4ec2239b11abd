// Whether a benchmark measures what it says here: without a patch every FAIL_TO_PASS test fails and
// every PASS_TO_PASS test passes; with the gold patch all pass; each time. A test whose status
// changes between identical runs is flaky.
import type { FactEnvironment } from "../core/instance-facts.ts";
import type { TestResult, TestStatus } from "../core/run.ts";

export interface CheckedRun {
  readonly instanceId: string;
  readonly agent: "gold" | "nop";
  readonly replicate: number;
  readonly outcome: string;
  /** Why there is no result, or null. */
  readonly fault: string | null;
  /** Where and when its tests were seen; null where they were not. */
  readonly seen: {
    readonly environment: FactEnvironment;
    /** Epoch milliseconds. */
    readonly gradedAt: number;
    readonly durationMs: number;
  } | null;
  readonly failToPass: readonly TestResult[];
  readonly passToPass: readonly TestResult[];
}

export interface InstanceCheck {
  readonly instanceId: string;
  readonly valid: boolean;
  readonly runs: number;
  readonly failToPass: number;
  readonly passToPass: number;
  /** Each test whose status was not the same in all runs of the same agent. */
  readonly flaky: readonly { readonly test: string; readonly statuses: readonly TestStatus[] }[];
  /** What is wrong, a line each. */
  readonly problems: readonly string[];
}

/** Checks of all instances, in id order. Pure. */
export function benchCheck(runs: readonly CheckedRun[]): InstanceCheck[] {
  const ids = [...new Set(runs.map(({ instanceId }) => instanceId))].sort();
  return ids.map((id) =>
    checkInstance(
      id,
      runs.filter(({ instanceId }) => instanceId === id),
    ),
  );
}

function checkInstance(instanceId: string, runs: readonly CheckedRun[]): InstanceCheck {
  const flaky = ["gold", "nop"].flatMap((agent) =>
    flakyTests(runs.filter((run) => run.agent === agent)),
  );
  const problems = [
    ...runs.flatMap(runProblems),
    ...flaky.map(({ test, statuses }) => `flaky: ${test} was ${statuses.join(", ")}`),
  ];
  return {
    instanceId,
    valid: problems.length === 0,
    runs: runs.length,
    failToPass: runs[0]?.failToPass.length ?? 0,
    passToPass: runs[0]?.passToPass.length ?? 0,
    flaky,
    problems,
  };
}

function runProblems(run: CheckedRun): string[] {
  const name = `${run.agent} ${run.replicate}`;
  if (run.fault !== null) return [`${name}: ${run.fault}`];
  const problem = ({ test, status }: TestResult) => `${name}: ${test} was ${status}`;
  const passed = ({ status }: TestResult) => status === "PASSED";
  const failed = (result: TestResult) => !passed(result);
  const badFailToPass = run.failToPass.filter(run.agent === "gold" ? failed : passed);
  return [...badFailToPass, ...run.passToPass.filter(failed)].map(problem);
}

function flakyTests(runs: readonly CheckedRun[]) {
  const seen = new Map<string, TestStatus[]>();
  for (const run of runs.filter(({ fault }) => fault === null)) {
    for (const { test, status } of [...run.failToPass, ...run.passToPass]) {
      seen.set(test, [...(seen.get(test) ?? []), status]);
    }
  }
  return [...seen]
    .filter(([, statuses]) => new Set(statuses).size > 1)
    .map(([test, statuses]) => ({ test, statuses }));
}
