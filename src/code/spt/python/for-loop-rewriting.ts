// The loop's own protocol written out. Only `next` stands in the `try`, with no more than a plain
// name bound to what it gives: a StopIteration from a target, from the body or from within a
// generator goes where it went before. A `for` drops its iterator the moment it is left, and ends a
// generator by that, so the iterator is deleted on every way out on which someone could tell.
import type { Edit, EditGroup, Piece, Span } from "../../syntax/edits.ts";
import { perModule, type ModuleFacts } from "../../syntax/python/facts.ts";
import {
  deepened,
  deeper,
  fileUnit,
  indentUnit,
  suiteIndentation,
} from "../../syntax/python/indentation.ts";
import { jumpsOf } from "../../syntax/python/jumps.ts";
import { crowdedSites } from "../../syntax/python/nesting.ts";
import {
  ancestors,
  child,
  enclosingFunction,
  enclosingScope,
  type SyntaxNode,
} from "../../syntax/python/node.ts";
import { bodyOf, indentationOf, isBlockSuite, linesOf } from "../../syntax/python/suites.ts";
import { defineTransformation, type RewriteContext } from "../transformation.ts";
import { isShadowed, mayBeShadowed } from "./builtin-names.ts";
import { iterationKind, yieldsTuples } from "./iteration-kind.ts";
import { loopName, type LoopHelper } from "./loop-names.ts";
import { refuseReflection, REFLECTION_REFUSALS } from "./reflection-refusals.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";

const BUILTINS = ["iter", "next", "StopIteration"];

export const forLoopRewriting = defineTransformation({
  id: "python/for-loop-rewriting",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Rewrites a for loop with iter(), next() and `while True`.",
  paper:
    "Appendix A, For Loop Rewriting: loops that are not async; `next` in a try that ends the loop " +
    "at StopIteration; for an else a flag that each break of the loop clears; not where iter, " +
    "next or StopIteration is bound in a scope around.",
  refusals: {
    ...SOURCE_REFUSALS,
    ...LINE_REFUSAL,
    ...REFLECTION_REFUSALS,
    "shadowed-builtin": {
      why: "iter, next or StopIteration is another thing here.",
      level: "paper",
    },
    "builtin-may-be-shadowed": {
      why: "A star import or a global statement may have bound iter, next or StopIteration.",
      level: "conservative",
    },
    "class-body": {
      why: "The helpers would be attributes of the class.",
      level: "conservative",
    },
    "module-names-are-read": {
      why: "The loop stands in a module that looks at its own names, or would leave one more.",
      level: "conservative",
    },
    "continued-line": { why: "A line of it is joined to the one above.", level: "paper" },
    nesting: { why: "There is no room for more blocks around the loop's body.", level: "paper" },
  },
  example: {
    before: "for job in jobs:\n    run(job)\n",
    after:
      "jobs_iter = iter(jobs)\ntry:\n    while True:\n        try:\n            job = next(jobs_iter)\n" +
      "        except StopIteration:\n            break\n        run(job)\nfinally:\n    del jobs_iter\n",
  },
  match: (facts) => limitsOf(facts).sites,
  *refuse(site, facts, context) {
    if (BUILTINS.some((name) => isShadowed(name, site, facts))) yield "shadowed-builtin";
    if (BUILTINS.some((name) => mayBeShadowed(name, facts))) yield "builtin-may-be-shadowed";
    if (isContinued(site, facts)) yield "continued-line";
    if (limitsOf(facts).crowded.has(site)) yield "nesting";
    const scope = enclosingScope(site);
    if (scope?.kind === "Class") yield "class-body";
    if (scope === null && showsModuleNames(site, facts)) yield "module-names-are-read";
    const definition = enclosingFunction(site);
    if (definition !== null) yield* refuseReflection(definition, facts, context);
    else if (facts.observers.frames !== null) yield "frames-are-read";
    yield* refuseLineReaders(facts);
    yield* refuseSourceReaders(site, facts, context);
  },
  rewrite(site, facts, context, random) {
    const name = (helper: LoopHelper) => loopName(helper, site, facts, context, random);
    const otherwise = child(site, "else");
    const flag = otherwise === null ? null : name("flag");
    const shape: Shape = {
      iterator: name("iterator"),
      item: isSafeTarget(site, facts) ? null : name("item"),
      flag,
      release: releaseOf(site, facts, context),
    };
    const edits = [loopEdit(site, shape, facts)];
    if (otherwise === null || flag === null) return edits;
    return [...edits, ...breakEdits(site, flag, facts), elseEdit(otherwise, flag, facts)];
  },
});

