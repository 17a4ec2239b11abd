// Where our parsers and those of SWE-bench's harness (5.0.2) read a log differently, and why ours
// are right. A difference that no rule covers fails the test and `npm run check:parsers`.
import type { TestStatus } from "../../core/run.ts";
import type { ParserId } from "./published-parsers.ts";

export type Reading = TestStatus | "absent";

export interface Difference {
  readonly id: string;
  readonly theirs: Reading;
  readonly ours: Reading;
  /** Why ours is right; null where nobody has said so. */
  readonly reason: string | null;
}

interface Rule {
  /** All parsers where it names none. */
  readonly parsers?: readonly ParserId[];
  readonly logs?: RegExp;
  readonly ids?: RegExp;
  readonly theirs: readonly Reading[];
  readonly ours: readonly Reading[];
  readonly reason: string;
}

const RULES: readonly Rule[] = [
  {
    ids: /fake|Fake|never run|never_run/,
    theirs: ["PASSED"],
    ours: ["absent"],
    reason: "a test printed that line; no such test ran",
  },
  {
    logs: /noisy|forged|printed/,
    theirs: ["PASSED"],
    ours: ["absent"],
    reason: "the log names more passes than its runner counts, so none is told from output",
  },
  {
    logs: /broken-off/,
    theirs: ["PASSED"],
    ours: ["absent"],
    reason: "the run broke off before its runner said how it ended",
  },
  {
    parsers: ["sympy"],
    ids: /^test_prints$/,
    theirs: ["PASSED"],
    ours: ["FAILED"],
    reason: "the test printed ok, then failed, as the details below say",
  },
  {
    parsers: ["automake", "cargo", "googletest", "gradle", "jest", "jest-json", "micropython"],
    theirs: ["absent"],
    ours: ["SKIPPED", "XFAIL", "ERROR"],
    reason: "the log names the test with a mark that theirs does not read",
  },
  {
    parsers: ["rspec-lines", "phpunit", "doctest-xml", "sympy"],
    theirs: ["absent"],
    ours: ["SKIPPED", "XFAIL"],
    reason: "the log names the test with a mark that theirs does not read",
  },
  {
    parsers: ["ant-junit", "sympy", "test-unit"],
    theirs: ["FAILED"],
    ours: ["ERROR"],
    reason: "the log tells an error from a failure",
  },
  {
    parsers: ["cargo"],
    ids: / - .*\(line \d+\)$|panics/,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED"],
    reason:
      "theirs takes a name up to its first space: neither documentation nor should-panic tests",
  },
  {
    parsers: ["cargo", "sympy", "test-unit"],
    logs: /nocapture|mixed|output/,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED"],
    reason: "output stands between the test and its status, or the file's verdict behind it",
  },
  {
    parsers: ["sympy"],
    theirs: ["absent"],
    ours: ["PASSED"],
    reason: "the last test of a file shares its line with the file's verdict",
  },
  {
    parsers: ["sympy"],
    ids: /\.py:test_/,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED", "XFAIL", "ERROR"],
    reason: "an alias: names repeat in other files, paths and names do not",
  },
  {
    parsers: ["sympy"],
    ids: /\.py::test_/,
    theirs: ["FAILED"],
    ours: ["absent"],
    reason: "the heading of a failure, recorded by ours with one colon, as older versions write it",
  },
  {
    parsers: ["django"],
    ids: /^\w+ \([\w.]+\)$/,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED", "XFAIL", "ERROR"],
    reason:
      "an alias: rows hold the form of another Python, or the name where theirs has the docstring",
  },
  {
    parsers: ["django"],
    theirs: ["absent"],
    ours: ["FAILED", "ERROR", "SKIPPED", "XFAIL"],
    reason: "the test's output stands between its docstring and its status",
  },
  {
    parsers: ["django"],
    ids: /^\w+$/,
    theirs: ["FAILED", "ERROR"],
    ours: ["absent"],
    reason: "the first word of a failure's heading, which says not which class's test",
  },
  {
    parsers: ["django"],
    ids: /^\w+ \([\w.]+\) \(.*\)$/,
    theirs: ["FAILED"],
    ours: ["absent"],
    reason: "a subtest: its failure is the test's",
  },
  {
    parsers: ["django"],
    ids: /^Test other units\.$/,
    theirs: ["PASSED"],
    ours: ["FAILED"],
    reason: "three tests share a docstring and one failed; theirs keeps the last",
  },
  {
    parsers: ["doctest-xml"],
    ids: / > None$/,
    theirs: ["PASSED"],
    ours: ["absent"],
    reason: "a subcase without a name",
  },
  {
    parsers: ["doctest-xml"],
    ids: / > throws$/,
    theirs: ["PASSED"],
    ours: ["FAILED"],
    reason: "an exception ended the subcase",
  },
  {
    parsers: ["doctest-xml"],
    ids: /^[^>]+$/,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED"],
    reason: "the case itself, which theirs leaves out",
  },
  {
    parsers: ["googletest"],
    ids: /, where GetParam\(\) = /,
    theirs: ["FAILED"],
    ours: ["absent"],
    reason: "the parameter is no part of the name, and stands there only when the test fails",
  },
  {
    parsers: ["googletest"],
    ids: /\/\d+$/,
    theirs: ["absent"],
    ours: ["FAILED"],
    reason: "the name without the parameter, as it is when the test passes",
  },
  {
    parsers: ["gradle"],
    ids: /^[^>]+$/,
    theirs: ["FAILED"],
    ours: ["absent"],
    reason: "a line of the build that names no test",
  },
  {
    parsers: ["jest"],
    ids: / > /,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED"],
    reason: "an alias: titles repeat, suites and titles do not",
  },
  {
    parsers: ["jest"],
    ids: /^fails - /,
    theirs: ["PASSED"],
    ours: ["FAILED"],
    reason: "two tests share a title and one failed; theirs keeps the last",
  },
  {
    parsers: ["jest"],
    ids: /^skipped /,
    theirs: ["SKIPPED"],
    ours: ["absent"],
    reason: "jest's word before the title is no part of it",
  },
  {
    parsers: ["jest-json"],
    logs: /report/,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED"],
    reason: "jest's own report, which theirs does not read",
  },
  {
    parsers: ["karma"],
    ids: / \(skipped\)$/,
    theirs: ["FAILED"],
    ours: ["SKIPPED"],
    reason: "the reporter marks a skipped test as it does a failed one, and says so",
  },
  {
    parsers: ["karma"],
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED"],
    reason: "the test's own suites; theirs keeps the first suite of a depth, and no other reporter",
  },
  {
    parsers: ["maven-commands"],
    theirs: ["PASSED"],
    ours: ["SKIPPED"],
    reason: "the build succeeded with all its tests skipped",
  },
  {
    parsers: ["minitest"],
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED", "ERROR"],
    reason: "theirs reads names that end in a full stop, without it, and no output in between",
  },
  {
    parsers: ["phpunit"],
    logs: /^mixed/,
    ids: /^None > /,
    theirs: ["PASSED", "FAILED", "SKIPPED"],
    ours: ["absent"],
    reason: "the class has no namespace, and theirs no heading for it",
  },
  {
    parsers: ["phpunit"],
    logs: /^mixed/,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED"],
    reason: "the class has no namespace, and theirs no heading for it",
  },
  {
    parsers: ["pytest-published"],
    ids: /\[|test_xpass$/,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED"],
    reason: "an alias that another of their readers makes of the same id, or an unexpected pass",
  },
  {
    parsers: ["pytest-published"],
    theirs: ["absent"],
    ours: ["SKIPPED", "XFAIL", "ERROR"],
    reason:
      "the log names the test with a mark that theirs does not read, or reads with its reason",
  },
  {
    parsers: ["pytest-published"],
    ids: / - /,
    theirs: ["XFAIL", "ERROR"],
    ours: ["absent"],
    reason: "the reason is no part of the id",
  },
  {
    parsers: ["tap"],
    ids: /^- |#| > |\{$/,
    theirs: ["PASSED", "FAILED"],
    ours: ["absent"],
    reason: "the dash, the directive and the time are no part of the name; a skip is no pass",
  },
  {
    parsers: ["tap"],
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED", "XFAIL"],
    reason: "the name alone, with the names of the tests around it",
  },
  {
    parsers: ["test-unit"],
    ids: / > /,
    theirs: ["absent"],
    ours: ["PASSED", "FAILED", "SKIPPED", "ERROR"],
    reason: "an alias: names repeat, cases and names do not",
  },
];

/** What two readings of a log do not agree on, with the reason why ours is right. */
export function differencesOf(
  parser: ParserId,
  log: string,
  theirs: Readonly<Record<string, TestStatus>>,
  ours: ReadonlyMap<string, TestStatus>,
): Difference[] {
  const ids = new Set([...Object.keys(theirs), ...ours.keys()]);
  return [...ids].flatMap((id) => {
    const reading = { id, theirs: theirs[id] ?? "absent", ours: ours.get(id) ?? "absent" } as const;
    if (reading.theirs === reading.ours) return [];
    const rule = RULES.find((candidate) => covers(candidate, parser, log, reading));
    return [{ ...reading, reason: rule?.reason ?? null }];
  });
}

function covers(
  rule: Rule,
  parser: ParserId,
  log: string,
  { id, theirs, ours }: Omit<Difference, "reason">,
): boolean {
  return (
    (rule.parsers?.includes(parser) ?? true) &&
    (rule.logs?.test(log) ?? true) &&
    (rule.ids?.test(id) ?? true) &&
    rule.theirs.includes(theirs) &&
    rule.ours.includes(ours)
  );
}
