// Cuts a literal into two and joins them with `+`, only where the sum stays one operand and where
// nobody reads the literal as text. CPython folds the sum back into one constant when it compiles.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { ancestors, child, childrenIn, type SyntaxNode } from "../../syntax/python/node.ts";
import { lastName } from "../../syntax/python/observers.ts";
import {
  enclosingFormatString,
  isInAnnotation,
  isInPattern,
} from "../../syntax/python/positions.ts";
import { isStringStatement } from "../../syntax/python/suites.ts";
import { defineTransformation } from "../transformation.ts";
import { refuseSourceReaders, SOURCE_REFUSALS } from "./source-refusals.ts";
import { cutLiteral, cutPoints, literalUnits } from "./string-units.ts";

const SHORTEST = 4;
/** Longer chains of `+` come near the recursion limits of compilers. */
const LONGEST_CHAIN = 50;

/** Calls whose argument is collected from the source: messages to translate, names of types. */
const TEXT_READERS = new Set(
  (
    "_ N_ _n _l gettext ngettext pgettext npgettext dgettext dngettext lgettext ugettext ungettext " +
    "gettext_lazy ugettext_lazy ngettext_lazy pgettext_lazy gettext_noop trans tr translate " +
    "TypeVar ParamSpec TypeVarTuple NewType NamedTuple TypedDict TypeAliasType ForwardRef cast"
  ).split(" "),
);
const TYPE_FORMS = new Set(
  "Literal Annotated Optional Union Type Callable Final ClassVar".split(" "),
);

/** Places in which a sum needs no parentheses, whatever stands around. */
const OPEN_PLACES = new Set([
  "Assignment:value", "AugmentedAssignment:value", "AssignmentExpression:value", "Return:value",
  "Parameter:default", "DictionaryKeyEntry:key", "DictionaryKeyEntry:value", "List:item",
  "Set:item", "Tuple:item", "Ternary:body", "Ternary:else", "Yield:value", "Raise:value",
  "Lambda:value", "Assert:message", "Comprehension:element", "UnaryOperation:operand",
]); // prettier-ignore

/** Operators that bind less tightly than `+`. */
const LOOSER = new Set(["in", "not in", "==", "!=", "<", ">", "<=", ">=", "and", "or"]);

export const stringLiteralSplitter = defineTransformation({
  id: "python/string-literal-splitter",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Cuts a string literal in two and joins the halves with `+`.",
  paper:
    "Appendix A, String Literal Splitter: literals without prefix of at least four characters, " +
    "not in annotations or match patterns, not the base of an attribute access, not part of an " +
    "implicit concatenation or of a binary operation other than `+`.",
  refusals: {
    ...SOURCE_REFUSALS,
    "string-statement": {
      why: "A string that is a statement documents a module, class, function or attribute.",
      level: "paper",
    },
    "format-field": { why: "It stands inside of an f-string.", level: "paper" },
    "no-cut": { why: "There is no place at which the literal can be cut.", level: "paper" },
    "invalid-escape": {
      why: "A backslash that escapes nothing warns once for each literal.",
      level: "conservative",
    },
    metadata: {
      why: "Tools read __version__, __all__, __slots__ and the like without running the module.",
      level: "conservative",
    },
    "text-reader": {
      why: "The call's or subscript's literal is collected from the source (gettext, typing).",
      level: "conservative",
    },
    identity: { why: "`is` compares the literal's identity.", level: "conservative" },
    "long-chain": { why: "A long chain of `+` would grow further.", level: "paper" },
  },
  example: { before: 'name = "payload"\n', after: 'name = "pay" + "load"\n' },
  match: (facts) => facts.nodes("StringList").filter(matchesPattern),
  *refuse(site, facts, context) {
    if (isStringStatement(site)) yield "string-statement";
    if (enclosingFormatString(site) !== null) yield "format-field";
    const units = unitsOf(site, facts);
    if (cutPoints(units).length === 0) yield "no-cut";
    if (units.hasInvalidEscape) yield "invalid-escape";
    if (isMetadata(site)) yield "metadata";
    if (isReadAsText(site)) yield "text-reader";
    if (isOperand(site, (operator) => operator === "is" || operator === "is not")) yield "identity";
    if (chainLength(site) > LONGEST_CHAIN) yield "long-chain";
    yield* refuseSourceReaders(site, facts, context);
  },
  rewrite(site, facts, _context, random) {
    const units = unitsOf(site, facts);
    const [left, right] = cutLiteral(units, random.pick(cutPoints(units)));
    const sum = `${left} + ${right}`;
    const literal = stringOf(site);
    const isOpen = literal.start !== site.start || needsNoParentheses(site);
    return [{ start: literal.start, end: literal.end, pieces: [isOpen ? sum : `(${sum})`] }];
  },
});