/** What depends on all sites of a module. */
const limitsOf = perModule((facts) => {
  const sites = facts.nodes("For").filter(({ value }) => value !== "async");
  return { sites, crowded: crowdedSites(facts.module.root, sites, { indents: 1, blocks: 1 }) };
});

function isContinued(site: SyntaxNode, facts: ModuleFacts): boolean {
  if (indentationOf(facts.module, site) === null) return true;
  const body = bodyOf(site);
  return isBlockSuite(facts.module, body) && suiteIndentation(facts, body) === null;
}

/** Words of what lists the names of a module. */
const NAME_READERS =
  "globals vars locals dir exec eval execfile __dict__ getmembers modules import_module __getattr__".split(
    " ",
  );

function showsModuleNames(site: SyntaxNode, facts: ModuleFacts): boolean {
  // A flag is needed behind the loop's end and so can't be deleted there.
  return child(site, "else") !== null || NAME_READERS.some((word) => facts.words.has(word));
}

/** How the iterator goes when the loop is left: with the function, behind the loop, or at once. */
type Release = "never" | "behind" | "finally";

interface Shape {
  readonly iterator: string;
  /** Holds what `next` gives until the target takes it; null where the target can do so itself. */
  readonly item: string | null;
  readonly flag: string | null;
  readonly release: Release;
}

function releaseOf(site: SyntaxNode, facts: ModuleFacts, context: RewriteContext): Release {
  if (context.level === "paper") return "never";
  const kind = iterationKind(iterableOf(site), builtinsAt(site, facts));
  const isModule = enclosingScope(site) === null;
  if (kind === "range" && !isModule) return "never";
  if (kind === "unknown" || isCaught(site)) return "finally";
  // A collection's iterator lets go of it when it is exhausted.
  const isExhausted = kind === "container" && jumpsOf(site).breaks.length === 0;
  return isExhausted && !isModule ? "never" : "behind";
}

/** Whether something around the loop may go on after an exception in it. */
function isCaught(site: SyntaxNode): boolean {
  for (const outer of ancestors(site)) {
    if (outer.kind === "Try" || outer.kind === "With") return true;
    if (outer.kind === "Function") return false;
  }
  return false;
}

function builtinsAt(site: SyntaxNode, facts: ModuleFacts): (name: string) => boolean {
  return (name) => !isShadowed(name, site, facts) && !mayBeShadowed(name, facts);
}

function iterableOf(site: SyntaxNode): SyntaxNode {
  const iterable = child(site, "iterable");
  if (iterable === null) throw new Error("A loop through nothing.");
  return iterable;
}

/** Whether binding the target runs no code: a name, or names for the items of a real tuple. */
function isSafeTarget(site: SyntaxNode, facts: ModuleFacts): boolean {
  const target = child(site, "target");
  if (target?.kind === "Name") return true;
  const isFlat = target?.kind === "Tuple" && target.children.every(({ kind }) => kind === "Name");
  return isFlat && yieldsTuples(iterableOf(site), builtinsAt(site, facts));
}

