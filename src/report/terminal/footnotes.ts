// What the tables mean: denominators, intervals, and where each stops being good. Only what this
// report shows is explained.
import {
  CONTRASTS,
  type ConfigurationAnalysis,
  type RobustnessAnalysis,
} from "../../analysis/index.ts";
import { signed } from "../format-number.ts";

export function footnotes(
  { confidence, resamples }: RobustnessAnalysis,
  configuration: ConfigurationAnalysis,
): string[] {
  return [
    `All intervals: ${Math.round(1000 * confidence) / 10} %. Instances are held fixed: an interval says how runs vary on these instances, not what others would do. Differences are in percentage points, positive where fewer issues were resolved. sham − variant is the effect of the rewrite itself, seed − variant the paper's contrast, seed − sham the effect of the harness alone.`,
    `¹ Runs without infra (environment, grader or model endpoint failed) and ambiguous (evidence for both): ${unmeasured(configuration)} left out. All comparisons use these runs. Intervals: Wilson.`,
    "² Every run; infra and ambiguous count as not resolved. The papers' denominator.",
    "³ Stratified Newcombe interval of the mean over instances; never of zero width.",
    `⁴ The paper's: each instance's runs redrawn from Binomial(n, observed rate) ${resamples} times. Too narrow with few runs, because a rate of 0 or 1 redraws as itself. An effect is called one where ³ and ⁴ agree.`,
    ...degenerate(configuration),
    `⁶ Instances in the mean. Runs are resampled within instance and arm; a change is the mean over instances of each one's relative change.${lean(configuration)}`,
    ...repeated(configuration),
  ];
}

function unmeasured({ arms }: ConfigurationAnalysis): number {
  return Object.values(arms).reduce((sum, { n }) => sum + n.allRuns - n.measuredRuns, 0);
}

function degenerate({ degradation, effort }: ConfigurationAnalysis): string[] {
  const means = CONTRASTS.map(({ id }) => degradation[id].degradation);
  const spent = [effort.steps, effort.wallMs].flatMap(({ arms, changes }) => [
    ...Object.values(arms).map((arm) => arm.mean !== null && arm.degenerate),
    ...Object.values(changes).map((change) => change.changePct !== null && change.degenerate),
  ]);
  const isMarked =
    means.some((mean) => mean.meanPp !== null && mean.bootstrap.degenerate) || spent.includes(true);
  return isMarked
    ? [
        "⁵ Degenerate: all observed rates are 0 or 1 (for effort: no two runs of an arm differ), so resampling has nothing to vary and the width says nothing. Degradation is then judged by ³ alone.",
      ]
    : [];
}

/** The estimator's own bias, where it would show in the table. */
function lean({ effort }: ConfigurationAnalysis): string {
  const biases = CONTRASTS.flatMap(({ id }) =>
    [effort.steps.changes[id], effort.wallMs.changes[id]].map((change) =>
      change.changePct === null ? 0 : change.biasPct,
    ),
  );
  const largest = Math.max(...biases);
  return largest < 0.05
    ? ""
    : ` With few runs it leans upward, here by up to ${signed(largest)} points as the bootstrap sees it.`;
}

function repeated({ repeatedConditions }: ConfigurationAnalysis): string[] {
  return repeatedConditions === 0
    ? []
    : [
        `${repeatedConditions} shams or variants were run more than once. Runs of one variant are alike, so these intervals are somewhat too narrow.`,
      ];
}
