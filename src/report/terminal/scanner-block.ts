import type { FlaggedScore } from "../../analysis/index.ts";
import { table } from "./table.ts";
import { wrap } from "./wrap.ts";

/** What the scanner found in the trajectories of a study's runs, by rule. */
export function scannerBlock({ flagged, scanned, unscanned, rules }: FlaggedScore): string {
  const without =
    unscanned === 0 ? "" : ` ${unscanned} have no trajectory and stay in both scores.`;
  const summary = `Flagged: ${flagged.length} of ${scanned} runs with a trajectory.${without}`;
  const found = rules.filter(({ runs }) => runs > 0);
  if (found.length === 0) return wrap(summary);
  const rows = found.map(({ rule, runs, isBreach }) => [
    rule,
    String(runs),
    isBreach ? "yes" : "no",
  ]);
  return [
    wrap(summary),
    table(
      [
        { head: "rule", align: "left" },
        { head: "runs", align: "right" },
        { head: "flags", align: "left" },
      ],
      rows,
    ),
  ].join("\n");
}
