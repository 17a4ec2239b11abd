import type { GraderVariance } from "../../analysis/index.ts";
import { decimal } from "../format-number.ts";

/** How often gradings of one patch differ, and what share of the scatter that is. */
export function graderVarianceText(variance: GraderVariance): string {
  const { patches, disagreeing, gradings, runs, ofResolveRate, component } = variance;
  const points = (part: number) => `${decimal(100 * Math.sqrt(part))} points`;
  const { grader, agent } = ofResolveRate;
  const parts =
    grader === null
      ? []
      : [
          `Standard error of the resolve rate over ${runs} runs: ${points(grader)} by the grader, ${
            agent === null ? "not known" : points(agent)
          } by the agent${agent === null ? " (no state has two runs)" : ""}.`,
          `Variance of one grading: ${decimal(component.grader ?? 0, 4)} within patches, ${
            component.agent === null ? "not known" : decimal(component.agent, 4)
          } between patches of one state.`,
        ];
  return [
    `${patches} patches were graded more than once (${gradings} gradings); of ${disagreeing} the gradings differ.`,
    ...parts,
  ].join(" ");
}
