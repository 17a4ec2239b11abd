// Reads what jest --json says, in the two shapes that logs hold: the report itself (one line of
// JSON), and lines `[PASSED] suite > title` that published commands make of it. Neither holds what
// tests print, and neither has a closing line to hold them to.
import { z } from "zod";
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { worstStatuses } from "./test-line.ts";

const LINE = /^\[(PASSED|FAILED|PENDING|SKIPPED|TODO|DISABLED)\] (.+)$/;
const STATUSES: Readonly<Record<string, TestStatus>> = { PASSED: "PASSED", FAILED: "FAILED" };

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

export const jestJson = defineTestLogParser({
  id: "jest-json",
  summary: "jest --json (and vitest's json reporter), or lines made of it: [PASSED] suite > title.",
  parse(output) {
    return worstStatuses(logLines(output).flatMap((line) => readReport(line) ?? readLine(line)));
  },
});

function readReport(line: string): TestLine[] | null {
  if (!line.startsWith("{") || !line.includes('"testResults"')) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const report = reportSchema.safeParse(value);
  if (!report.success) return null;
  return report.data.testResults
    .flatMap((file) => file.assertionResults)
    .map(({ ancestorTitles, title, status }) => ({
      id: [...ancestorTitles, title].join(" > "),
      status: statusOf(status.toUpperCase()),
    }));
}

function readLine(line: string): TestLine[] {
  const [, word = "", id] = LINE.exec(line.trim()) ?? [];
  return id === undefined ? [] : [{ id, status: statusOf(word) }];
}

function statusOf(word: string): TestStatus {
  return STATUSES[word] ?? "SKIPPED";
}
