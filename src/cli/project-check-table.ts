// What `check project` prints: one line a transformation, and below it whatever was found.
import { table, type Column } from "../report/index.ts";
import type { PassCheck, ProjectCheck } from "../study/verify/project-check.ts";

const COLUMNS: readonly Column[] = [
  { head: "transformation", align: "left" },
  { head: "matched", align: "right" },
  { head: "rewritten", align: "right" },
  { head: "share", align: "right" },
  { head: "skipped, by reason", align: "left" },
];
const MOST_REASONS = 3;
const MOST_LINES = 20;

export function projectCheckTable(check: ProjectCheck): string {
  return [...suiteLines(check), ...check.passes.map(passText)].join("\n") + "\n";
}

function suiteLines({ project, suite }: ProjectCheck): string[] {
  const files = `${project.rewritableFiles} of ${project.pythonFiles} Python files can be rewritten.`;
  if (suite === null) return [files, "No tests were run.", ""];
  const { share, flaky, stable, independent, outcomes } = suite;
  const counts = Object.entries(outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${count} ${status}`)
    .join(", ");
  const ran =
    share === null
      ? "All tests of the test command ran"
      : `${share.selected} of ${share.all} test files ran (${percent(share.selected, share.all)})`;
  return [
    files,
    `${ran}: ${suite.tests} tests in ${seconds(suite.durationMs)}, untouched ${suite.runs} times.`,
    `${stable} are steady and compared (${counts}); ${independent} of them need no rewritten file.`,
    ...(flaky.length > 0 ? ["Flaky, and left out:", ...listed(flaky)] : []),
    "",
  ];
}

function passText(pass: PassCheck): string {
  const rows = pass.transformations.map(({ id, matched, rewritten, refused }) => [
    id,
    String(matched),
    String(rewritten),
    percent(rewritten, matched),
    reasonsText(refused),
  ]);
  return [
    `${pass.pass}, ${pass.filesRewritten} files in ${seconds(pass.durationMs)}`,
    table(COLUMNS, rows),
    ...testLines(pass),
    ...pass.skipped.map(({ path, reason }) => `  left as it was: ${path} (${reason})`),
    ...pass.faults.map(
      ({ file, transformations, sites, message }) =>
        `  engine fault: ${file}, ${transformations.join(", ")}, sites ${sites.join(", ")}: ${message}`,
    ),
    "",
  ].join("\n");
}

function testLines({ tests }: PassCheck): string[] {
  if (tests === null) return [];
  const { compared, changed, batches, durationMs, causes, unsteady } = tests;
  const counts = `${changed.length} outcomes changed, of ${compared} compared`;
  return [
    `  ${counts} (${batches} batches, ${seconds(durationMs)})`,
    ...listed(changed.map(({ test, before, after }) => `${test}: ${before} → ${after}`)),
    ...(unsteady.length > 0 ? ["  differed once only:", ...listed(unsteady)] : []),
    ...causes.flatMap((cause) => [
      `  ${cause.tests[0] ?? ""}${cause.tests.length > 1 ? ` and ${cause.tests.length - 1} more` : ""}, by:`,
      ...cause.rewrites.flatMap(({ file, line, site, transformation, before, after }) => [
        `    ${file}:${line}, site ${site} of ${transformation}`,
        ...diffLines(before, after),
      ]),
    ]),
  ];
}

function diffLines(before: string, after: string): string[] {
  const part = (mark: string, text: string) =>
    text
      .split("\n")
      .slice(0, MOST_LINES)
      .map((line) => `      ${mark} ${line}`);
  return [...part("-", before), ...part("+", after)];
}

function reasonsText(refused: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(refused).sort(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, MOST_REASONS).map(([reason, count]) => `${reason} ${count}`);
  return [...shown, ...(sorted.length > MOST_REASONS ? ["…"] : [])].join(", ");
}

function listed(names: readonly string[]): string[] {
  const more = names.length - MOST_LINES;
  return [
    ...names.slice(0, MOST_LINES).map((name) => `    ${name}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
