// Blocks one level deeper: which white space the file would use, and the pieces that say so. All
// columns of a block move by the same number, so what was a block before is one after; strings of
// several lines keep their bytes.
import type { DeeperSpan, Span } from "../edits.ts";
import { perModule, type ModuleFacts } from "./facts.ts";
import type { SyntaxNode } from "./node.ts";
import { indentationOf, isBlockSuite } from "./suites.ts";

const DEFAULT_UNIT = "    ";

/** The piece for a range whose lines are to stand one `unit` deeper, the first line apart. */
export function deeper(facts: ModuleFacts, { start, end }: Span, unit: string): DeeperSpan {
  return { start, end, deeper: { unit, strings: longStrings(facts) } };
}

/** The indentation of a line that is moved like the lines of a `deeper` piece. */
export function deepened(indentation: string, unit: string): string {
  return unit.startsWith("\t") ? unit + indentation : indentation + unit;
}

/** By how much a suite is indented against its header; the file's own habit where it isn't clear. */
export function indentUnit(facts: ModuleFacts, header: SyntaxNode, suite: SyntaxNode): string {
  const outer = indentationOf(facts.module, header);
  const inner = suiteIndentation(facts, suite);
  if (outer === null || inner === null || !inner.startsWith(outer)) return fileUnit(facts);
  const unit = inner.slice(outer.length);
  return isUnit(unit) ? unit : fileUnit(facts);
}

/** The indentation of the statements of a suite; null for one behind its header's colon. */
export function suiteIndentation(facts: ModuleFacts, suite: SyntaxNode): string | null {
  const [first] = suite.children;
  if (first === undefined || !isBlockSuite(facts.module, suite)) return null;
  return indentationOf(facts.module, first);
}

/** The first level of indentation that the file has. */
export const fileUnit: (facts: ModuleFacts) => string = perModule(({ module }) => {
  const { tokens, text } = module;
  let index = 0;
  while (index < tokens.count && tokens.kind(index) !== "indent") index++;
  const start = tokens.start(index + 1);
  const white = /[ \t]*$/.exec(text.slice(Math.max(0, start - 100), start))?.[0] ?? "";
  return isUnit(white) ? white : DEFAULT_UNIT;
});

function isUnit(white: string): boolean {
  return /^(?: +|\t+)$/.test(white);
}

/** Strings and f-strings that go over several lines; of nested ones the outer. */
const longStrings = perModule((facts) =>
  outermost([...facts.nodes("String"), ...facts.nodes("FormatString")].filter(isLong)),
);

function isLong({ value }: SyntaxNode): boolean {
  return /[\r\n]/.test(value);
}

function outermost(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  let end = -1;
  return sorted.filter((span) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}
