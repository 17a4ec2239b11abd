// What a configuration's numbers say, in plain words: first whether rewriting hurt the agent, then
// whether the harness itself can be trusted.
import type { Arm, ConfigurationAnalysis, Contrast, Verdict } from "../../analysis/index.ts";
import { decimal, signed } from "../format-number.ts";
import { contrastName } from "./contrast-name.ts";

const PHRASE: Readonly<Record<Arm, string>> = {
  seed: "the seed",
  sham: "a sham",
  variant: "a variant",
};

export interface Conclusion {
  readonly verdict: Verdict;
  readonly headline: string;
  /** The numbers behind the headline. */
  readonly detail: string;
  readonly harness: string;
}

export function conclusion({ primary, degradation }: ConfigurationAnalysis): Conclusion {
  const contrast = degradation[primary];
  return {
    verdict: contrast.verdict,
    headline: headline(contrast),
    detail: detail(contrast),
    harness: harness(degradation["seed-sham"]),
  };
}

function headline({ verdict }: Contrast): string {
  switch (verdict) {
    case "worse":
      return "Rewriting the repository hurt the agent.";
    case "better":
      return "Rewriting the repository did not hurt the agent: it did better.";
    case "not-shown":
      return "No effect of rewriting the repository was shown.";
    case "intervals-disagree":
      return "Whether rewriting the repository hurt the agent is unclear: the two intervals disagree.";
    case "not-estimable":
      return "Whether rewriting the repository hurt the agent cannot be said.";
  }
}

function detail(contrast: Contrast): string {
  const { degradation, baseline, changed, instances, runs } = contrast;
  if (degradation.meanPp === null) {
    return `No instance has measured runs in both the ${baseline} and the ${changed} arm.`;
  }
  const { meanPp, mover, confidence } = degradation;
  const amount = decimal(Math.abs(meanPp));
  const comparison =
    amount === "0.0"
      ? `resolves as much on ${PHRASE[changed]} as on ${PHRASE[baseline]}`
      : `resolves ${amount} percentage points ${meanPp > 0 ? "less" : "more"} ` +
        `on ${PHRASE[changed]} than on ${PHRASE[baseline]}`;
  const limits = `${signed(mover.lowerPp)} to ${signed(mover.upperPp)}`;
  const numbers =
    `On average over ${instances.used} instances it ${comparison} (${contrastName(contrast)}: ` +
    `${signed(meanPp)}, ${percent(confidence)} interval ${limits}; ` +
    `${runs.baseline} and ${runs.changed} runs).`;
  return contrast.verdict === "not-shown" ? `${numbers} ${remaining(mover)}` : numbers;
}

/** What an interval around zero still allows: no effect shown is not no effect. */
function remaining({ lowerPp, upperPp }: { lowerPp: number; upperPp: number }): string {
  const loss = decimal(Math.max(0, upperPp));
  const gain = decimal(Math.max(0, -lowerPp));
  return `A loss of up to ${loss} points, or a gain of up to ${gain}, remains possible.`;
}

function harness({ verdict }: Contrast): string {
  switch (verdict) {
    case "worse":
    case "better":
      return "Harness check: meaningless edits alone changed the result. Trust only sham − variant.";
    case "intervals-disagree":
      return "Harness check: whether meaningless edits alone change the result is unclear.";
    case "not-shown":
      return "Harness check: no effect of meaningless edits was shown (seed − sham).";
    case "not-estimable":
      return "Harness check: none, since no instance has runs of both seed and sham.";
  }
}

function percent(fraction: number): string {
  return `${Math.round(1000 * fraction) / 10} %`;
}