function matchesPattern(site: SyntaxNode): boolean {
  const [literal, second] = site.children;
  if (literal?.kind !== "String" || second !== undefined || !/^["']/.test(literal.value)) {
    return false;
  }
  if (
    literalUnits(literal.value).units.filter((unit) => !/^\\[\r\n]/.test(unit)).length < SHORTEST
  ) {
    return false;
  }
  if (site.role === "base" && site.parent?.kind === "MemberAccess") return false;
  if (isInAnnotation(site) || isInPattern(site)) return false;
  // Adjacent to another literal only through parentheses is no implicit concatenation.
  return !isOperand(site, (operator) => operator !== "+" && isArithmetic(operator));
}

function isArithmetic(operator: string): boolean {
  return !LOOSER.has(operator) && operator !== "is" && operator !== "is not";
}

function stringOf(site: SyntaxNode): SyntaxNode {
  return site.children[0] ?? site;
}

function unitsOf(site: SyntaxNode, facts: ModuleFacts) {
  return literalUnits(facts.textOf(stringOf(site)));
}

function isOperand(site: SyntaxNode, matches: (operator: string) => boolean): boolean {
  return site.parent?.kind === "BinaryOperation" && matches(site.parent.value);
}

function needsNoParentheses(site: SyntaxNode): boolean {
  const { parent, role } = site;
  if (parent === null) return false;
  if (OPEN_PLACES.has(`${parent.kind}:${role}`)) {
    return parent.kind !== "UnaryOperation" || parent.value === "not";
  }
  // A starred argument or subscript is left in parentheses for the reader.
  if (parent.kind === "Argument") return parent.value === "";
  if (parent.kind !== "BinaryOperation") return false;
  // x + "ab" + "cd" would add "ab" to x first, which is another operation.
  return LOOSER.has(parent.value) || (parent.value === "+" && role === "left");
}

/** Number of `+` in the chain that a literal is part of. */
function chainLength(site: SyntaxNode): number {
  let length = 0;
  for (const outer of ancestors(site)) {
    if (outer.kind !== "BinaryOperation" || outer.value !== "+") break;
    length++;
  }
  return length;
}

const METADATA = /^(?:__\w+__|_?version|_?VERSION|_?author|_?license)$/i;

function isMetadata(site: SyntaxNode): boolean {
  for (const outer of ancestors(site)) {
    if (outer.kind === "Assignment" || outer.kind === "AugmentedAssignment") {
      let target = child(outer, "target");
      if (target?.kind === "TypeAnnotation") target = child(target, "target");
      if (METADATA.test(lastName(target) ?? "")) return true;
    }
    if (outer.kind === "Call") {
      const callee = child(outer, "callee");
      const base = callee?.kind === "MemberAccess" ? child(callee, "base") : null;
      if (base?.kind === "Name" && METADATA.test(base.value)) return true;
    }
    if (outer.kind === "Suite") return false;
  }
  return false;
}

function isReadAsText(site: SyntaxNode): boolean {
  for (const outer of ancestors(site)) {
    if (
      outer.kind === "Call" &&
      childrenIn(outer, "argument").some((item) => contains(item, site))
    ) {
      if (TEXT_READERS.has(lastName(child(outer, "callee")) ?? "")) return true;
    }
    if (outer.kind === "Index" && TYPE_FORMS.has(lastName(child(outer, "base")) ?? "")) return true;
    if (outer.kind === "StatementList" || outer.kind === "Suite") return false;
  }
  return false;
}

function contains(outer: SyntaxNode, inner: SyntaxNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
