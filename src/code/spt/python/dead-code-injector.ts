// The block never runs, but a name that it binds is local to its function all the same. So the name
// is new to the whole file, and nothing is done where code objects are read. What lists the names of
// a frame leaves out those without a value. The block is no place for the next pass, or each pass
// would double the last.
import { CODE_PARTS } from "../../syntax/python/code-readers.ts";
import { perModule, type ModuleFacts } from "../../syntax/python/facts.ts";
import { deepened, indentUnit } from "../../syntax/python/indentation.ts";
import {
  ancestors,
  child,
  childrenIn,
  enclosingFunction,
  type SyntaxNode,
} from "../../syntax/python/node.ts";
import { lastName } from "../../syntax/python/observers.ts";
import { indentationOf, isBlockSuite, isDocstring } from "../../syntax/python/suites.ts";
import { defineTransformation } from "../transformation.ts";
import { isShadowed } from "./builtin-names.ts";
import { CODE_REFUSAL, refuseCodeReaders } from "./code-refusals.ts";
import { dummyStatements } from "./dummy-statements.ts";
import { guardText, isGuarded } from "./guard.ts";
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
    "runs-text": {
      why: "The function runs text (eval, exec), which may name a variable that it stores itself.",
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
    if (runsText(site, facts)) yield "runs-text";
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

const TEXT_RUNNERS = new Set(["eval", "exec", "execfile"]);

/** Where the builtins that run text are named: not variables and methods of their name. */
const textRunners = perModule((facts) =>
  facts.nodes("Name").filter((name) => {
    const { value, role, parent } = name;
    if (!TEXT_RUNNERS.has(value)) return false;
    if (role === "member" && parent !== null) {
      return /^(?:__)?builtins?(?:__)?$/.test(lastName(child(parent, "base")) ?? "");
    }
    if (role === "name") return parent?.kind === "ImportFromAs";
    return !isShadowed(value, name, facts);
  }),
);

/** Whether text is run in the function around a statement, or by another name somewhere. */
function runsText(site: SyntaxNode, facts: ModuleFacts): boolean {
  const definition = enclosingFunction(site);
  if (definition === null) return false;
  const isCalled = ({ role }: SyntaxNode) => role === "callee" || role === "member";
  return textRunners(facts).some(
    (name) => !isCalled(name) || (definition.start <= name.start && name.end <= definition.end),
  );
}

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
