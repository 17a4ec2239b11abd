// Edits of single lines that mean nothing: the syntax tree stays the same node by node. Spaces
// between tokens and trailing commas first; comments, and spaces at the end of a line, only where a
// file has nothing else to offer.
import type { Edit, Span } from "../../syntax/edits.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { ancestors, type SyntaxNode } from "../../syntax/python/node.ts";
import type { NodeKind } from "../../syntax/python/node-kinds.ts";
import { indentationOf } from "../../syntax/python/suites.ts";

export interface LineEdits {
  /** Offset at which the line starts. */
  readonly start: number;
  /** Edits by spacing and commas. Empty where the line has no gap between two tokens. */
  readonly plain: readonly Edit[];
  /** Edits of the line's comment, or that give it one. */
  readonly comment: readonly Edit[];
  /** A space at its end; null for blank lines, and where a string goes on or a space is there. */
  readonly trailing: Edit | null;
  /** Whether a statement begins with the line, so that a line may be inserted before it. */
  readonly startsStatement: boolean;
  /** Whether the line is blank and stands outside of every string. */
  readonly isBlank: boolean;
}

/** Comments that some tool obeys; they stay as they are, and where they are. */
const PRAGMA =
  /^#(?:!|:|.*\b(?:type:|noqa|pragma|pylint|mypy|pyright|flake8|isort|fmt|yapf|nosec|coding[:=]|cython|distutils|doctest|ruff|nopep8|skipcq|language)\b)/i;

/** Operators around which style guides differ about spaces. */
const SPACED = new Set("= + - * / % , < > == != <= >= | & : += -= *= ->".split(" "));

/** What can be done to each line of a module. */
export function lineEdits(facts: ModuleFacts): LineEdits[] {
  const { text } = facts.module;
  const starts = lineStarts(text);
  const plain = starts.map((): Edit[] => []);
  const comment = starts.map((): Edit[] => []);
  const at = (offset: number) => lineAt(starts, offset);
  const protectedSpans = [...facts.nodes("FormatString"), ...multiLine(facts, "String")];

  for (const edit of gapEdits(facts, protectedSpans)) plain[at(edit.start)]?.push(edit);
  for (const edit of commaEdits(facts)) plain[at(edit.start)]?.push(edit);
  for (const edit of commentEdits(facts)) comment[at(edit.start)]?.push(edit);

  const statementLines = new Set(statements(facts).map((node) => at(node.start)));
  const inString = new Set<number>();
  const endsInside = new Set<number>();
  for (const span of protectedSpans) {
    for (let line = at(span.start) + 1; line <= at(span.end); line++) {
      inString.add(line);
      endsInside.add(line - 1);
    }
  }
  return starts.map((start, index) => {
    const line = text.slice(start, starts[index + 1] ?? text.length);
    const isContinued = /\\\r?\n$/.test(text.slice(0, start));
    return {
      start,
      plain: plain[index] ?? [],
      comment: comment[index] ?? [],
      trailing: endsInside.has(index) ? null : trailingSpace(start, line),
      startsStatement: statementLines.has(index) && !inString.has(index) && !isContinued,
      isBlank: /^[ \t]*\r?\n$/.test(line) && !inString.has(index) && !isContinued,
    };
  });
}

function trailingSpace(start: number, line: string): Edit | null {
  const content = /^[^\r\n]*/.exec(line)?.[0] ?? "";
  if (content.length === line.length || !/[^\s\\]$/.test(content)) return null;
  const end = start + content.length;
  return { start: end, end, pieces: [" "] };
}

function statements(facts: ModuleFacts): SyntaxNode[] {
  const lists = [...facts.nodes("Module"), ...facts.nodes("Suite")];
  return lists.flatMap((list) =>
    list.children.filter(
      (node, index) =>
        node.role === "statement" &&
        (index > 0 || list.kind === "Suite") &&
        indentationOf(facts.module, node) !== null,
    ),
  );
}

