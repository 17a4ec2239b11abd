import { ARMS, type ConfigurationAnalysis } from "../../analysis/index.ts";
import { OUTCOME_KINDS } from "../../core/outcome.ts";
import { table, type Column } from "./table.ts";

/** How the runs of each arm ended. */
export function outcomesTable({ arms }: ConfigurationAnalysis): string {
  const columns: Column[] = [
    { head: "arm", align: "left" },
    { head: "instances", align: "right" },
    { head: "runs", align: "right" },
    ...OUTCOME_KINDS.map((head) => ({ head, align: "right" as const })),
  ];
  const rows = ARMS.map((arm) => {
    const { n, instances, outcomes } = arms[arm];
    const counts = [instances, n.allRuns, ...OUTCOME_KINDS.map((kind) => outcomes[kind])];
    return [arm, ...counts.map(String)];
  });
  return table(columns, rows);
}
