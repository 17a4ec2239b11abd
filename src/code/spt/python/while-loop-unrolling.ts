// The body once, then the loop again one level deeper, then `break`. A `continue` in the first copy
// goes back to the outer test and so to the first copy; a `break` in the second one leaves the inner
// loop and meets the `break` behind it. The test runs as often as before.
import { perModule } from "../../syntax/python/facts.ts";
import { deeper, indentUnit, suiteIndentation } from "../../syntax/python/indentation.ts";
import { crowdedSites } from "../../syntax/python/nesting.ts";
import { child, type SyntaxNode } from "../../syntax/python/node.ts";
import { bodyOf, isBlockSuite, linesOf } from "../../syntax/python/suites.ts";
import { defineTransformation } from "../transformation.ts";
import { explodingSites } from "./copy-growth.ts";
import { COPY_REFUSALS, refuseCopy } from "./copy-refusals.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";

export const whileLoopUnrolling = defineTransformation({
  id: "python/while-loop-unrolling",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Unrolls one iteration of a while loop in front of the loop itself.",
  paper:
    "Appendix A, While Loop Unrolling: loops with an indented body and without an else; the body " +
    "at the head of the new body, then an inner loop with test and body, then `break`.",
  refusals: {
    ...SOURCE_REFUSALS,
    ...LINE_REFUSAL,
    ...COPY_REFUSALS,
    "continued-line": { why: "The first line of the body is joined to another.", level: "paper" },
    "runs-once": {
      why: "The body ends in `break`, like that of a loop that was unrolled before.",
      level: "paper",
    },
    nesting: { why: "There is no room for another loop inside of the loop.", level: "paper" },
  },
  example: {
    before: "while queue:\n    work(queue.pop())\n",
    after:
      "while queue:\n    work(queue.pop())\n    while queue:\n        work(queue.pop())\n    break\n",
  },
  match: (facts) => limitsOf(facts).sites,
  *refuse(site, facts, context) {
    if (suiteIndentation(facts, bodyOf(site)) === null) yield "continued-line";
    if (runsOnce(site)) yield "runs-once";
    const { crowded, exploding } = limitsOf(facts);
    if (crowded.has(site)) yield "nesting";
    if (exploding.has(site)) yield "growth";
    yield* refuseCopy(site, site, facts, context);
    yield* refuseLineReaders(facts);
    yield* refuseSourceReaders(site, facts, context);
  },
  rewrite(site, facts) {
    const { module, newline } = facts;
    const body = bodyOf(site);
    const unit = indentUnit(facts, site, body);
    const line = newline + (suiteIndentation(facts, body) ?? "");
    const lines = linesOf(module, body, site);
    const header = {
      start: site.start,
      end: module.tokens.end(module.tokens.firstFrom(body.start)),
    };
    const loop = [line, deeper(facts, header, unit), deeper(facts, lines, unit), `${line}break`];
    return [{ ...lines, pieces: [lines, ...loop] }];
  },
});

/** What depends on all sites of a module. */
const limitsOf = perModule((facts) => {
  const { module } = facts;
  const sites = facts
    .nodes("While")
    .filter((node) => isBlockSuite(module, bodyOf(node)) && child(node, "else") === null);
  const copies = sites.map((site) => ({ key: site, span: site, copied: bodyOf(site) }));
  const crowded = crowdedSites(module.root, sites, { indents: 1, blocks: 1 });
  return { sites, crowded, exploding: explodingSites(copies) };
});

function runsOnce(site: SyntaxNode): boolean {
  const last = bodyOf(site).children.at(-1);
  return last?.kind === "StatementList" && last.children.at(-1)?.kind === "Break";
}
