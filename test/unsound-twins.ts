// Each transformation once more with one mistake, such as rewriting tools have made. They are there
// to be caught: a check that lets one of them pass would let the same mistake pass in the original.
import { andConditionSplitter } from "../src/code/spt/python/and-condition-splitter.ts";
import { commutativeOperandPermuter } from "../src/code/spt/python/commutative-operand-permuter.ts";
import { comparisonSwapper } from "../src/code/spt/python/comparison-swapper.ts";
import { deadCodeInjector } from "../src/code/spt/python/dead-code-injector.ts";
import { deadMethodInjection } from "../src/code/spt/python/dead-method-injection.ts";
import { deadStringAssignment } from "../src/code/spt/python/dead-string-assignment.ts";
import { doubleNegation } from "../src/code/spt/python/double-negation.ts";
import { forLoopRewriting } from "../src/code/spt/python/for-loop-rewriting.ts";
import { ifElseSwitcher } from "../src/code/spt/python/if-else-switcher.ts";
import { ifTrueWrapper } from "../src/code/spt/python/if-true-wrapper.ts";
import { localVariableRenamer } from "../src/code/spt/python/local-variable-renamer.ts";
import { stringLiteralSplitter } from "../src/code/spt/python/string-literal-splitter.ts";
import { tryExceptInjector } from "../src/code/spt/python/try-except-injector.ts";
import { whileLoopUnrolling } from "../src/code/spt/python/while-loop-unrolling.ts";
import { prefixCondition } from "../src/code/spt/python/negation.ts";
import { isChainLink } from "../src/code/spt/python/operand-swap.ts";
import type { Transformation } from "../src/code/spt/index.ts";
import type { EditGroup, Piece } from "../src/code/syntax/edits.ts";
import type { ModuleFacts } from "../src/code/syntax/python/facts.ts";
import { child, enclosingFunction, type SyntaxNode } from "../src/code/syntax/python/node.ts";
import { bodyOf, isDocstring } from "../src/code/syntax/python/suites.ts";

export interface Twin {
  readonly original: Transformation;
  readonly mistake: string;
  /** With an id of its own, under which its sites are kept. */
  readonly transformation: Transformation;
}

/** One for each transformation, in the order of the registry. */
export const UNSOUND_TWINS: readonly Twin[] = [
  twin("forgets the copy of the else for the second operand", andConditionSplitter, {
    rewrite: (...given) => {
      const [header, body] = andConditionSplitter.rewrite(...given);
      if (header === undefined || body === undefined) return [];
      return [header, { ...body, pieces: body.pieces.slice(0, 1) }];
    },
  }),
  twin("takes any two operands of known class for numbers", commutativeOperandPermuter, {
    refuse: without(commutativeOperandPermuter, "types-differ"),
  }),
  twin("ignores the order in which operands are evaluated", comparisonSwapper, {
    refuse: without(comparisonSwapper, "evaluation-order"),
  }),
  twin("binds a name that the module uses", deadCodeInjector, {
    rewrite: (site, facts, ...others) =>
      deadCodeInjector
        .rewrite(site, facts, ...others)
        .map((edit) => withText(edit, (text) => text.replace(/\w+(?= = )/, calledName(facts)))),
  }),
  twin("looks at the class alone, not at its relatives", deadMethodInjection, {
    refuse: onlyByPaper(deadMethodInjection),
  }),
  twin("takes a docstring for any statement", deadStringAssignment, {
    match: (facts) => [...deadStringAssignment.match(facts), ...docstrings(facts)].sort(byStart),
  }),
  twin("takes operands of `or` and `and` for conditions", doubleNegation, {
    match: (facts) =>
      facts.nodes("BinaryOperation").filter(({ value }) => value === "or" || value === "and"),
    rewrite: (site, facts) => {
      const operand = child(site, "left");
      return operand === null ? [] : [prefixCondition(facts.module, operand, "not not")];
    },
  }),
  twin("runs the else of a loop that was left by break", forLoopRewriting, {
    rewrite: (...given) => {
      const edits = forLoopRewriting.rewrite(...given);
      return edits.filter((_, index) => index === 0 || index === edits.length - 1);
    },
  }),
  twin("negates a comparison by its operator", ifElseSwitcher, {
    rewrite: (site, facts, ...others) => {
      const edits = ifElseSwitcher.rewrite(site, facts, ...others);
      const test = child(site, "test");
      const negated = test === null ? null : oppositeComparison(test, facts);
      if (negated === null) return edits;
      const prefixed = site.kind === "If" ? 0 : 1;
      return edits.map((edit, index) => (index === prefixed ? negated : edit));
    },
  }),
  twin("indents the inside of strings", ifTrueWrapper, {
    rewrite: (...given) =>
      ifTrueWrapper.rewrite(...given).map((edit) => ({
        ...edit,
        pieces: edit.pieces.map((piece) =>
          isDeeper(piece) ? { ...piece, deeper: { ...piece.deeper, strings: [] } } : piece,
        ),
      })),
  }),
  twin("forgets the functions inside of the function", localVariableRenamer, {
    rewrite: (site, facts, ...others) => {
      const edits = localVariableRenamer.rewrite(site, facts, ...others);
      const own = enclosingFunction(site);
      const inner = facts
        .nodes("Function")
        .filter((node) => own !== null && node.start > own.start && node.end <= own.end);
      return edits.filter(
        (edit) => !inner.some((node) => node.start <= edit.start && edit.end <= node.end),
      );
    },
  }),
  twin("forgets the parentheses around the sum", stringLiteralSplitter, {
    rewrite: (...given) =>
      stringLiteralSplitter
        .rewrite(...given)
        .map((edit) => withText(edit, (text) => text.replace(/^\(([^]*)\)$/, "$1"))),
  }),
  twin("keeps the exception that it caught", tryExceptInjector, {
    rewrite: (...given) =>
      tryExceptInjector
        .rewrite(...given)
        .map((edit) => withText(edit, (text) => text.replace(/raise$/, "pass"))),
  }),
  twin("goes on with the outer loop behind the inner one", whileLoopUnrolling, {
    rewrite: (...given) =>
      whileLoopUnrolling
        .rewrite(...given)
        .map((edit) => ({ ...edit, pieces: edit.pieces.slice(0, -1) })),
  }),
];

