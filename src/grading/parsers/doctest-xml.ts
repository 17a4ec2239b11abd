// Reads doctest (C++) with -s -r=xml, and names its tests as published instances do: `case >
// subcase`, and a case without subcases by its own name. A subcase failed where one of its
// expressions or an exception says so. A report that has no end tells nothing.
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { TestStatus } from "../../core/run.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { worstStatuses } from "./test-line.ts";

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  isArray: (name) =>
    ["doctest", "TestSuite", "TestCase", "SubCase", "Expression", "Exception"].includes(name),
});

interface Part {
  readonly name: string;
  readonly Expression: readonly { success: string }[];
  readonly Exception: readonly unknown[];
  readonly SubCase: readonly Part[];
}

const partShape = {
  name: z.string().default(""),
  Expression: z.array(z.object({ success: z.string() })).default([]),
  Exception: z.array(z.unknown()).default([]),
  SubCase: z.array(z.lazy((): z.ZodType<Part> => partSchema)).default([]),
};
const partSchema: z.ZodType<Part> = z.object(partShape);
const caseSchema = z.object({
  ...partShape,
  skipped: z.string().optional(),
  OverallResultsAsserts: z.object({ test_case_success: z.string() }).optional(),
});
const suiteSchema = z.object({ TestCase: z.array(caseSchema).default([]) });
const reportSchema = z.object({
  doctest: z.array(z.object({ TestSuite: z.array(suiteSchema).default([]) })),
});
type Case = z.infer<typeof caseSchema>;

export const doctestXml = defineTestLogParser({
  id: "doctest-xml",
  summary: "doctest for C++ with -s -r=xml.",
  parse(output) {
    const report = readReport(output);
    return worstStatuses(report.flatMap((suite) => suite.TestCase).flatMap(linesOf));
  },
});

function readReport(output: string) {
  const start = output.indexOf("<doctest");
  // Several programs write a report each. One printed inside another is an unknown element there.
  const end = output.lastIndexOf("</doctest>");
  if (start === -1 || end < start) return [];
  try {
    const value: unknown = xml.parse(output.slice(start, end + "</doctest>".length));
    const report = reportSchema.safeParse(value);
    return report.success ? report.data.doctest.flatMap((part) => part.TestSuite) : [];
  } catch {
    return [];
  }
}

function linesOf(test: Case): TestLine[] {
  if (test.skipped === "true") return [{ id: test.name, status: "SKIPPED" }];
  const isOk = test.OverallResultsAsserts?.test_case_success === "true";
  const own: TestLine = { id: test.name, status: isOk ? "PASSED" : "FAILED" };
  const parts = test.SubCase.flatMap(withInner).filter((part) => part.name !== "");
  const lines = parts.map((part) => ({
    id: `${test.name} > ${part.name}`,
    status: statusOf(part),
  }));
  return [own, ...lines];
}

function withInner(part: Part): Part[] {
  return [part, ...part.SubCase.flatMap(withInner)];
}

function statusOf(part: Part): TestStatus {
  const all = withInner(part);
  const failed = all.some(
    ({ Expression, Exception }) =>
      Exception.length > 0 || Expression.some(({ success }) => success !== "true"),
  );
  return failed ? "FAILED" : "PASSED";
}
