import {
  CONTRASTS,
  type ConfigurationAnalysis,
  type Contrast,
  type Verdict,
} from "../../analysis/index.ts";
import { interval, signed } from "../format-number.ts";
import { contrastName } from "./contrast-name.ts";
import { table } from "./table.ts";

const READING: Readonly<Record<Verdict, string>> = {
  worse: "worse",
  better: "better",
  "not-shown": "not shown",
  "intervals-disagree": "unclear",
  "not-estimable": "no data",
};

/** Mean degradation of each contrast with both intervals. */
export function contrastsTable({ degradation }: ConfigurationAnalysis): string {
  return table(
    [
      { head: "contrast", align: "left" },
      { head: "mean", align: "right" },
      { head: "MOVER ³", align: "left" },
      { head: "bootstrap ⁴", align: "left" },
      { head: "instances", align: "right" },
      { head: "runs", align: "right" },
      { head: "effect", align: "left" },
    ],
    CONTRASTS.map(({ id }) => contrastRow(degradation[id])),
  );
}

function contrastRow(contrast: Contrast): string[] {
  const { degradation, instances, runs, verdict } = contrast;
  const total = instances.used + instances.leftOut.length;
  return [
    contrastName(contrast),
    ...(degradation.meanPp === null
      ? ["none", "", ""]
      : [
          signed(degradation.meanPp),
          interval(degradation.mover.lowerPp, degradation.mover.upperPp),
          interval(degradation.bootstrap.lowerPp, degradation.bootstrap.upperPp) +
            (degradation.bootstrap.degenerate ? " ⁵" : ""),
        ]),
    instances.leftOut.length === 0 ? String(total) : `${instances.used} of ${total}`,
    `${runs.baseline} + ${runs.changed}`,
    READING[verdict],
  ];
}
