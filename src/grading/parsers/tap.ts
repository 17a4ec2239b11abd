// Reads the Test Anything Protocol: mocha -R tap, node --test, QUnit, tape, vitest's tap reporters.
// Points are numbered from 1 and a plan says how many there are, so a point that the code under
// test printed breaks one or the other, and then no point of that level is believed to have passed.
// Subtests (four spaces deeper, before their parent or in its braces) are `parent > child`.
// A point marked TODO is no evidence either way: passing it is SKIPPED, failing it XFAIL.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { indentOf } from "./indented-titles.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const POINT = /^(not )?ok(?: (\d+))?(?: (.*))?$/;
const PLAN = /^1\.\.(\d+)(?: *#.*)?$/;
const DIRECTIVE = /^(skip|todo)\b/i;
const STEP = 4;
/** Of a parent's name: see indented-titles.ts. */
const MAX_PARENT = 1000;

interface Level {
  readonly lines: TestLine[];
  points: number;
  /** How many points the plans of this level count; null without a plan. */
  planned: number | null;
  /** Where the numbering began anew: more than one runner may write into one log. */
  start: number;
  isNumbered: boolean;
  /** The point whose braces hold the level below. */
  openPoint: string | null;
}

export const tap = defineTestLogParser({
  id: "tap",
  summary: "Test Anything Protocol: mocha, node:test, QUnit, tape, vitest, prove -v.",
  parse(output) {
    const levels: Level[] = [newLevel()];
    let yamlIndent: number | null = null;
    for (const line of logLines(output)) {
      const indent = indentOf(line);
      const text = line.slice(indent);
      if (yamlIndent !== null) {
        if (indent <= yamlIndent && text.startsWith("...")) yamlIndent = null;
        // A block that never ends is none.
        else if (indent >= yamlIndent || text === "") continue;
        else yamlIndent = null;
      }
      if (text === "---") yamlIndent = indent;
      else if (indent % STEP === 0) readLine(levels, indent / STEP, text);
    }
    while (levels.length > 1) closeLevel(levels, null);
    const [top = newLevel()] = levels;
    return worstStatuses(linesOf(top));
  },
});

function newLevel(): Level {
  return {
    lines: [],
    points: 0,
    planned: null,
    start: 0,
    isNumbered: true,
    openPoint: null,
  };
}

function readLine(levels: Level[], depth: number, text: string): void {
  const plan = PLAN.exec(text);
  // prove -v writes a bare `ok` below each file.
  const point = text === "ok" || text === "not ok" ? null : POINT.exec(text);
  if ((plan === null && point === null && text !== "}") || depth > levels.length) return;
  if (depth === levels.length) levels.push(newLevel());
  const level = levels[depth];
  if (level === undefined) return;
  if (plan !== null) {
    level.planned = (level.planned ?? 0) + Number(plan[1]);
  } else if (point !== null) {
    readPoint(levels, depth, level, point);
  } else if (level.openPoint !== null) {
    while (levels.length > depth + 1) closeLevel(levels, level.openPoint);
    level.openPoint = null;
  }
}

function readPoint(levels: Level[], depth: number, level: Level, point: RegExpExecArray): void {
  const [, not, digits, rest = ""] = point;
  const opens = rest.endsWith(" {");
  const { name, directive } = describe(opens ? rest.slice(0, -2) : rest);
  while (levels.length > depth + 1) closeLevel(levels, name);
  if (digits === "1") level.start = level.points;
  level.points++;
  if (digits !== undefined && Number(digits) !== level.points - level.start) {
    level.isNumbered = false;
  }
  if (name !== "") level.lines.push({ id: name, status: statusOf(not !== undefined, directive) });
  if (opens) level.openPoint = name;
}

/** Ends the deepest level; its points belong to the named point above, or to none. */
function closeLevel(levels: Level[], parent: string | null): void {
  const level = levels.pop();
  const above = levels.at(-1);
  if (level === undefined || above === undefined || parent === null) return;
  if (parent.length > MAX_PARENT) return;
  for (const { id, status } of linesOf(level))
    above.lines.push({ id: `${parent} > ${id}`, status });
}

function linesOf(level: Level): readonly TestLine[] {
  const isWhole = level.isNumbered && level.planned === level.points;
  return believed(level.lines, isWhole ? Infinity : null);
}

/** `- name # SKIP why`, `# SKIP name`, `name # time=3ms`. */
function describe(text: string): { name: string; directive: string } {
  const dashed = text.startsWith("- ") ? text.slice(2) : text;
  const hash = dashed.startsWith("# ") ? 0 : dashed.lastIndexOf(" # ") + 1;
  const comment = hash === 0 && !dashed.startsWith("# ") ? "" : dashed.slice(hash + 2);
  const directive = DIRECTIVE.exec(comment)?.[1]?.toLowerCase() ?? "";
  if (directive === "" && !comment.startsWith("time="))
    return { name: unescaped(dashed), directive };
  const name = hash === 0 ? comment.slice(directive.length) : dashed.slice(0, hash);
  return { name: unescaped(name), directive };
}

function unescaped(name: string): string {
  return name.replaceAll("\\#", "#").replaceAll("\\\\", "\\").trim();
}

function statusOf(isNot: boolean, directive: string): TestStatus {
  if (directive === "skip") return "SKIPPED";
  if (directive === "todo") return isNot ? "XFAIL" : "SKIPPED";
  return isNot ? "FAILED" : "PASSED";
}
