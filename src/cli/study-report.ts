// A study's report: facts from its database, analysed, as text or as one JSON object. The JSON is
// kept in the study folder as well.
import { join } from "node:path";
import { robustness } from "../analysis/index.ts";
import { outcomeCounts } from "../analysis/outcome-counts.ts";
import { randomStream } from "../core/random-stream.ts";
import {
  datasetsLine,
  jsonReport,
  materialLines,
  spendingLine,
  terminalReport,
} from "../report/index.ts";
import { otherConditionsTable } from "../report/terminal/other-conditions-table.ts";
import { wrap } from "../report/terminal/wrap.ts";
import { studySpending } from "../store/model-spending.ts";
import type { OpenStudyFolder } from "../store/study-folder.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import type { PlannedCondition } from "../study/conditions/condition.ts";
import type { CommandIo } from "./command.ts";
import { materialFacts } from "./material-facts.ts";
import { studyExclusions } from "./run-evidence.ts";
import { storedSources } from "./source-record.ts";
import { studyFacts } from "./study-facts.ts";

export interface ReportedStudy {
  readonly name: string;
  readonly seed: string | number;
  readonly conditions: ReadonlyMap<string, PlannedCondition>;
  /** Whether the score without excluded tests is shown where it is another. */
  readonly exclude_tests: boolean;
}

export interface StudyReport {
  readonly text: string;
  readonly json: string;
}

/** The report of a study as it stands, finished or not. */
export function studyReport(
  { db, folder }: OpenStudyFolder,
  { name, seed, conditions, exclude_tests }: ReportedStudy,
  colour: boolean,
): StudyReport {
  const exclusions = exclude_tests ? studyExclusions(folder) : [];
  const facts = studyFacts(db, conditions, exclusions, folder);
  const analysis = robustness(facts.robustness, { random: randomStream(seed, "analysis") });
  const others = outcomeCounts(facts.others);
  const othersReduced = exclusions.length === 0 ? [] : outcomeCounts(facts.othersReduced);
  const othersUnflagged =
    facts.othersUnflagged === null ? [] : outcomeCounts(facts.othersUnflagged);
  const datasets = storedSources(folder).map(({ id, digest, earlier, from, revision }) => {
    return { id, digest, earlier, from, revision };
  });
  const spending = studySpending(db);
  const materials = materialFacts(db);
  const spent = spendingLine(spending);
  const models = [...(spent === null ? [] : [spent]), ...materialLines(materials)];
  const json = {
    ...jsonReport(analysis, name),
    otherConditions: others,
    ...(othersReduced.length === 0 ? {} : { otherConditionsWithoutExcludedTests: othersReduced }),
    ...(othersUnflagged.length === 0 ? {} : { otherConditionsWithoutFlaggedRuns: othersUnflagged }),
    datasets,
    ...(models.length === 0 ? {} : { spending, materials }),
  };
  const second = `Without excluded tests:\n${otherConditionsTable(othersReduced)}\n`;
  const clean = `Without flagged runs:\n${otherConditionsTable(othersUnflagged)}\n`;
  const text = [
    terminalReport(analysis, { study: name, colour }),
    ...(others.length === 0 ? [] : [`${otherConditionsTable(others)}\n`]),
    ...(othersReduced.length === 0 ? [] : [second]),
    ...(othersUnflagged.length === 0 ? [] : [clean]),
    ...(models.length === 0 ? [] : [`${models.map((line) => wrap(line)).join("\n")}\n`]),
    ...(datasets.length === 0 ? [] : [`${datasetsLine(datasets)}\n`]),
  ];
  return { json: `${JSON.stringify(json, null, 2)}\n`, text: text.join("\n") };
}

/** Keeps the report in the study folder and prints it. */
export function printReport(folder: OpenStudyFolder, study: ReportedStudy, io: CommandIo): void {
  const report = studyReport(folder, study, process.stdout.isTTY);
  writeFileAtomic(join(folder.folder, "report.json"), report.json);
  io.out(io.json ? report.json : report.text);
}
