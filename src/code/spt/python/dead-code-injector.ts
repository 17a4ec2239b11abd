// The block never runs, but a name that it binds is local to its function all the same. So the name
// is new to the whole file, and nothing is done where code objects are read, or where text is run
// that may mean such a name. Its block is no place for the next pass, or each would double the last.
import type { RandomStream } from "../../../core/random-stream.ts";
import { CODE_PARTS } from "../../syntax/python/code-readers.ts";
import { deepened, indentUnit } from "../../syntax/python/indentation.ts";
import {
  ancestors,
  childrenIn,
  enclosingFunction,
  type SyntaxNode,
} from "../../syntax/python/node.ts";
import { indentationOf, isBlockSuite, isDocstring } from "../../syntax/python/suites.ts";
import { defineTransformation } from "../transformation.ts";
import { CODE_REFUSAL, refuseCodeReaders } from "./code-refusals.ts";
import { dummyStatements } from "./dummy-statements.ts";
import { guardText, isGuarded } from "./guard.ts";
import { refuseNewLocal } from "./new-local-refusals.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";
import { isForTypeCheckers } from "./type-checking.ts";

/** Clear of the tokeniser's limit of 100 levels of indentation. */
const MOST_LEVELS = 90;

export const deadCodeInjector = defineTransformation({
  id: "python/dead-code-injector",
  language: "python",
  kind: "insertion",
  keyword: null,
  summary: "Inserts a block that never runs at the head of a block.",
  paper:
    "Appendix A, Dead-Code Injector: an `if` that is never true, with a dummy assignment, at the " +
    "head of an indented block, behind its docstring.",
  refusals: {
    ...SOURCE_REFUSALS,
    ...LINE_REFUSAL,
    ...CODE_REFUSAL,
    "one-line-suite": {
      why: "The statement does not begin a line of its own.",
      level: "paper",
    },
    "too-deep": { why: "Python's limit of nested indentation is near.", level: "paper" },
    guarded: { why: "The block stands under a condition of literals.", level: "paper" },
    "type-checking": {
      why: "The block is there for type checkers (`if TYPE_CHECKING:`).",
      level: "conservative",
    },
    "reads-own-locals": {
      why: "The function calls locals(), vars(), dir(), eval() or exec().",
      level: "conservative",
    },
    "callee-reads-frame": {
      why: "The function calls something that looks at the local names of its caller.",
      level: "conservative",
    },
  },
  example: {
    before: "def area(w, h):\n    return w * h\n",
    after:
      'def area(w, h):\n    if "draft" == "ready":\n        last_label = 12\n    return w * h\n',
  },
  match: (facts) =>
    facts
      .nodes("Suite")
      .flatMap(headOf)
      .sort((a, b) => a.start - b.start),
  *refuse(site, facts, context) {
    const suite = site.parent;
    if (suite === null) return;
    if (!isBlockSuite(facts.module, suite) || indentationOf(facts.module, site) === null) {
      yield "one-line-suite";
    }
    if (levelsAround(site) > MOST_LEVELS) yield "too-deep";
    if (suite.parent !== null && isGuarded(suite.parent)) yield "guarded";
    if (isForTypeCheckers(suite)) yield "type-checking";
    const definition = enclosingFunction(site);
    if (definition !== null) yield* refuseNewLocal(definition, context);
    for (const part of CODE_PARTS) yield* refuseCodeReaders(site, facts, context, part);
    yield* refuseLineReaders(facts);
    yield* refuseSourceReaders(site, facts, context);
  },
  rewrite(site, facts, context, random) {
    const { parent: suite } = site;
    const indentation = indentationOf(facts.module, site) ?? "";
    const unit = indentUnit(facts, suite?.parent ?? site, suite ?? site);
    const inner = facts.newline + deepened(indentation, unit);
    const dummies = dummyStatements(facts, context, random).map((line) => inner + line);
    const header = `if ${guardText(false, context, random)}:`;
    const text = header + dummies.join("") + facts.newline + indentation;
    return [{ start: site.start, end: site.start, pieces: [text] }];
  },
});

/** The first statement of a block that is not its docstring. */
function headOf(suite: SyntaxNode): SyntaxNode[] {
  return childrenIn(suite, "statement")
    .filter((statement) => !isDocstring(statement))
    .slice(0, 1);
}

function levelsAround(site: SyntaxNode): number {
  let levels = 0;
  for (const outer of ancestors(site)) if (outer.kind === "Suite") levels++;
  return levels;
}