function loopEdit(site: SyntaxNode, shape: Shape, facts: ModuleFacts): Edit {
  const { module, newline } = facts;
  const { iterator, item, flag, release } = shape;
  const body = bodyOf(site);
  const unit = isBlockSuite(module, body) ? indentUnit(facts, site, body) : fileUnit(facts);
  const outer = indentationOf(module, site) ?? "";
  const moved = (indentation: string) =>
    release === "finally" ? deepened(indentation, unit) : indentation;
  const line = newline + outer;
  const inner = newline + moved(suiteIndentation(facts, body) ?? deepened(outer, unit));
  const { target, iterable, comment, lines } = partsOf(site, facts);
  const got: Piece[] = item === null ? [target] : [item];
  const unpacking: Piece[] =
    item === null ? [] : [inner, target, ` = ${item}`, `${inner}del ${item}`];
  return {
    start: site.start,
    end: lines.end,
    pieces: [
      ...(flag === null ? [] : [`${flag} = True${line}`]),
      `${iterator} = iter(`,
      ...iterable,
      ")",
      ...(release === "finally" ? [`${line}try:`] : []),
      `${newline}${moved(outer)}while True:`,
      comment,
      `${inner}try:`,
      newline + deepened(inner.slice(newline.length), unit),
      ...got,
      ` = next(${iterator})`,
      `${inner}except StopIteration:`,
      `${newline}${deepened(inner.slice(newline.length), unit)}break`,
      ...unpacking,
      ...(isBlockSuite(module, body) ? [] : [inner]),
      release === "finally" ? deeper(facts, lines, unit) : lines,
      ...endOf(shape, line, newline + deepened(outer, unit)),
    ],
  };
}

function endOf({ iterator, release }: Shape, line: string, inner: string): string[] {
  if (release === "never") return [];
  return release === "behind"
    ? [`${line}del ${iterator}`]
    : [`${line}finally:${inner}del ${iterator}`];
}

interface Parts {
  readonly target: Span;
  /** In parentheses where it is a tuple without them, which `iter` would take as two arguments. */
  readonly iterable: readonly Piece[];
  /** What stands behind the header's colon. */
  readonly comment: Span;
  /** The body, of one line from its first statement on. */
  readonly lines: Span;
}

/** By tokens, since a tuple's node leaves out the comma at its end. */
function partsOf(site: SyntaxNode, { module }: ModuleFacts): Parts {
  const { tokens } = module;
  const node = iterableOf(site);
  const body = bodyOf(site);
  const first = tokens.firstFrom(node.start);
  const colon = tokens.firstFrom(body.start);
  let keyword = tokens.firstFrom(site.start);
  while (["indent", "dedent"].includes(tokens.kind(keyword))) keyword++;
  const target = { start: tokens.start(keyword + 1), end: tokens.end(first - 2) };
  const iterable = { start: node.start, end: tokens.end(colon - 1) };
  const isBare = node.kind === "Tuple" && !tokens.isParenthesised(iterable);
  const lines = linesOf(module, body, site);
  const isBlock = isBlockSuite(module, body);
  return {
    target,
    iterable: isBare ? ["(", iterable, ")"] : [iterable],
    comment: { start: tokens.end(colon), end: isBlock ? lines.start : tokens.end(colon) },
    lines: isBlock ? lines : { start: tokens.start(colon + 1), end: lines.end },
  };
}

function breakEdits(site: SyntaxNode, flag: string, { module, newline }: ModuleFacts): EditGroup {
  return jumpsOf(site).breaks.map(({ start, end, parent }) => {
    // On a line of its own it becomes two lines, behind something else two statements of that line.
    const isAlone = parent?.children.length === 1;
    const suite = isAlone ? parent.parent : null;
    const indentation =
      suite !== null && isBlockSuite(module, suite) ? indentationOf(module, parent ?? suite) : null;
    const gap = indentation === null ? "; " : newline + indentation;
    return { start, end, pieces: [`${flag} = False${gap}`, { start, end }] };
  });
}

function elseEdit(otherwise: SyntaxNode, flag: string, { module }: ModuleFacts): Edit {
  const keyword = module.tokens.firstFrom(otherwise.start) - 1;
  const [start, end] = [module.tokens.start(keyword), module.tokens.end(keyword)];
  return { start, end, pieces: [`if ${flag}`] };
}
