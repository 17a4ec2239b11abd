// A local name that nothing reads is invisible only where nobody looks at local names. So a function
// is left alone when it, something it calls, or anything in its module may look; and the name is
// new to the whole file, since a binding in a function hides every outer one of that name.
import { childrenIn, enclosingFunction, type SyntaxNode } from "../../syntax/python/node.ts";
import {
  bodyOf,
  indentationOf,
  isBlockSuite,
  isDocstring,
  isTerminator,
  suitesOf,
} from "../../syntax/python/suites.ts";
import { defineTransformation } from "../transformation.ts";
import { freshName } from "./fresh-name.ts";
import { refuseNewLocal } from "./new-local-refusals.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";
import { pythonString } from "./string-text.ts";

export const deadStringAssignment = defineTransformation({
  id: "python/dead-string-assignment",
  language: "python",
  kind: "insertion",
  keyword: "string",
  summary: "Inserts an assignment of a keyword string that nothing reads.",
  paper:
    "Appendix A, Dead String Assignment: before statements of a function body, not before its " +
    "docstring, not behind return, raise, break or continue in the same block; not in functions " +
    "that reflect on their local names.",
  refusals: {
    ...SOURCE_REFUSALS,
    ...LINE_REFUSAL,
    "one-line-suite": {
      why: "The statement shares its line with the header of its block.",
      level: "paper",
    },
    unreachable: { why: "It stands behind a statement that never goes on.", level: "paper" },
    "reads-own-locals": {
      why: "The function calls locals(), vars(), dir(), eval() or exec().",
      level: "paper",
    },
    "frames-are-read": {
      why: "The module looks at frames, code objects or the local names of generators.",
      level: "paper",
    },
    "callee-reads-frame": {
      why: "The function calls something that looks at the local names of its caller.",
      level: "conservative",
    },
  },
  example: {
    before: "def area(w, h):\n    return w * h\n",
    after: 'def area(w, h):\n    last_label = "invalid width"\n    return w * h\n',
  },
  match: (facts) =>
    facts
      .nodes("Function")
      .flatMap((definition) => [...statementsIn(bodyOf(definition))])
      .sort((a, b) => a.start - b.start),
  *refuse(site, facts, context) {
    const suite = site.parent;
    const definition = enclosingFunction(site);
    if (suite === null || definition === null) return;
    if (!isBlockSuite(facts.module, suite) || indentationOf(facts.module, site) === null) {
      yield "one-line-suite";
    }
    if (isBehindTerminator(site)) yield "unreachable";
    if (facts.observers.frames !== null) yield "frames-are-read";
    yield* refuseNewLocal(definition, context);
    yield* refuseLineReaders(facts);
    yield* refuseSourceReaders(site, facts, context);
  },
  rewrite(site, facts, { keyword }, random) {
    const indentation = indentationOf(facts.module, site) ?? "";
    const name = freshName(facts, random);
    const line = `${name} = ${pythonString(keyword ?? "")}${facts.newline}${indentation}`;
    return [{ start: site.start, end: site.start, pieces: [line] }];
  },
});

/** Statements of the function itself: not those of functions and classes in it. */
function* statementsIn(suite: SyntaxNode): Generator<SyntaxNode> {
  for (const statement of childrenIn(suite, "statement")) {
    if (!isDocstring(statement)) yield statement;
    if (statement.kind === "Function" || statement.kind === "Class") continue;
    for (const inner of suitesOf(statement)) yield* statementsIn(inner);
  }
}

function isBehindTerminator(site: SyntaxNode): boolean {
  for (const statement of childrenIn(site.parent ?? site, "statement")) {
    if (statement === site) return false;
    if (isTerminator(statement)) return true;
  }
  return false;
}
