import type { RobustnessAnalysis, Spread } from "../../analysis/index.ts";
import { decimal } from "../format-number.ts";

/** What was rewritten, and which planned runs could not take place. */
export function perturbationLines({ perturbation, ineligible }: RobustnessAnalysis): string[] {
  const { variants, unchanged, rejectedDraws, reachGoldFile } = perturbation;
  const { filesChanged, linesChanged } = perturbation;
  const lines: string[] = [];
  if (filesChanged !== null && linesChanged !== null) {
    lines.push(
      `${variants} variants, each changing ${spread(filesChanged)} files and ${spread(linesChanged)} lines (median, range); ${reachGoldFile} of ${variants} change a file of the gold patch.`,
    );
  }
  if (unchanged > 0) {
    lines.push(
      `${unchanged} of ${variants} equal their seed, since nothing could be rewritten; they dilute the effect.`,
    );
  }
  if (rejectedDraws > 0) {
    lines.push(`${rejectedDraws} draws were thrown away, because verification rejected them.`);
  }
  if (ineligible.length > 0) {
    lines.push(
      `${ineligible.length} planned runs could not take place; they are in no denominator:`,
    );
    lines.push(...reasons(ineligible.map(({ reason }) => reason)));
  }
  return lines;
}

function spread({ min, median, max }: Spread): string {
  return `${decimal(median, Number.isInteger(median) ? 0 : 1)} (${min}–${max})`;
}

/** Reasons with their counts, in order of first appearance. */
function reasons(all: readonly string[]): string[] {
  return [...new Set(all)].map(
    (reason) => `- ${all.filter((other) => other === reason).length} × ${reason}`,
  );
}
