// What grading predictions found: SWE-bench's summary of a run with what is Plumbline's own, and a
// table with intervals. Where tests are excluded, both scores.
import Table from "cli-table3";
import { EXCLUSION_RULE } from "../analysis/exclusion-rule.ts";
import type { GraderVariance, InstanceExclusion } from "../analysis/index.ts";
import { decidingGrade } from "../core/deciding-grade.ts";
import { OUTCOME_KINDS } from "../core/outcome.ts";
import type { InstanceResult } from "../grading/report-json.ts";
import { runSummary } from "../grading/run-summary-json.ts";
import { decimal, interval } from "../report/format-number.ts";
import { excludedTestsBlock, graderVarianceText } from "../report/index.ts";
import { wrap } from "../report/terminal/wrap.ts";
import { wilsonInterval } from "../stats/index.ts";
import type { StudyDatabase } from "../store/database.ts";
import { gradesOf, lastClosedAttempt } from "../store/read-run.ts";
import { runRows } from "../store/run-facts.ts";
import { storedOutcome } from "../store/stored-outcome.ts";
import { reducedByRun } from "./run-evidence.ts";

export interface GradingResults {
  readonly published: readonly InstanceResult[];
  /** Over the tests that are left; without instances that have no FAIL_TO_PASS left. */
  readonly reduced: readonly InstanceResult[];
  readonly exclusions: readonly InstanceExclusion[];
  /** Of the whole study; null where no patch was graded more than once. */
  readonly variance: GraderVariance | null;
}

/** Results of the recorded runs of one replicate, in the plan's order. */
export function gradingResults(
  db: StudyDatabase,
  replicate: number,
  { exclusions, variance }: Pick<GradingResults, "exclusions" | "variance">,
): GradingResults {
  const rows = runRows(db).filter(
    (row) => row.purpose === "solve" && row.status === "recorded" && row.replicate === replicate,
  );
  const reduced = reducedByRun(db, rows, exclusions);
  const results = rows.flatMap((row) => {
    const attempt = lastClosedAttempt(db, row.runId);
    if (attempt === null) return [];
    const grade = decidingGrade(gradesOf(db, row.runId, attempt.number));
    const patch = Buffer.from(attempt.wholePatch).toString("utf8");
    const result: InstanceResult = {
      instanceId: row.instanceId,
      patch: patch === "" ? null : patch,
      patchApplied: patch !== "" && attempt.ending.kind === "finished",
      outcome: storedOutcome(row),
      failToPass: grade?.failToPass ?? [],
      passToPass: grade?.passToPass ?? [],
      touchedTestFiles: grade?.touchedTestFiles ?? [],
    };
    return [{ result, second: reduced.get(row.runId) }];
  });
  return {
    ...{ exclusions, variance },
    published: results.map(({ result }) => result),
    reduced: results.flatMap(({ result, second }) => {
      if (second === null) return [];
      return [second === undefined ? result : { ...result, outcome: second }];
    }),
  };
}

/** SWE-bench's summary, with keys of Plumbline's own after its own. */
export function gradingSummary(
  allIds: readonly string[],
  datasetDigest: string,
  { published, reduced, exclusions, variance }: GradingResults,
): Readonly<Record<string, unknown>> {
  return {
    ...runSummary(allIds, published),
    dataset_digest: datasetDigest,
    ...(variance === null ? {} : { grader_variance: variance }),
    ...(exclusions.length === 0
      ? {}
      : {
          without_excluded_tests: {
            rule: EXCLUSION_RULE,
            excluded: exclusions,
            left_out_ids: leftOut(exclusions),
            ...runSummary(allIds, reduced),
          },
        }),
  };
}

/** Outcomes of all runs and the share that is resolved, over all and without infra and ambiguous. */
export function gradingTable(
  datasetDigest: string,
  { published, reduced, exclusions, variance }: GradingResults,
): string {
  const hasTwo = exclusions.length > 0;
  const rejected = published.filter(({ patch, patchApplied }) => patch !== null && !patchApplied);
  const touching = published.filter(({ touchedTestFiles }) => touchedTestFiles.length > 0);
  const table = new Table({
    head: ["outcome", "runs", ...(hasTwo ? ["without excluded tests"] : [])],
    style: { head: [], border: [] },
  });
  for (const kind of OUTCOME_KINDS) {
    table.push([kind, count(published, kind), ...(hasTwo ? [count(reduced, kind)] : [])]);
  }
  const excluded = { rule: EXCLUSION_RULE, excluded: exclusions, leftOut: leftOut(exclusions) };
  return [
    table.toString(),
    ...rates(published),
    ...(hasTwo ? ["without excluded tests:", ...rates(reduced).map((line) => `  ${line}`)] : []),
    `patches that could not be applied: ${rejected.length}`,
    `patches that touch test files:     ${touching.length}`,
    ...(hasTwo ? [excludedTestsBlock(excluded)] : []),
    ...(variance === null ? [] : [wrap(graderVarianceText(variance))]),
    `rows: ${datasetDigest.slice(0, 12)}`,
    "",
  ].join("\n");
}

function rates(results: readonly InstanceResult[]): readonly string[] {
  const resolved = count(results, "resolved");
  const measured = results.length - count(results, "infra") - count(results, "ambiguous");
  return [
    `resolved of all runs:              ${rate(resolved, results.length)}`,
    `without infra and ambiguous runs:  ${rate(resolved, measured)}`,
  ];
}

function count(results: readonly InstanceResult[], kind: string): number {
  return results.filter(({ outcome }) => outcome.kind === kind).length;
}

function leftOut(exclusions: readonly InstanceExclusion[]): readonly string[] {
  return exclusions.filter(({ isLeftOut }) => isLeftOut).map(({ instanceId }) => instanceId);
}

function rate(successes: number, n: number): string {
  const share = wilsonInterval({ successes, n });
  if (share.estimate === null) return `${successes}/${n}`;
  const percent = (value: number) => decimal(100 * value);
  const limits = interval(share.lower, share.upper, percent);
  return `${successes}/${n} = ${percent(share.estimate)} % ${limits}`;
}
