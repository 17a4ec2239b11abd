// The robustness analysis as text for a terminal, at most 100 columns wide.
import picocolors from "picocolors";
import type { ConfigurationAnalysis, RobustnessAnalysis, Verdict } from "../analysis/index.ts";
import { conclusion } from "./terminal/conclusion.ts";
import { contrastName } from "./terminal/contrast-name.ts";
import { contrastsTable } from "./terminal/contrasts-table.ts";
import { effortTable } from "./terminal/effort-table.ts";
import { excludedTestsBlock } from "./terminal/excluded-tests-block.ts";
import { footnotes } from "./terminal/footnotes.ts";
import { graderVarianceText } from "./terminal/grader-variance-text.ts";
import { instancesTable } from "./terminal/instances-table.ts";
import { outcomesTable } from "./terminal/outcomes-table.ts";
import { perturbationLines } from "./terminal/perturbation-lines.ts";
import { ratesTable } from "./terminal/rates-table.ts";
import { scannerBlock } from "./terminal/scanner-block.ts";
import { verificationBlock } from "./terminal/verification-block.ts";
import { wrap } from "./terminal/wrap.ts";

export interface TerminalReportOptions {
  /** Name of the study. */
  readonly study: string;
  readonly colour: boolean;
}

type Colours = ReturnType<typeof picocolors.createColors>;

/** Ends with a line break. */
export function terminalReport(
  analysis: RobustnessAnalysis,
  { study, colour }: TerminalReportOptions,
): string {
  const colours = picocolors.createColors(colour);
  const title = colours.bold(`Robustness of ${study}`);
  const blocks =
    analysis.configurations.length === 0
      ? ["No run has finished, so there is nothing to report yet."]
      : analysis.configurations.flatMap((one) => configurationBlocks(analysis, one, colours));
  const perturbed = perturbationLines(analysis).map((line) => wrap(line));
  const verified = verificationBlock(analysis);
  return [
    ...[title, ...blocks],
    ...(perturbed.length > 0 ? [perturbed.join("\n")] : []),
    ...(verified === "" ? [] : [`${colours.bold("Verification")}\n${verified}`]),
    ...(analysis.reduced === null
      ? []
      : [`${colours.bold("Excluded tests")}\n${excludedTestsBlock(analysis.reduced)}`]),
    ...(analysis.flagged === null
      ? []
      : [`${colours.bold("Scanner")}\n${scannerBlock(analysis.flagged)}`]),
  ]
    .join("\n\n")
    .concat("\n");
}

function configurationBlocks(
  analysis: RobustnessAnalysis,
  configuration: ConfigurationAnalysis,
  colours: Colours,
): string[] {
  const { verdict, headline, detail, harness } = conclusion(configuration);
  const { graderVariance } = configuration;
  const primary = configuration.degradation[configuration.primary];
  const section = (heading: string, body: string) => `${colours.bold(heading)}\n${body}`;
  const notes = footnotes(analysis, configuration).map((note) => wrap(note, "  "));
  return [
    colours.bold(`${configuration.configuration} on ${configuration.benchmark}`),
    [paint(verdict, colours)(headline), wrap(detail), wrap(harness)].join("\n"),
    section("Runs by outcome", outcomesTable(configuration)),
    section("Resolve rate", ratesTable(configuration)),
    section("Degradation, mean over instances", contrastsTable(configuration)),
    ...secondScore(analysis.reduced, configuration, "excluded tests", section),
    ...secondScore(analysis.flagged, configuration, "flagged runs", section),
    section(`Degradation by instance, ${contrastName(primary)}`, instancesTable(primary)),
    section("Effort", effortTable(configuration)),
    ...(graderVariance === null
      ? []
      : [section("Grader variance", wrap(graderVarianceText(graderVariance)))]),
    colours.dim(notes.join("\n")),
  ];
}

/** Another score of a configuration, beside the published one; nothing where both are one. */
function secondScore(
  score: { readonly configurations: readonly ConfigurationAnalysis[] | null } | null,
  { configuration, benchmark }: ConfigurationAnalysis,
  without: string,
  section: (heading: string, body: string) => string,
): string[] {
  if (score === null || score.configurations === null) return [];
  const second = score.configurations.find(
    (one) => one.configuration === configuration && one.benchmark === benchmark,
  );
  const heading = `Resolve rate without ${without}`;
  if (second === undefined) return [section(heading, "  No run is left.")];
  return [
    section(heading, ratesTable(second)),
    section(`Degradation without ${without}`, contrastsTable(second)),
  ];
}

function paint(verdict: Verdict, colours: Colours): (text: string) => string {
  switch (verdict) {
    case "worse":
      return (text) => colours.bold(colours.red(text));
    case "better":
      return (text) => colours.bold(colours.green(text));
    case "intervals-disagree":
      return (text) => colours.bold(colours.yellow(text));
    case "not-shown":
    case "not-estimable":
      return colours.bold;
  }
}
