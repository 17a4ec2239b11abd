import type { EngineFaultFact, RobustnessAnalysis } from "../../analysis/index.ts";
import { decimal, interval } from "../format-number.ts";
import { table } from "./table.ts";
import { wrap } from "./wrap.ts";

/** What verification rejected, by transformation, and the faults it found; empty without variants. */
export function verificationBlock({ verification }: RobustnessAnalysis): string {
  const { variants, rejected, transformations, faults, uncompiled } = verification;
  if (variants === 0) return "";
  const percent = (fraction: number) => decimal(100 * fraction);
  const rows = transformations.map((rate) => [
    rate.transformation,
    `${rate.rejected} of ${rate.variants}`,
    percent(rate.rateFraction),
    interval(rate.lowerFraction, rate.upperFraction, percent),
    String(rate.blamed),
  ]);
  const lines = [
    wrap(
      `Rejected: ${rejected} of ${variants} draws. That selects variants; below, for the draws that have a transformation: how many were rejected (interval: 95 %, Wilson), and how many because of it.`,
    ),
  ];
  if (rows.length > 0) lines.push(table(COLUMNS, rows));
  if (uncompiled > 0) {
    const why = verification.uncompiledReasons.join("; ");
    lines.push(
      wrap(`Not compiled by the target's Python: ${uncompiled} of ${variants} draws (${why}).`),
    );
  }
  if (faults.length > 0) {
    lines.push(
      `Engine faults: ${faults.length}`,
      ...faults.map((fault) => wrap(describeFault(fault), "  ")),
    );
  }
  return lines.join("\n");
}

const COLUMNS = [
  { head: "transformation", align: "left" },
  { head: "rejected", align: "right" },
  { head: "%", align: "right" },
  { head: "interval", align: "left" },
  { head: "to blame", align: "right" },
] as const;

/** One fault on a line: what, where, what was written there, and what it broke. */
export function describeFault(fault: EngineFaultFact, from = drawOf(fault)): string {
  const { transformations, file, culprits, context, unreduced, message, gate } = fault;
  const what = transformations.length === 0 ? "no rewrite found" : transformations.join(" + ");
  const where = file === null ? "" : ` in ${file}`;
  const parts = culprits.map(
    ({ start, before, after }) => `at byte ${start} ${quoted(before)} became ${quoted(after)}`,
  );
  if (context > 0) parts.push(`on top of ${context} other rewrites`);
  if (unreduced !== null) parts.push(`not reduced: ${unreduced}`);
  return `- ${[`${what}${where} (${from})`, ...parts, `${GATES[gate]}: ${message}`].join("; ")}`;
}

function drawOf({ conditionId, instanceId, candidate }: EngineFaultFact): string {
  return `${conditionId} of ${instanceId}, draw ${candidate}`;
}

const GATES: Readonly<Record<EngineFaultFact["gate"], string>> = {
  syntax: "syntax gate",
  compile: "does not compile",
  "null-run": "null run",
  gold: "with the gold patch",
};

const LONGEST = 60;

/** Code on one line; the study folder has it as it is. */
function quoted(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return `\`${line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`}\``;
}
