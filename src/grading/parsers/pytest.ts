// Reads pytest with -rA, with -v, or with both. The code under test writes into the same log, and
// -rA shows the captured output of passing tests, so only two places are read: the lines of the
// progress part (`path::test PASSED [ 50%]`), and the last "short test summary info". A test is
// PASSED only where one of the two names it so, names as many as the closing line counts, and no
// line, of an earlier summary included, is worse. SKIPPED lines of a summary name no test, only a
// place: a skipped test is known from -v alone. XPASS counts as FAILED: it is not what was expected.
// Limit: a program that writes a whole believable log and ends the process cannot be told from a
// real one by its output.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import { worseStatus } from "./worse-status.ts";

const STATUSES: Readonly<Record<string, TestStatus>> = {
  PASSED: "PASSED",
  FAILED: "FAILED",
  ERROR: "ERROR",
  SKIPPED: "SKIPPED",
  XFAIL: "XFAIL",
  XPASS: "FAILED",
};
const WORD = Object.keys(STATUSES).join("|");
const VERBOSE = new RegExp(`^ (${WORD})(?: \\(.*\\))?$`);
const VERBOSE_XDIST = new RegExp(`^\\[gw\\d+\\](?: \\[ *\\d+%\\])? (${WORD}) (\\S.*)$`);
const PROGRESS = /\[ {0,2}\d{1,3}%\]$/;
const ANY_WORD = new RegExp(` (?:${WORD})\\b`, "g");
/** How many ways of cutting one line are tried: hostile lines hold thousands. */
const MAX_TRIES = 64;
const SUMMARY = new RegExp(`^(${WORD}) (.+)$`);
const SUMMARY_TITLE = /^=+ short test summary info =+$/;
const OTHER_TITLE = /^=+ .+ =+$/;
const COUNTS = String.raw`\d+ [a-z]+(?: [a-z]+)?`;
const CLOSING = new RegExp(
  String.raw`^(?:=+ )?((?:${COUNTS})(?:, ${COUNTS})*|no tests ran) in [\d.]+ ?s(?:econds)?(?: \([\d:]+\))?(?: =+)?$`,
);

interface Line {
  readonly id: string;
  readonly status: TestStatus;
}

export const pytest = defineTestLogParser({
  id: "pytest",
  summary: "Output of pytest -rA or -v, pytest 6 and later.",
  parse(output) {
    const lines = logLines(output);
    const verbose = progressLines(lines);
    const known = new Set(verbose.map(({ id }) => id));
    const summaries = summariesOf(lines).map((summary) =>
      summary.flatMap((line) => summaryLine(line, known)),
    );
    const passed = passedByClosingLine(lines);
    const believed = [verbose, summaries.at(-1) ?? []].filter(
      (source) => passed !== null && countPassed(source) === passed,
    );

    const statuses = new Map<string, TestStatus>();
    const add = ({ id, status }: Line) => statuses.set(id, worseStatus(statuses.get(id), status));
    believed.flat().forEach(add);
    // What is worse than passed needs no belief.
    [verbose, ...summaries]
      .flat()
      .filter(({ status }) => status !== "PASSED")
      .forEach(add);
    return statuses;
  },
});

function progressLines(lines: readonly string[]): Line[] {
  const start = lines.findIndex((line) => /^=+ test session starts =+$/.test(line)) + 1;
  const length = lines.slice(start).findIndex((line) => OTHER_TITLE.test(line));
  return lines.slice(start, length === -1 ? undefined : start + length).flatMap((line) => {
    const xdist = VERBOSE_XDIST.exec(line);
    const [id, word] = xdist === null ? verboseLine(line) : [xdist[2]?.trimEnd(), xdist[1]];
    const status = STATUSES[word ?? ""];
    return status === undefined || !id?.includes("::") ? [] : [{ id, status }];
  });
}

/** `path::test[a b] SKIPPED (why) [ 50%]`: the first status that something known follows. */
function verboseLine(line: string): [string, string] | [] {
  const text = line.replace(PROGRESS, "").trimEnd();
  if (line.startsWith(" ") || !text.includes("::")) return [];
  // An id may hold such words too, but not many.
  let from = text.indexOf("::");
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const at = nextWord(text, from);
    if (at === -1) return [];
    const word = VERBOSE.exec(text.slice(at))?.[1];
    if (word !== undefined) return [text.slice(0, at), word];
    from = at + 1;
  }
  return [];
}

/** Where the next ` PASSED`, ` FAILED` … begins. */
function nextWord(text: string, from: number): number {
  ANY_WORD.lastIndex = from;
  return ANY_WORD.exec(text)?.index ?? -1;
}

/** The lines below each title "short test summary info", up to the closing line. */
function summariesOf(lines: readonly string[]): string[][] {
  const starts = lines.flatMap((line, i) => (SUMMARY_TITLE.test(line) ? [i + 1] : []));
  return starts.map((start, i) => {
    const rest = lines.slice(start, starts[i + 1]);
    const end = rest.findIndex((line) => CLOSING.test(line));
    return end === -1 ? rest : rest.slice(0, end);
  });
}

function summaryLine(line: string, known: ReadonlySet<string>): Line[] {
  const [, word = "", rest = ""] = SUMMARY.exec(line) ?? [];
  const status = STATUSES[word];
  if (status === undefined || (status === "SKIPPED" && /^\[\d+\] /.test(rest))) return [];
  // A passed test has no message, so its id may hold anything.
  return [{ id: status === "PASSED" ? rest : withoutMessage(rest.trimEnd(), known), status }];
}

/** `path::test[a - b] - AssertionError: …` → `path::test[a - b]`. */
function withoutMessage(text: string, known: ReadonlySet<string>): string {
  const prefixes: string[] = [];
  for (let end = text.indexOf(" - "); end !== -1; end = text.indexOf(" - ", end + 1)) {
    if (prefixes.push(text.slice(0, end)) === MAX_TRIES) break;
  }
  prefixes.push(text);
  const isWhole = (id: string) => !id.includes("[") || id.endsWith("]");
  return prefixes.find((id) => known.has(id)) ?? prefixes.find(isWhole) ?? text;
}

/** How many tests passed by the last closing line; null where the log has none. */
function passedByClosingLine(lines: readonly string[]): number | null {
  const counts = CLOSING.exec(lines.findLast((line) => CLOSING.test(line)) ?? "")?.[1];
  return counts === undefined ? null : Number(/(\d+) passed/.exec(counts)?.[1] ?? 0);
}

function countPassed(lines: readonly Line[]): number {
  return lines.filter(({ status }) => status === "PASSED").length;
}
