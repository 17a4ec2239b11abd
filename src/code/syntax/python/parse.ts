// Text of a Python module to a syntax tree with exact ranges. This is the only file that turns the
// parser's objects into ours; everything else works on SyntaxNode.
import { CHILD_FIELDS, type NodeKind } from "./node-kinds.ts";
import type { SyntaxNode } from "./node.ts";
import { isRawNode, pyrightLibrary, type PyrightLibrary, type RawNode } from "./pyright-library.ts";
import { TokenTable } from "./tokens.ts";

export interface PythonModule {
  readonly text: string;
  readonly root: SyntaxNode;
  readonly tokens: TokenTable;
}

export type ParseOutcome =
  | { readonly ok: true; readonly module: PythonModule }
  | { readonly ok: false; readonly reason: string };

interface Building {
  kind: NodeKind;
  role: string;
  start: number;
  end: number;
  parent: Building | null;
  children: Building[];
  value: string;
}

/** Parses a module. A file with a syntax error is a value, not an exception. */
export function parsePython(text: string): ParseOutcome {
  const library = pyrightLibrary();
  let raw;
  try {
    raw = library.parse(text);
  } catch (error) {
    // Deep nesting exhausts the parser's stack; such a file is left alone.
    return { ok: false, reason: `parser failed: ${String(error).split("\n", 1)[0] ?? ""}` };
  }
  if (raw.errors.length > 0) return { ok: false, reason: `syntax error: ${raw.errors[0] ?? ""}` };
  const tokens = new TokenTable(text, raw.tokens, library.tokenTypes);
  if (hasStatementBehindBackslash(text, tokens)) {
    return { ok: false, reason: "a statement's line begins with a backslash" };
  }
  const kindOf = (nodeType: number) => shapeOf(library, nodeType);
  const root = convert(raw.root, "", null, { text, tokens, kindOf });
  return { ok: true, module: { text, root, tokens } };
}

/** How such a statement is indented differs between releases of Python, and from the parser. */
function hasStatementBehindBackslash(text: string, tokens: TokenTable): boolean {
  for (const { index, 0: line } of text.matchAll(/^[ \t\f]*\\(?=[\r\n])/gm)) {
    let before = tokens.firstFrom(index) - 1;
    while (["indent", "dedent"].includes(tokens.kind(before))) before--;
    const isInString = before >= 0 && tokens.end(before) > index + line.length;
    if (before < 0 || (tokens.kind(before) === "newline" && !isInString)) return true;
  }
  return false;
}

/** Shared by all leaves, which are more than half of a tree. */
const NO_CHILDREN: Building[] = [];

interface Source {
  readonly text: string;
  readonly tokens: TokenTable;
  readonly kindOf: (nodeType: number) => Shape;
}
interface Shape {
  readonly kind: NodeKind;
  readonly fields: readonly { readonly field: string; readonly role: string }[];
}

function convert(raw: RawNode, role: string, parent: Building | null, source: Source): Building {
  const { kind, fields } = source.kindOf(raw.nodeType);
  const end = raw.start + raw.length;
  const start = raw.start;
  const node: Building = { kind, role, start, end, parent, children: NO_CHILDREN, value: "" };
  const children = [];
  for (const { field, role: childRole } of fields) {
    const content = raw.d[field];
    const items = Array.isArray(content) ? (content as unknown[]) : [content];
    for (const item of items) {
      if (isRawNode(item)) children.push(convert(item, childRole, node, source));
    }
  }
  // A copy is as long as it has to be; what grows by appending has room for sixteen more.
  if (children.length > 0) node.children = children.slice();
  if (kind === "Yield" || kind === "YieldFrom") node.start = startWithParenthesis(node, source);
  // `a = b = c` is read as b = (a = c) by the parser: a parent may start behind its child.
  for (const item of node.children) {
    if (item.start < node.start) node.start = item.start;
    if (item.end > node.end) node.end = item.end;
  }
  node.value = valueOf(raw, node, source);
  return node;
}

/** The parser counts the closing parenthesis of `(yield x)` but not the opening one. */
function startWithParenthesis(node: Building, { tokens }: Source): number {
  const last = tokens.firstFrom(node.end - 1);
  const partner = tokens.partner(last);
  if (tokens.textOf(last) !== ")" || partner < 0) return node.start;
  return Math.min(node.start, tokens.start(partner));
}

const CATEGORY_PREFIX = ["", "*", "**"];

function valueOf(raw: RawNode, node: Building, source: Source): string {
  return VALUES[node.kind]?.(raw.d, node, source) ?? "";
}

type ValueReader = (d: RawNode["d"], node: Building, source: Source) => string;

const ownText: ValueReader = (_d, { start, end }, { text }) => text.slice(start, end);
const literal: ValueReader = (_d, node, { tokens }) => tokens.textOf(firstInside(node, tokens));
const operator: ValueReader = (d, _node, { tokens }) => operatorText(d["operatorToken"], tokens);
const category: ValueReader = (d, { kind }) =>
  CATEGORY_PREFIX[Number(d[kind === "Argument" ? "argCategory" : "category"])] ?? "";
const flag =
  (field: string, value: string): ValueReader =>
  (d) =>
    d[field] === true ? value : "";

/** What is kept of a node beside its children, for the kinds that have it. */
const VALUES: Partial<Record<NodeKind, ValueReader>> = {
  Name: (d) => (typeof d["value"] === "string" ? d["value"] : ""),
  Constant: literal,
  Number: literal,
  String: ownText,
  FormatString: ownText,
  ModuleName: ownText,
  BinaryOperation: operator,
  UnaryOperation: operator,
  AugmentedAssignment: (_d, node, { tokens }) => {
    const [target] = node.children;
    return target === undefined ? "" : tokens.textOf(tokens.firstFrom(target.end));
  },
  Argument: category,
  Parameter: category,
  Comprehension: flag("isGenerator", "generator"),
  Function: flag("isAsync", "async"),
  For: flag("isAsync", "async"),
  With: flag("isAsync", "async"),
  ComprehensionFor: flag("isAsync", "async"),
  ImportFrom: flag("isWildcardImport", "*"),
  Except: flag("isExceptGroup", "*"),
};

function firstInside(node: Building, tokens: TokenTable): number {
  let index = tokens.firstFrom(node.start);
  while (tokens.textOf(index) === "(") index++;
  return index;
}

function operatorText(token: unknown, tokens: TokenTable): string {
  const index = tokens.firstFrom((token as { start: number }).start);
  const first = tokens.textOf(index);
  const second = tokens.textOf(index + 1);
  if ((first === "is" && second === "not") || (first === "not" && second === "in")) {
    return `${first} ${second}`;
  }
  return first;
}

/** Shapes by the parser's number, which is fixed for as long as the process runs. */
const shapes: (Shape | undefined)[] = [];

function shapeOf(library: PyrightLibrary, nodeType: number): Shape {
  const known = shapes[nodeType];
  if (known !== undefined) return known;
  const shape = CHILD_FIELDS.get(library.kindName(nodeType));
  if (shape === undefined) throw new Error(`unknown node type ${library.kindName(nodeType)}`);
  shapes[nodeType] = shape;
  return shape;
}
