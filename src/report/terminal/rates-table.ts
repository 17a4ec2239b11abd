import { ARMS, type ConfigurationAnalysis, type ResolveRate } from "../../analysis/index.ts";
import { decimal, interval } from "../format-number.ts";
import { table } from "./table.ts";

/** Resolve rates of each arm in percent, over both denominators. */
export function ratesTable({ arms }: ConfigurationAnalysis): string {
  const rows = ARMS.map((arm) => {
    const { measuredRuns, allRuns } = arms[arm].resolveRate;
    return [arm, ...rateCells(measuredRuns), ...rateCells(allRuns)];
  });
  return table(
    [
      { head: "arm", align: "left" },
      { head: "measured ¹", align: "right" },
      { head: "% resolved", align: "right" },
      { head: "interval", align: "left" },
      { head: "all runs ²", align: "right" },
      { head: "% resolved", align: "right" },
      { head: "interval", align: "left" },
    ],
    rows,
  );
}

function rateCells(rate: ResolveRate): string[] {
  const share = `${rate.resolved}/${rate.n}`;
  if (rate.rateFraction === null) return [share, "none", ""];
  const percent = (fraction: number) => decimal(100 * fraction);
  return [
    share,
    percent(rate.rateFraction),
    interval(rate.lowerFraction, rate.upperFraction, percent),
  ];
}
