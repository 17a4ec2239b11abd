// Suites (the bodies of compound statements) as text: where they begin and end, how they are
// indented, which string is a docstring.
import type { Span } from "../edits.ts";
import { child, type SyntaxNode } from "./node.ts";
import type { PythonModule } from "./parse.ts";

/** Statements that never let control reach the next one of their suite. */
const TERMINATORS = new Set(["Return", "Raise", "Break", "Continue"]);

/** Whether the suite stands on lines of its own, not behind the colon of its header. */
export function isBlockSuite(module: PythonModule, suite: SyntaxNode): boolean {
  const { tokens } = module;
  return tokens.kind(tokens.firstFrom(suite.start) + 1) === "newline";
}

/** The white space before a statement on its line; null where something else stands there. */
export function indentationOf(module: PythonModule, statement: SyntaxNode): string | null {
  const { text } = module;
  let from = statement.start;
  while (from > 0 && !isLineBreak(text.charAt(from - 1))) from--;
  const before = text.slice(from, statement.start);
  if (!/^[ \t\f]*$/.test(before) || isContinued(module, from)) return null;
  // Python starts counting again at a form feed; what stands before it is no indentation.
  return before.slice(before.lastIndexOf("\f") + 1);
}

/** Whether a backslash joins the line that begins at `from` to the one above. */
function isContinued({ text, tokens }: PythonModule, from: number): boolean {
  const above = text.slice(Math.max(0, from - 3), from);
  if (!/\\(?:\r\n|\r|\n)$/.test(above)) return false;
  return !tokens.comments.some((comment) => comment.start < from && from <= comment.end + 2);
}

/**
 * The lines of a suite below its header, from the line break on, with the comments below them that
 * are indented deeper than `header`; or what stands behind the header's colon.
 */
export function linesOf(module: PythonModule, suite: SyntaxNode, header: SyntaxNode): Span {
  const { tokens, text } = module;
  const colon = tokens.firstFrom(suite.start);
  const lineEnd = tokens.logicalLineEnd(suite.end);
  if (!isBlockSuite(module, suite)) return { start: tokens.end(colon), end: lineEnd };
  const end = endWithComments(text, lineEnd, columnOf(text, header.start));
  return { start: tokens.start(colon + 1), end };
}

/**
 * The part of the text that is the suite's own, so that two suites can change places: its lines
 * without the header's comment, which stays where it is.
 */
export function suiteRegion(module: PythonModule, suite: SyntaxNode, header: SyntaxNode): Span {
  const { start, end } = linesOf(module, suite, header);
  const colon = module.tokens.end(module.tokens.firstFrom(suite.start));
  // Coverage tools read such a comment as being about the suite, so it goes where the suite goes.
  const isAbout = /#.*\bpragma\b/.test(module.text.slice(colon, start));
  return { start: isAbout ? colon : start, end };
}

function endWithComments(text: string, lineEnd: number, column: number): number {
  let end = lineEnd;
  const line = /(\r\n|\r|\n)([ \t\f]*)(#[^\r\n]*)?(?=[\r\n]|$)/y;
  line.lastIndex = lineEnd;
  for (let match = line.exec(text); match !== null; match = line.exec(text)) {
    if (match[3] === undefined) continue;
    if (columnOf(text, line.lastIndex - match[3].length) <= column) break;
    end = line.lastIndex;
  }
  return end;
}

/** Column as Python counts it: tabs go to multiples of eight, a form feed starts again. */
function columnOf(text: string, offset: number): number {
  let from = offset;
  while (from > 0 && !isLineBreak(text.charAt(from - 1))) from--;
  let column = 0;
  for (const character of text.slice(from, offset)) {
    if (character === "\t") column += 8 - (column % 8);
    else column = character === "\f" ? 0 : column + 1;
  }
  return column;
}

/** Whether a statement is the docstring of the module, class or function that it opens. */
export function isDocstring(statement: SyntaxNode): boolean {
  const { parent } = statement;
  if (parent === null || parent.children.find(isStatement) !== statement) return false;
  const owner = parent.kind === "Module" ? parent : parent.parent;
  if (!["Module", "Class", "Function"].includes(owner?.kind ?? "")) return false;
  return isStringStatement(statement.children[0] ?? null);
}

/** Whether an expression standing as a statement is nothing but a string. */
export function isStringStatement(expression: SyntaxNode | null): boolean {
  return expression?.kind === "StringList" && expression.parent?.kind === "StatementList";
}

/** Whether control can't reach what follows this statement in its suite. */
export function isTerminator(statement: SyntaxNode): boolean {
  return (
    statement.kind === "StatementList" &&
    statement.children.some((item) => TERMINATORS.has(item.kind))
  );
}

/** The suites of a compound statement that hold statements, in source order. */
export function suitesOf(statement: SyntaxNode): readonly SyntaxNode[] {
  return statement.children.flatMap((item) => {
    if (item.kind === "Suite") return [item];
    // Handlers, cases and elif branches are statements only in the tree.
    const isBranch = item.kind === "Except" || item.kind === "Case" || item.role === "else";
    return isBranch && item.kind !== "Ternary" ? suitesOf(item) : [];
  });
}

/** The body of a def or class. */
export function bodyOf(definition: SyntaxNode): SyntaxNode {
  const body = child(definition, "body");
  if (body === null) throw new Error(`A ${definition.kind} without a body.`);
  return body;
}

function isStatement(node: SyntaxNode): boolean {
  return node.role === "statement";
}

function isLineBreak(character: string): boolean {
  return character === "\n" || character === "\r";
}
