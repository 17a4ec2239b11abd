import type { OutcomeCount } from "../../analysis/outcome-counts.ts";
import { table } from "./table.ts";

/** How the runs of conditions ended that are no arm of the robustness study. */
export function otherConditionsTable(counts: readonly OutcomeCount[]): string {
  const rows = counts.map(({ condition, agent, ended, runs }) => [
    condition,
    agent,
    ended,
    String(runs),
  ]);
  return table(
    [
      { head: "condition", align: "left" },
      { head: "agent", align: "left" },
      { head: "ended as", align: "left" },
      { head: "runs", align: "right" },
    ],
    rows,
  );
}
