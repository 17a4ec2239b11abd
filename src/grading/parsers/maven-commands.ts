// Reads a log of several Maven commands, one a test (`mvn test -Dtest=Class#method`), as published
// Java instances run them, because Maven names no test that passed. The shell shows each command
// (set -x), Maven ends each with BUILD SUCCESS or BUILD FAILURE; the two come through different
// streams, so the n-th command has the n-th result, wherever its line stands. A build whose tests
// were all skipped is SKIPPED, one that ran none tells nothing, and where there are more results
// than commands no test is believed to have passed.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const OPTION = "-Dtest=";
const RESULT = /^(?:\[[A-Z]+\] )?BUILD (SUCCESS|FAILURE)$/;
/** The totals of a module: the lines of classes go on with the time. */
const TOTALS = /Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: (\d+)$/;

export const mavenCommands = defineTestLogParser({
  id: "maven-commands",
  summary: "Commands `mvn test -Dtest=…`, one a test, shown by set -x.",
  parse(output) {
    const lines = logLines(output).map((line) => line.trim());
    const tests = lines.flatMap(commandTest);
    const results = buildResults(lines);
    const found = tests.flatMap((id, i): TestLine[] => {
      const status = results[i] ?? null;
      return status === null ? [] : [{ id, status }];
    });
    return worstStatuses(believed(found, results.length <= tests.length ? found.length : null));
  },
});

/** The outcome of each build in turn; null where it ran no test. */
function buildResults(lines: readonly string[]): (TestStatus | null)[] {
  const results: (TestStatus | null)[] = [];
  let [run, skipped] = [0, 0];
  for (const line of lines) {
    const totals = TOTALS.exec(line);
    run += Number(totals?.[1] ?? 0);
    skipped += Number(totals?.[2] ?? 0);
    const result = RESULT.exec(line)?.[1];
    if (result === undefined) continue;
    if (result === "FAILURE") results.push("FAILED");
    else if (run === 0) results.push(null);
    else results.push(run === skipped ? "SKIPPED" : "PASSED");
    [run, skipped] = [0, 0];
  }
  return results;
}

function commandTest(line: string): string[] {
  const at = line.startsWith("+") ? line.lastIndexOf(OPTION) : -1;
  if (at === -1) return [];
  const rest = line.slice(at + OPTION.length);
  const end = rest.search(/\s/);
  const test = (end === -1 ? rest : rest.slice(0, end)).replaceAll("'", "");
  return test === "" ? [] : [test];
}
