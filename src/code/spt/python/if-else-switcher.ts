// Only `not (...)` around the unchanged condition: an operator is never flipped, since `<` and `>=`
// are both false of NaN, of sets that don't contain each other, and whatever a class makes of them.
// Suites change places as text, so that the strings, comments and indentation in them stay.
import type { Edit, EditGroup, Span } from "../../syntax/edits.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { child, enclosingFunction, walk, type SyntaxNode } from "../../syntax/python/node.ts";
import { localsReader } from "../../syntax/python/observers.ts";
import { isInAnnotation, isTextOfFormatField } from "../../syntax/python/positions.ts";
import { isBlockSuite, suiteRegion } from "../../syntax/python/suites.ts";
import { defineTransformation } from "../transformation.ts";
import { prefixCondition } from "./negation.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";

export const ifElseSwitcher = defineTransformation({
  id: "python/if-else-switcher",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Negates a condition and exchanges its two branches, in statements and ternaries.",
  paper:
    "Appendix A, If Else Switcher: if and elif with an else of their own (an if that goes on with " +
    "elif is not switched) and ternaries; the condition and both arms are put in parentheses.",
  refusals: {
    ...SOURCE_REFUSALS,
    ...LINE_REFUSAL,
    "global-statement": {
      why: "A branch declares global or nonlocal names; that has to come before every use of them.",
      level: "paper",
    },
    annotation: {
      why: "The text of an annotation may be kept as such (postponed evaluation).",
      level: "conservative",
    },
    "format-field-text": {
      why: "f'{…=}' and t-strings show the text of the expression.",
      level: "conservative",
    },
    "locals-order": {
      why: "The order in which local names first occur is the order in which locals() lists them.",
      level: "conservative",
    },
  },
  example: {
    before: 'if n > 0:\n    sign = "+"\nelse:\n    sign = "-"\n',
    after: 'if not (n > 0):\n    sign = "-"\nelse:\n    sign = "+"\n',
  },
  *match(facts) {
    const statements = facts.nodes("If").filter((node) => child(node, "else")?.kind === "Suite");
    yield* [...statements, ...facts.nodes("Ternary")].sort(
      (a, b) => a.start - b.start || b.end - a.end,
    );
  },
  *refuse(site, facts, context) {
    if (site.kind === "If" && declaresNames(site)) yield "global-statement";
    if (isInAnnotation(site)) yield "annotation";
    if (isTextOfFormatField(site, facts.module.text)) yield "format-field-text";
    if (changesNameOrder(site)) {
      const definition = enclosingFunction(site);
      const isSeen = facts.observers.frames !== null && definition !== null;
      if (isSeen || (definition !== null && localsReader(definition) !== null)) {
        yield "locals-order";
      }
    }
    if (facts.textOf(site).includes("\n")) yield* refuseLineReaders(facts);
    yield* refuseSourceReaders(site, facts, context);
  },
  rewrite: (site, facts) =>
    site.kind === "If" ? switchSuites(site, facts) : switchArms(site, facts),
});

function switchSuites(site: SyntaxNode, { module }: ModuleFacts): EditGroup {
  const [condition, body, otherwise] = parts(site);
  const isMixed = isBlockSuite(module, body) !== isBlockSuite(module, otherwise);
  // Behind a header's comment, what stands on one line would become part of the comment.
  const region = (suite: SyntaxNode): Span => {
    const { start, end } = suiteRegion(module, suite, site);
    return {
      start: isMixed ? module.tokens.end(module.tokens.firstFrom(suite.start)) : start,
      end,
    };
  };
  const [first, second] = [region(body), region(otherwise)];
  return [
    prefixCondition(module, condition, "not"),
    { ...first, pieces: [second] },
    { ...second, pieces: [first] },
  ];
}

function switchArms(site: SyntaxNode, { module }: ModuleFacts): EditGroup {
  const [condition, body, otherwise] = parts(site);
  const put = (place: SyntaxNode, arm: SyntaxNode): Edit => {
    const { start, end } = arm;
    const pieces = module.tokens.isParenthesised(arm)
      ? [{ start, end }]
      : ["(", { start, end }, ")"];
    return { start: place.start, end: place.end, pieces };
  };
  return [put(body, otherwise), prefixCondition(module, condition, "not"), put(otherwise, body)];
}

function parts(site: SyntaxNode): [SyntaxNode, SyntaxNode, SyntaxNode] {
  const [test, body, otherwise] = [child(site, "test"), child(site, "body"), child(site, "else")];
  if (test === null || body === null || otherwise === null) {
    throw new Error(`A ${site.kind} without its parts.`);
  }
  return [test, body, otherwise];
}

/** Whether a branch holds a global or nonlocal statement, be it in a function of its own. */
function declaresNames(site: SyntaxNode): boolean {
  const [, body, otherwise] = parts(site);
  return [body, otherwise].some((suite) =>
    [...walk(suite)].some((node) => node.kind === "Global" || node.kind === "Nonlocal"),
  );
}

const BINDING_ROLES = new Set(["target", "alias", "name", "part"]);

/** Whether a switch changes the order in which the branches bind names for the first time. */
function changesNameOrder(site: SyntaxNode): boolean {
  const [, body, otherwise] = parts(site);
  const [first, second] = [boundNames(body), boundNames(otherwise)];
  const before = [...new Set([...first, ...second])];
  const after = [...new Set([...second, ...first])];
  return before.join() !== after.join();
}

function boundNames(branch: SyntaxNode): string[] {
  return Array.from(walk(branch))
    .filter((node) => BINDING_ROLES.has(node.role) && node.parent?.kind !== "Argument")
    .flatMap((target) => Array.from(walk(target)))
    .filter((node) => node.kind === "Name" && node.role !== "member")
    .map((node) => node.value);
}
