// Reads JUnit's XML, which nearly every runner can write and many do better than their console:
// `<testsuite>` or `<testsuites>` elements wherever they stand in the log. A test's id is
// `classname.name`. What tests print is escaped or CDATA inside, so it can't end an element; a
// report that has no end tells nothing. Document types are not read, so no entity is expanded but
// the five of XML itself. Limit: in a log that holds output beside reports, a printed report is read
// like the others, though it can't better a test that they name.
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { TestStatus } from "../../core/run.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { worstStatuses } from "./test-line.ts";

/** Deeper reports are none that a runner wrote. */
const MAX_DEPTH = 64;

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseAttributeValue: false,
  parseTagValue: false,
  isArray: (name) => ["testsuite", "testcase", "failure", "error", "skipped"].includes(name),
});

const marksSchema = z.array(z.unknown()).default([]);
const caseSchema = z.object({
  "@name": z.string(),
  "@classname": z.string().default(""),
  failure: marksSchema,
  error: marksSchema,
  skipped: marksSchema,
});
type Case = z.infer<typeof caseSchema>;
interface Suite {
  readonly testcase: readonly Case[];
  readonly testsuite: readonly Suite[];
}

const EMPTY: Suite = { testcase: [], testsuite: [] };
/** An element without content is read as an empty text. */
const emptySchema = z.literal("").transform(() => EMPTY);
const suiteSchema: z.ZodType<Suite> = z.object({
  testcase: z.array(caseSchema).default([]),
  testsuite: z.array(z.lazy(() => z.union([emptySchema, suiteSchema]))).default([]),
});
const documentSchema = z.object({
  testsuites: z.union([emptySchema, suiteSchema]).default(EMPTY),
  testsuite: z.array(z.union([emptySchema, suiteSchema])).default([]),
});

export const junitXml = defineTestLogParser({
  id: "junit-xml",
  summary: "JUnit XML reports in the log, as most runners can write them.",
  parse(output) {
    return worstStatuses(reportsIn(output).flatMap(casesOf).map(lineOf));
  },
});

const TOKEN = /<!\[CDATA\[|<!--|<(\/?)testsuites?(?=[\s>/])/g;

/** The outermost `<testsuites>` and `<testsuite>` elements. */
function reportsIn(output: string): string[] {
  const reports: string[] = [];
  let depth = 0;
  let start = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(output); match !== null; match = TOKEN.exec(output)) {
    const [token, slash] = match;
    if (slash === undefined) {
      // Outside of a report such a mark is nothing.
      if (depth > 0) TOKEN.lastIndex = endOf(output, token === "<!--" ? "-->" : "]]>", match.index);
      continue;
    }
    const end = endOf(output, ">", match.index);
    if (depth === 0) start = match.index;
    if (slash === "/") depth = Math.max(depth - 1, 0);
    else if (output[end - 2] !== "/") depth++;
    TOKEN.lastIndex = end;
    if (depth === 0 && slash === "/") reports.push(output.slice(start, end));
  }
  return reports;
}

function endOf(output: string, mark: string, from: number): number {
  const at = output.indexOf(mark, from);
  return at === -1 ? output.length : at + mark.length;
}

function casesOf(report: string): Case[] {
  let value: unknown;
  try {
    value = xml.parse(report);
  } catch {
    return [];
  }
  const document = documentSchema.safeParse(value);
  if (!document.success) return [];
  const { testsuites, testsuite } = document.data;
  return [testsuites, ...testsuite].flatMap((suite) => casesBelow(suite, 0));
}

function casesBelow(suite: Suite, depth: number): Case[] {
  if (depth > MAX_DEPTH) return [];
  return [...suite.testcase, ...suite.testsuite.flatMap((inner) => casesBelow(inner, depth + 1))];
}

function lineOf(test: Case): TestLine {
  const { "@name": name, "@classname": place } = test;
  return { id: place === "" ? name : `${place}.${name}`, status: statusOf(test) };
}

function statusOf({ failure, error, skipped }: Case): TestStatus {
  if (error.length > 0) return "ERROR";
  if (failure.length > 0) return "FAILED";
  if (skipped.length === 0) return "PASSED";
  return skipped.some(isExpectedFailure) ? "XFAIL" : "SKIPPED";
}

/** pytest's `<skipped type="pytest.xfail">`. */
function isExpectedFailure(mark: unknown): boolean {
  return z.object({ "@type": z.literal("pytest.xfail") }).safeParse(mark).success;
}
