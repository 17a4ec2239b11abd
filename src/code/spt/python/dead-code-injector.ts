// The block never runs, but a name that it binds is local to its function all the same. So the name
// is new to the whole file, and functions whose names or lines are looked at are left alone.
import { fileUnit, deepened } from "../../syntax/python/indentation.ts";
import {
  ancestors,
  childrenIn,
  enclosingFunction,
  type SyntaxNode,
} from "../../syntax/python/node.ts";
import { indentationOf, isBlockSuite, isDocstring } from "../../syntax/python/suites.ts";
import type { RandomStream } from "../../../core/random-stream.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { defineTransformation } from "../transformation.ts";
import { freshName } from "./fresh-name.ts";
import { refuseNewLocal } from "./new-local-refusals.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";
import { constantCondition } from "./tautology.ts";

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
    "one-line-suite": {
      why: "The statement does not begin a line of its own.",
      level: "paper",
    },
    "too-deep": { why: "Python's limit of nested indentation is near.", level: "paper" },
    "reads-own-locals": {
      why: "The function calls locals(), vars(), dir(), eval() or exec().",
      level: "conservative",
    },
    "frames-are-read": {
      why: "The module looks at frames, code objects or the local names of generators.",
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
    if (facts.observers.frames !== null) yield "frames-are-read";
    const definition = enclosingFunction(site);
    if (definition !== null) yield* refuseNewLocal(definition, context);
    yield* refuseLineReaders(facts);
    yield* refuseSourceReaders(site, facts, context);
  },
  rewrite(site, facts, _context, random) {
    const indentation = indentationOf(facts.module, site) ?? "";
    const inner = deepened(indentation, fileUnit(facts));
    const condition = constantCondition(false, random.integer(0, 2), random);
    const lines = [`if ${condition}:`, ...dummies(facts, random).map((line) => inner + line)];
    const text = lines.join(facts.newline) + facts.newline + indentation;
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

/** One or two assignments, the second from the first. */
function dummies(facts: ModuleFacts, random: RandomStream): string[] {
  const name = freshName(facts, random);
  const value = random.pick(["None", "0", "[]", "{}", '""', "True", `${random.integer(2, 99)}`]);
  const first = `${name} = ${value}`;
  if (random.integer(0, 2) > 0) return [first];
  const second = freshName(facts, random);
  return second === name ? [first] : [first, `${second} = ${name}`];
}
