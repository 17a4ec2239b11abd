// Reads a log of several Maven commands, one a test (`mvn test -Dtest=Class#method`), as published
// Java instances run them, because Maven names no test that passed. The shell shows each command
// (set -x), Maven ends each with BUILD SUCCESS or BUILD FAILURE; the two come through different
// streams, so the n-th command has the n-th result, wherever its line stands. More results than
// commands, or not one test counted, and no test is believed to have passed.
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const OPTION = "-Dtest=";
const RESULT = /^(?:\[[A-Z]+\] )?BUILD (SUCCESS|FAILURE)$/;
const RAN = /Tests run: 0*[1-9]/;

export const mavenCommands = defineTestLogParser({
  id: "maven-commands",
  summary: "Commands `mvn test -Dtest=…`, one a test, shown by set -x.",
  parse(output) {
    const lines = logLines(output).map((line) => line.trim());
    const tests = lines.flatMap(commandTest);
    const results = lines.flatMap((line) => RESULT.exec(line)?.[1] ?? []);
    const isBelievable = results.length <= tests.length && lines.some((line) => RAN.test(line));
    const found = tests.flatMap((id, i): TestLine[] => {
      const result = results[i];
      return result === undefined
        ? []
        : [{ id, status: result === "SUCCESS" ? "PASSED" : "FAILED" }];
    });
    return worstStatuses(believed(found, isBelievable ? found.length : null));
  },
});

function commandTest(line: string): string[] {
  const at = line.startsWith("+") ? line.lastIndexOf(OPTION) : -1;
  if (at === -1) return [];
  const rest = line.slice(at + OPTION.length);
  const end = rest.search(/\s/);
  const test = (end === -1 ? rest : rest.slice(0, end)).replaceAll("'", "");
  return test === "" ? [] : [test];
}
