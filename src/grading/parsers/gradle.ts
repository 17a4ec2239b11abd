// Reads Gradle's test events (`com.example.FooTest > bar PASSED`), which a build prints when its
// testLogging asks for them. Output of other workers may come between a test and its status, which
// then stands on a line of its own. Without the build's verdict at the end nothing passed; the line
// that counts completed tests, printed when one failed, must cover all of them.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, countedBy, worstStatuses } from "./test-line.ts";

/** A map: any word may be looked up, "constructor" as well. */
const STATUSES: ReadonlyMap<string, TestStatus> = new Map<string, TestStatus>([
  ["PASSED", "PASSED"],
  ["FAILED", "FAILED"],
  ["SKIPPED", "SKIPPED"],
]);
const VERDICT = /^BUILD (?:SUCCESSFUL|FAILED)\b/;
const COMPLETED = /^(\d+) tests? completed\b/;
const SEPARATOR = " > ";

export const gradle = defineTestLogParser({
  id: "gradle",
  summary: "Gradle's test events.",
  parse(output) {
    const lines = logLines(output).map((line) => line.trim());
    const found: TestLine[] = [];
    let pending: string | null = null;
    for (const line of lines) {
      const at = line.lastIndexOf(" ");
      const status = STATUSES.get(line.slice(at + 1));
      const name = status === undefined ? line : line.slice(0, Math.max(at, 0)).trimEnd();
      const isTest = !name.startsWith(">") && name.includes(SEPARATOR);
      if (status !== undefined && isTest) found.push({ id: name, status });
      else if (status !== undefined && name === "" && pending !== null) {
        found.push({ id: pending, status });
      } else if (isTest && isNameAlone(name)) {
        pending = name;
        continue;
      } else continue;
      pending = null;
    }
    const completed = countedBy(lines, COMPLETED);
    const isWhole = lines.some((line) => VERDICT.test(line));
    const limit = completed === null || found.length <= completed ? Infinity : null;
    return worstStatuses(believed(found, isWhole ? limit : null));
  },
});

/** `com.example.FooTest > bar` and nothing else. */
function isNameAlone(line: string): boolean {
  const at = line.indexOf(SEPARATOR);
  return !line.slice(0, at).includes(" ") && !line.slice(at + SEPARATOR.length).includes(" ");
}
