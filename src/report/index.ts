// Reports: pure functions from an analysis to text or to a JSON object.
export { jsonReport, type JsonConfiguration, type JsonReport } from "./json-report.ts";
export type { JsonArm } from "./json/json-arm.ts";
export type { JsonDegradation } from "./json/json-degradation.ts";
export type { JsonInterval } from "./json/json-interval.ts";
export { terminalReport, type TerminalReportOptions } from "./terminal-report.ts";
export { datasetsLine, type ReportedDataset } from "./terminal/datasets-line.ts";
export { excludedTestsBlock } from "./terminal/excluded-tests-block.ts";
export { graderVarianceText } from "./terminal/grader-variance-text.ts";
export {
  materialLines,
  spendingLine,
  type ReportedMaterial,
  type ReportedSpending,
} from "./terminal/models-lines.ts";
export { table, type Column } from "./terminal/table.ts";
export { describeFault } from "./terminal/verification-block.ts";
