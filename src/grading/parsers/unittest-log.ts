// What the output of `python3 -m unittest -v` says, before any of it is believed: the tests that it
// announces with the lines up to the next announcement, the failures that it details at its end,
// and its closing summary. Formats of Python 3.8 to 3.13; see unittest.test.ts for each.
import { logLines } from "./clean-log.ts";

export interface UnittestLog {
  readonly announcements: readonly Announcement[];
  readonly details: readonly Detail[];
  readonly summaries: readonly Summary[];
}

/** A test as the log writes it: `test_x (tests.test_a.T)`. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly place: string;
}

/** `test_x (tests.test_a.T) ... ` and what follows it. */
export interface Announcement extends Named {
  /** The first line of its docstring, where the log shows it. */
  readonly docstring: string | null;
  /** setUpClass and its like, which the summary does not count. */
  readonly isFixture: boolean;
  readonly lines: string[];
}

/** `FAIL: test_x (tests.test_a.T)` under a double rule. */
export interface Detail extends Named {
  readonly kind: "FAIL" | "ERROR" | "UNEXPECTED SUCCESS";
}

/** `Ran 5 tests in 0.001s` and `FAILED (failures=1, skipped=2)`. */
export interface Summary {
  readonly ran: number;
  /** By name: failures, errors, skipped, expected failures, unexpected successes. */
  readonly counts: ReadonlyMap<string, number>;
}

/** What follows a name: its place, and the status or (at the line's end) a docstring. */
const PLACE = /([\w.<>]+)\)( \.\.\. |$)/y;
const WORD = /\w/;
const DETAIL = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([\w.<>]+)\)/;
const DOUBLE_RULE = /^={70}$/;
const RULE = /^-{70}$/;
const RAN = /^Ran (\d+) tests? in [\d.]+s$/;
const VERDICT = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/;
const STATUS_AT_END = / \.\.\. (?:ok|FAIL|ERROR|expected failure|unexpected success)$/;
const FIXTURES = ["setUpClass", "tearDownClass", "setUpModule", "tearDownModule"];

export function readUnittestLog(output: string): UnittestLog {
  const lines = logLines(output);
  const announcements: Announcement[] = [];
  const details: Detail[] = [];
  const summaries: Summary[] = [];
  let current: Announcement | null = null;
  let inDetails = false;

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const next = lines[at + 1] ?? "";
    const ran = RULE.test(line) ? RAN.exec(next) : null;
    const detail = DOUBLE_RULE.test(line) ? DETAIL.exec(next) : null;
    if (ran !== null) {
      const verdict = VERDICT.exec(lines[at + 3] ?? "");
      if (verdict !== null) summaries.push({ ran: Number(ran[1]), counts: countsOf(verdict[1]) });
      inDetails = false;
      current = null;
      at += 3;
    } else if (detail !== null) {
      const [, kind, name = "", place = ""] = detail;
      details.push({ kind: kind as Detail["kind"], name, place, id: idOf(name, place) });
      inDetails = true;
      at += 1;
    } else if (!inDetails) {
      const [before, announced] = announcementsIn(line, next);
      current?.lines.push(before);
      for (const announcement of announced) {
        // A test that fails itself too is announced again behind its failed subtests (from 3.11).
        if (announcement.id === current?.id) current.lines.push(...announcement.lines);
        else announcements.push((current = announcement));
      }
    }
  }
  return { announcements, details, summaries };
}

/** The text before the first announcement of a line, and the announcements. */
function announcementsIn(line: string, next: string): [string, Announcement[]] {
  const matches = placesIn(line).filter(({ isAtEnd }) => !isAtEnd || next.includes(" ... "));
  const announced = matches.map(({ text, place, end, isAtEnd }, i) => {
    const name = nameOf(text, place);
    return {
      id: idOf(name, place),
      name,
      place,
      docstring: isAtEnd ? docstringOf(next) : null,
      isFixture: FIXTURES.includes(name),
      lines: [line.slice(end, matches[i + 1]?.start)],
    };
  });
  return [line.slice(0, matches[0]?.start), announced];
}

interface Match {
  readonly text: string;
  readonly place: string;
  readonly start: number;
  readonly end: number;
  readonly isAtEnd: boolean;
}

/**
 * Every `name (place) ... `, and a `name (place)` that ends the line. Up to 3.10 a test whose
 * subtests failed gets no status, so the next one stands on its line; and output without a newline
 * may come before one. There only names like `test…` are recognised. Each character is looked at
 * a fixed number of times, however hostile the line.
 */
function placesIn(line: string): Match[] {
  const matches: Match[] = [];
  for (let open = line.indexOf(" ("); open !== -1; open = line.indexOf(" (", open + 1)) {
    PLACE.lastIndex = open + 2;
    const place = PLACE.exec(line);
    const start = place === null ? -1 : nameStart(line, open);
    if (place === null || start === -1) continue;
    const text = line.slice(start, open);
    const end = PLACE.lastIndex;
    matches.push({ text, place: place[1] ?? "", start, end, isAtEnd: place[2] === "" });
  }
  return matches;
}

/** Where the name before a place starts: a whole first word, or `test…`; -1 where there is none. */
function nameStart(line: string, open: number): number {
  const space = line.lastIndexOf(" ", open - 1) + 1;
  const word = line.slice(space, open);
  if (space === 0 && /^[^\s()]+$/.test(word)) return 0;
  let start = open;
  while (start > space && WORD.test(line[start - 1] ?? "")) start--;
  const test = line.slice(start, open).indexOf("test");
  return test === -1 ? -1 : start + test;
}

/** `Does things. ... ok` → `Does things.` */
function docstringOf(line: string): string {
  const at = STATUS_AT_END.test(line) ? line.lastIndexOf(" ... ") : line.indexOf(" ... ");
  return line.slice(0, at).trim();
}

/**
 * A name without the output before it that did not end in a newline. From 3.11 a test's place ends
 * in its name; to 3.10 nothing tells such output from a name, so that `noisetest_x` stays itself.
 */
function nameOf(text: string, place = ""): string {
  const last = place.slice(place.lastIndexOf(".") + 1);
  if (last.startsWith("test") && text.endsWith(last)) return last;
  // A test may be called `test_setUpClass`, and counts.
  if (text.startsWith("test")) return text;
  return FIXTURES.find((fixture) => text.endsWith(fixture)) ?? text;
}

/** `test_x`, `tests.a.T` (to 3.10) or `tests.a.T.test_x` (from 3.11) → `tests.a.T.test_x`. */
function idOf(name = "", place = ""): string {
  // A module that could not be imported stands in for its tests.
  if (place.startsWith("unittest.loader._FailedTest")) return name;
  return place.endsWith(`.${name}`) ? place : `${place}.${name}`;
}

function countsOf(list: string | undefined): ReadonlyMap<string, number> {
  const pairs = [...(list ?? "").matchAll(/([a-z ]+)=(\d+)/g)];
  return new Map(pairs.map(([, name = "", count]) => [name.trim(), Number(count)]));
}