/** One space more or fewer between two tokens of a line. */
function* gapEdits(facts: ModuleFacts, strings: readonly Span[]): Generator<Edit> {
  const { tokens, text } = facts.module;
  const inFormat = insideOf(strings);
  for (let index = 0; index + 1 < tokens.count; index++) {
    if (!isCode(tokens.kind(index)) || !isCode(tokens.kind(index + 1))) continue;
    const start = tokens.end(index);
    const end = tokens.start(index + 1);
    const gap = text.slice(start, end);
    if (!/^[ \t]*$/.test(gap) || inFormat(start)) continue;
    const [left, right] = [tokens.textOf(index), tokens.textOf(index + 1)];
    if (gap === " " && (left === "," || (SPACED.has(left) && left !== ":")) && isWordStart(right)) {
      yield { start, end, pieces: [""] };
    } else if (gap === " " && SPACED.has(right) && /[\w)\]}]$/.test(left) && !/^\d/.test(left)) {
      yield { start, end, pieces: ["  "] };
    } else if (gap === "" && isSpaceable(left, right)) {
      yield { start, end, pieces: [" "] };
    } else if (gap.length > 0) {
      yield { start, end, pieces: [`${gap} `] };
    }
  }
}

function isCode(kind: string): boolean {
  return kind === "other" || kind === "string";
}

function isWordStart(token: string): boolean {
  return /^[\p{L}_]/u.test(token);
}

function isSpaceable(left: string, right: string): boolean {
  return (
    /^[([{,=:]$/.test(left) || /^[)\]}:=]$/.test(right) || SPACED.has(left) || SPACED.has(right)
  );
}

const COMMA_KINDS: readonly NodeKind[] = ["Call", "List", "Dictionary", "Set"];

/** A comma behind the last item of a bracket that closes on a line of its own. */
function* commaEdits(facts: ModuleFacts): Generator<Edit> {
  const { tokens, text } = facts.module;
  for (const kind of COMMA_KINDS) {
    for (const node of facts.nodes(kind)) {
      const last = node.children.at(-1);
      if (last === undefined || last.role === "callee" || isGenerator(node)) continue;
      const next = tokens.firstFrom(last.end);
      const closes = /^[)\]}]$/.test(tokens.textOf(next));
      if (!closes || !/[\r\n]/.test(text.slice(last.end, tokens.start(next)))) continue;
      if (node.kind === "Call" && tokens.textOf(next) !== ")") continue;
      if ([...ancestors(node)].some((outer) => outer.kind === "FormatString")) continue;
      yield { start: last.end, end: last.end, pieces: [","] };
    }
  }
}

function isGenerator(node: SyntaxNode): boolean {
  return node.children.some(
    (item) => item.kind === "Comprehension" || item.children[0]?.kind === "Comprehension",
  );
}

/** A space more after the `#` of an ordinary comment; a comment where a line is one word. */
function* commentEdits(facts: ModuleFacts): Generator<Edit> {
  const { tokens, text } = facts.module;
  for (const { start, end } of tokens.comments) {
    const comment = text.slice(start, end);
    if (PRAGMA.test(comment) || start === 0) continue;
    if (/^# \S/.test(comment)) yield { start: start + 1, end: start + 2, pieces: ["  "] };
    else if (/^#\w/.test(comment)) yield { start: start + 1, end: start + 1, pieces: [" "] };
  }
  for (const [kind, note] of PLAIN_STATEMENTS) {
    for (const node of facts.nodes(kind)) {
      const lineEnd = tokens.logicalLineEnd(node.end);
      if (lineEnd !== node.end || node.children.length > 0) continue;
      yield { start: lineEnd, end: lineEnd, pieces: [`  # ${note}`] };
    }
  }
}

const PLAIN_STATEMENTS: readonly (readonly [NodeKind, string])[] = [
  ["Pass", "nothing to do"],
  ["Break", "done"],
  ["Continue", "next one"],
  ["Return", "done"],
  ["Raise", "as it came"],
];

function multiLine(facts: ModuleFacts, kind: NodeKind): SyntaxNode[] {
  return facts.nodes(kind).filter((node) => /[\r\n]/.test(facts.textOf(node)));
}

/** Whether an offset lies inside one of the spans; offsets must be asked in rising order. */
function insideOf(spans: readonly Span[]): (offset: number) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  let next = 0;
  let reach = -1;
  return (offset) => {
    while (next < sorted.length && (sorted[next]?.start ?? 0) < offset) {
      reach = Math.max(reach, sorted[next]?.end ?? 0);
      next++;
    }
    return offset < reach;
  };
}

function lineStarts(text: string): number[] {
  const starts = text.length === 0 ? [] : [0];
  for (
    let at = text.indexOf("\n");
    at >= 0 && at + 1 < text.length;
    at = text.indexOf("\n", at + 1)
  ) {
    starts.push(at + 1);
  }
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
