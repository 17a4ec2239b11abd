// What grading predictions found: SWE-bench's summary of a run, and a table with intervals.
import Table from "cli-table3";
import { OUTCOME_KINDS } from "../core/outcome.ts";
import type { InstanceResult } from "../grading/report-json.ts";
import { wilsonInterval } from "../stats/index.ts";
import { decimal, interval } from "../report/format-number.ts";
import { runOutcome } from "../study/run/run-outcome.ts";
import { gradesOf, lastClosedAttempt } from "../store/read-run.ts";
import { listRuns } from "../store/run-store.ts";
import type { StudyDatabase } from "../store/database.ts";

/** Results of the recorded runs of one replicate, in the plan's order. */
export function gradingResults(db: StudyDatabase, replicate: number): InstanceResult[] {
  return listRuns(db)
    .filter((run) => run.purpose === "solve" && run.replicate === replicate)
    .flatMap((run) => {
      const attempt = lastClosedAttempt(db, run.id);
      if (attempt === null) return [];
      const grade = gradesOf(db, run.id, attempt.number).at(-1) ?? null;
      const patch = Buffer.from(attempt.wholePatch).toString("utf8");
      return [
        {
          instanceId: run.instanceId,
          patch: patch === "" ? null : patch,
          patchApplied: patch !== "" && attempt.ending.kind === "finished",
          outcome: runOutcome(attempt, grade),
          failToPass: grade?.failToPass ?? [],
          passToPass: grade?.passToPass ?? [],
        },
      ];
    });
}

/** Outcomes of all runs and the share that is resolved, over all and without infra and ambiguous. */
export function gradingTable(results: readonly InstanceResult[]): string {
  const count = (kind: string) => results.filter(({ outcome }) => outcome.kind === kind).length;
  const rejected = results.filter(({ patch, patchApplied }) => patch !== null && !patchApplied);
  const table = new Table({ head: ["outcome", "runs"], style: { head: [], border: [] } });
  for (const kind of OUTCOME_KINDS) table.push([kind, count(kind)]);
  const resolved = count("resolved");
  const measured = results.length - count("infra") - count("ambiguous");
  return [
    table.toString(),
    `resolved of all runs:              ${rate(resolved, results.length)}`,
    `without infra and ambiguous runs:  ${rate(resolved, measured)}`,
    `patches that could not be applied: ${rejected.length}`,
    "",
  ].join("\n");
}

function rate(successes: number, n: number): string {
  const share = wilsonInterval({ successes, n });
  if (share.estimate === null) return `${successes}/${n}`;
  const percent = (value: number) => decimal(100 * value);
  const limits = interval(share.lower, share.upper, percent);
  return `${successes}/${n} = ${percent(share.estimate)} % ${limits}`;
}
