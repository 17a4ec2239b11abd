import {
  ARMS,
  CONTRASTS,
  type ConfigurationAnalysis,
  type EffortChange,
  type EffortMean,
} from "../../analysis/index.ts";
import { decimal, interval, signed } from "../format-number.ts";
import { table } from "./table.ts";

/** How a mean is shown. */
interface Unit {
  readonly divisor: number;
  readonly digits: number;
  readonly suffix: string;
}

const STEPS: Unit = { divisor: 1, digits: 1, suffix: "" };
const SECONDS: Unit = { divisor: 1000, digits: 2, suffix: " s" };

/** Steps and wall time: means by arm, then relative changes by contrast. */
export function effortTable({ effort }: ConfigurationAnalysis): string {
  const means = ARMS.map((arm) => [
    arm,
    ...meanCells(effort.steps.arms[arm], STEPS),
    ...meanCells(effort.wallMs.arms[arm], SECONDS),
  ]);
  const changes = CONTRASTS.map(({ id, baseline, changed }) => [
    `${baseline} → ${changed}`,
    ...changeCells(effort.steps.changes[id]),
    ...changeCells(effort.wallMs.changes[id]),
  ]);
  return table(
    [
      { head: "", align: "left" },
      { head: "steps", align: "right" },
      { head: "interval", align: "left" },
      { head: "n ⁶", align: "right" },
      { head: "wall time", align: "right" },
      { head: "interval", align: "left" },
      { head: "n ⁶", align: "right" },
    ],
    [...means, ...changes],
  );
}

function meanCells(mean: EffortMean, { divisor, digits, suffix }: Unit): string[] {
  if (mean.mean === null) return ["none", "", "0"];
  const shown = (value: number) => decimal(value / divisor, digits);
  const limits = interval(mean.lower, mean.upper, shown);
  return [`${shown(mean.mean)}${suffix}`, marked(limits, mean), String(mean.instances)];
}

function changeCells(change: EffortChange): string[] {
  if (change.changePct === null) return ["none", "", "0"];
  const limits = interval(change.lowerPct, change.upperPct);
  return [`${signed(change.changePct)} %`, marked(limits, change), String(change.instances)];
}

function marked(limits: string, { degenerate }: { readonly degenerate: boolean }): string {
  return degenerate ? `${limits} ⁵` : limits;
}