function twin(mistake: string, original: Transformation, change: Partial<Transformation>): Twin {
  const id = `${original.id} that ${mistake}`;
  return { original, mistake, transformation: { ...original, ...change, id } };
}

function without(original: Transformation, reason: string): Transformation["refuse"] {
  return function* (...given) {
    for (const found of original.refuse(...given)) if (found !== reason) yield found;
  };
}

function onlyByPaper(original: Transformation): Transformation["refuse"] {
  return function* (...given) {
    for (const found of original.refuse(...given)) {
      if (original.refusals[found]?.level === "paper") yield found;
    }
  };
}

function withText(edit: EditGroup[number], change: (text: string) => string): EditGroup[number] {
  const pieces = edit.pieces.map((piece) => (typeof piece === "string" ? change(piece) : piece));
  return { ...edit, pieces };
}

/** What the module calls first by its name. */
function calledName(facts: ModuleFacts): string {
  const callees = facts.nodes("Call").map((call) => child(call, "callee"));
  return callees.find((callee) => callee?.kind === "Name")?.value ?? "print";
}

function docstrings(facts: ModuleFacts): SyntaxNode[] {
  return facts
    .nodes("Function")
    .flatMap((definition) => bodyOf(definition).children.slice(0, 1))
    .filter((statement) => isDocstring(statement));
}

function byStart(a: SyntaxNode, b: SyntaxNode): number {
  return a.start - b.start;
}

const OPPOSITES: Readonly<Record<string, string>> = { "<": ">=", ">": "<=", "<=": ">", ">=": "<" };

function oppositeComparison(test: SyntaxNode, { module }: ModuleFacts): EditGroup[number] | null {
  const opposite = test.kind === "BinaryOperation" ? OPPOSITES[test.value] : undefined;
  const left = child(test, "left");
  if (opposite === undefined || left === null || isChainLink(test, module)) return null;
  const operator = module.tokens.firstFrom(left.end);
  return {
    start: module.tokens.start(operator),
    end: module.tokens.end(operator),
    pieces: [opposite],
  };
}

function isDeeper(piece: Piece): piece is Extract<Piece, { deeper: unknown }> {
  return typeof piece === "object" && "deeper" in piece;
}
