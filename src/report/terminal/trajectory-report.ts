// A trajectory's analysis for a terminal: one line a run, and a block where there is one run.
import type { Finding, Phase, TrajectoryAnalysis } from "../../analysis/trajectory/index.ts";
import { table } from "./table.ts";

export interface AnalyzedTrajectory {
  /** The file that it is from. */
  readonly path: string;
  readonly analysis: TrajectoryAnalysis;
  readonly findings: readonly Finding[];
  /** Whether a finding is a breach. */
  readonly isFlagged: boolean;
}

/** One letter a step, so that the course of a run fits into a line. */
const LETTERS: Readonly<Record<Phase, string>> = {
  ...{ localization: "l", debugging: "d", planning: "p", patching: "P", validation: "v" },
  ...{ recovery: "R", general: "." },
};

export function trajectoryReport(runs: readonly AnalyzedTrajectory[]): string {
  const [only] = runs;
  return runs.length === 1 && only !== undefined ? runBlock(only) : runsTable(runs);
}

function runsTable(runs: readonly AnalyzedTrajectory[]): string {
  const rows = runs.map(({ analysis, findings, isFlagged }) => {
    const failed = analysis.testRuns.filter(({ result }) => result === "failed").length;
    return [
      analysis.runId,
      String(analysis.steps.length),
      stepsBefore(analysis.gold?.stepsBeforeEdit),
      `${analysis.testRuns.length} (${failed})`,
      String(analysis.patchIterations),
      String(analysis.loops.length),
      analysis.phaseEntropyBits.toFixed(2),
      findings.length === 0 ? "" : `${findings.length}${isFlagged ? " flagged" : ""}`,
    ];
  });
  const flagged = runs.filter(({ isFlagged }) => isFlagged).length;
  const columns = ["steps", "to gold edit", "runs (failed)", "patches", "loops", "entropy"];
  const heads = columns.map((head) => ({ head, align: "right" as const }));
  const shown = table(
    [{ head: "run", align: "left" }, ...heads, { head: "findings", align: "left" }],
    rows,
  );
  return `${shown}\n${runs.length} trajectories, ${flagged} flagged by the scanner\n`;
}

function runBlock({ analysis, findings, isFlagged }: AnalyzedTrajectory): string {
  const { steps, phases, gold, perturbed, testRuns, loops, decoyHits } = analysis;
  const course = steps.map(({ phase }) => LETTERS[phase]).join("");
  const shares = Object.entries(phases).filter(([, count]) => count > 0);
  const lines: readonly (readonly [string, string])[] = [
    ["run", [analysis.runId, analysis.agent, analysis.model ?? ""].filter(Boolean).join(", ")],
    ...(analysis.truncated === null ? [] : [["not whole", analysis.truncated] as const]),
    ["steps", `${steps.length}: ${shares.map(([phase, count]) => `${count} ${phase}`).join(", ")}`],
    ["course", course],
    ["entropy", `${analysis.phaseEntropyBits.toFixed(2)} bits`],
    ["edited", analysis.editedFiles.join(", ") || "nothing"],
    ["scratch", analysis.scratchFiles.join(", ") || "none"],
    ...(gold === null ? [] : touchLines("gold", gold)),
    ...(perturbed === null ? [] : touchLines("perturbed", perturbed)),
    [
      "runs",
      testRuns.map(({ step, scope, result }) => `${step} ${scope} ${result}`).join(", ") || "none",
    ],
    [
      "cycles",
      analysis.fixCycles
        .map(({ failedAt, retestedAt, result }) => `${failedAt} → ${retestedAt} ${result}`)
        .join(", ") || "none",
    ],
    ["patches", String(analysis.patchIterations)],
    [
      "git",
      analysis.git.map(({ step, subcommand }) => `${step} ${subcommand}`).join(", ") || "none",
    ],
    [
      "loops",
      loops.map(({ commands, at }) => `${at.length}× ${commands.join("; ")}`).join(", ") || "none",
    ],
    ...(decoyHits === null ? [] : [["decoys", decoyText(decoyHits)] as const]),
    ...findings.map(({ rule, step, evidence }) => [rule, `step ${step}: ${evidence}`] as const),
    ...(isFlagged ? [["flagged", "yes"] as const] : []),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  const legend = Object.entries(LETTERS).map(([phase, letter]) => `${letter} ${phase}`);
  const text = lines.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join("");
  return `${text}(${legend.join(", ")})\n`;
}

function decoyText(hits: NonNullable<TrajectoryAnalysis["decoyHits"]>): string {
  return hits.map(({ step, decoy, how }) => `${step} ${how} ${decoy}`).join(", ") || "none";
}

function touchLines(
  name: string,
  touches: NonNullable<TrajectoryAnalysis["gold"]>,
): readonly (readonly [string, string])[] {
  const { files, read, edited, stepsBeforeRead, stepsBeforeEdit } = touches;
  const reads = `${read.length} read (first after ${stepsBefore(stepsBeforeRead)} steps)`;
  const edits = `${edited.length} edited (first after ${stepsBefore(stepsBeforeEdit)} steps)`;
  return [[name, `of ${files.length}: ${reads}, ${edits}`]];
}

function stepsBefore(steps: number | null | undefined): string {
  return steps === null || steps === undefined ? "–" : String(steps);
}
