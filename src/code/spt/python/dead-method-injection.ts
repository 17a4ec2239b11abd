// A method that nobody calls can still be seen: it hides what a class inherits or what answers for
// missing names, fills in what an abstract base asks for, and turns up wherever names are listed or
// looked up by strings. So everything that a class is derived from, and everything derived from it,
// has to be known, and nothing in the repository may ask any of them for the name.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { perModule } from "../../syntax/python/facts.ts";
import { indentUnit, suiteIndentation } from "../../syntax/python/indentation.ts";
import {
  readClasses,
  type ClassFacts,
  type ClassReader,
} from "../../syntax/python/module-classes.ts";
import { child, childrenIn, ancestors, type SyntaxNode } from "../../syntax/python/node.ts";
import { lastName } from "../../syntax/python/observers.ts";
import { bodyOf, suiteRegion } from "../../syntax/python/suites.ts";
import { ATTRIBUTE_HOOKS, hierarchyProblem, isInHierarchy } from "../classes/hierarchy.ts";
import { isHookName } from "../classes/hook-names.ts";
import {
  repositoryClasses,
  summaryOf,
  type RepositoryClasses,
} from "../classes/repository-classes.ts";
import type { ClassId } from "../classes/repository-names.ts";
import { keywordProblem } from "../keywords.ts";
import { defineTransformation, type RewriteContext } from "../transformation.ts";
import { deadMethod } from "./dead-method-text.ts";
import {
  LINE_REFUSAL,
  refuseLineReaders,
  refuseSourceReaders,
  SOURCE_REFUSALS,
} from "./source-refusals.ts";

/** Clear of the tokeniser's limit of 100 levels of indentation. */
const MOST_LEVELS = 90;

/** Base classes of frameworks that make something of every name in a class body. */
const CONSTRAINED_BASES = new Set(
  (
    "ABC BaseModel BaseSettings Document EmbeddedDocument DynamicDocument Enum Flag IntEnum IntFlag " +
    "ReprEnum StrEnum Model ModelSerializer NamedTuple Protocol RootModel Schema Serializer SQLModel " +
    "Struct TypedDict"
  ).split(" "),
);

export const deadMethodInjection = defineTransformation({
  id: "python/dead-method-injection",
  language: "python",
  kind: "insertion",
  keyword: "method",
  summary: "Appends a method of a given name to a class; its body never runs.",
  paper:
    "Appendix A, Dead Method Injection: def name(self, *args, **kwargs) with a body that is never " +
    "reached, at the end of a class body; not where the class has the name, has a metaclass, " +
    "controls its attributes, has nothing but properties or nothing at all, or is derived from " +
    "what makes something of its names (Enum, Protocol, NamedTuple, models).",
  refusals: {
    ...SOURCE_REFUSALS,
    ...LINE_REFUSAL,
    "no-method-name": {
      why: "The keyword is no identifier, reserved, or the name of a special or private method.",
      level: "paper",
    },
    "one-line-suite": { why: "The body stands on the line of the header.", level: "paper" },
    "too-deep": { why: "Python's limit of nested indentation is near.", level: "paper" },
    metaclass: { why: "The class names a metaclass.", level: "paper" },
    "attribute-dispatch": {
      why: "The class answers for its attributes itself (__getattr__ and the like).",
      level: "paper",
    },
    "only-properties": { why: "All of its methods are decorated.", level: "paper" },
    sentinel: { why: "The class has nothing in it.", level: "paper" },
    "constrained-base": {
      why: "A base makes something of every name in the body (Enum, Protocol, models).",
      level: "paper",
    },
    "declares-name": { why: "The body binds the name already, or reads it.", level: "paper" },
    "unknown-class": {
      why: "It can't be told which class of the repository it is.",
      level: "conservative",
    },
    "unknown-base": {
      why: "It, or a class derived from it, has a base that the repository doesn't show.",
      level: "conservative",
    },
    "processed-class": {
      why: "A relative has a metaclass, header keywords or a decorator that may look at its names.",
      level: "conservative",
    },
    "attribute-hooks": {
      why: "A relative answers for missing names, or looks at the classes derived from it.",
      level: "conservative",
    },
    "name-in-hierarchy": {
      why: "A relative has the name, which the method would hide or take part in.",
      level: "conservative",
    },
    "dispatched-name": {
      why: "Libraries, test runners or dispatchers call whatever has such a name.",
      level: "conservative",
    },
    "name-is-asked-for": {
      why: "The repository asks an object for this name that may be one of the class.",
      level: "conservative",
    },
    "name-is-data": {
      why: "The name, or a pattern that it fits, is in a string, a label or a file of data.",
      level: "conservative",
    },
    "names-are-listed": {
      why: "The names of the class or its objects may be listed (dir, vars, __dict__, getmembers).",
      level: "conservative",
    },
  },
  example: {
    before: "class Cart:\n    def total(self):\n        return sum(self.prices)\n",
    after:
      "class Cart:\n    def total(self):\n        return sum(self.prices)\n\n" +
      "    def add_price(self, *args, **kwargs):\n        if 3 > 8:\n" +
      "            self._prices = list(args)\n            self._prices.extend(kwargs.values())\n",
  },
  match: (facts) => facts.nodes("Class"),
  *refuse(site, facts, context) {
    yield* refuseByPaper(site, facts, context.keyword);
    yield* refuseLineReaders(facts);
    yield* refuseSourceReaders(site, facts, context);
    yield* refuseByRepository(site, facts, context);
  },
  rewrite(site, facts, context, random) {
    const suite = bodyOf(site);
    const indentation = suiteIndentation(facts, suite) ?? "";
    const unit = indentUnit(facts, site, suite);
    const lines = deadMethod(context.keyword ?? "", unit, context, random);
    const { newline } = facts;
    const text = lines.map((line) => newline + indentation + line).join("");
    const at = suiteRegion(facts.module, suite, site).end;
    return [{ start: at, end: at, pieces: [newline + text] }];
  },
});

const readerOf: (facts: ModuleFacts) => ClassReader = perModule(readClasses);

function classFacts(site: SyntaxNode, facts: ModuleFacts): ClassFacts | null {
  const reader = readerOf(facts);
  return reader.module.classes[reader.indexOf(site)] ?? null;
}

type PaperReason =
  | "no-method-name"
  | "one-line-suite"
  | "too-deep"
  | "metaclass"
  | "attribute-dispatch"
  | "only-properties"
  | "sentinel"
  | "constrained-base"
  | "declares-name";

function* refuseByPaper(
  site: SyntaxNode,
  facts: ModuleFacts,
  keyword: string | null,
): Generator<PaperReason> {
  const own = classFacts(site, facts);
  if (own === null) return;
  // A private name would be another one in every class.
  const isName = keyword === null || keywordProblem("method", keyword) === null;
  if (!isName || keyword?.startsWith("__") === true) yield "no-method-name";
  if (suiteIndentation(facts, bodyOf(site)) === null) yield "one-line-suite";
  if (levelsAround(site) > MOST_LEVELS) yield "too-deep";
  if (own.keywords.includes("metaclass")) yield "metaclass";
  if (ATTRIBUTE_HOOKS.some((name) => own.members.has(name))) yield "attribute-dispatch";
  if (own.methods.ordinary > 0 && own.methods.undecorated === 0) yield "only-properties";
  if (own.isSentinel) yield "sentinel";
  if (baseNames(site).some((name) => CONSTRAINED_BASES.has(name))) yield "constrained-base";
  if (keyword !== null && (own.members.has(keyword) || own.reads.has(keyword))) {
    yield "declares-name";
  }
}

function baseNames(site: SyntaxNode): string[] {
  return childrenIn(site, "base").flatMap((item) => {
    const value = child(item, "value");
    const name = lastName(value?.kind === "Index" ? child(value, "base") : value);
    return name === null ? [] : [name];
  });
}

function levelsAround(site: SyntaxNode): number {
  return [...ancestors(site)].filter((outer) => outer.kind === "Suite").length;
}

type RepositoryReason =
  | "unknown-class"
  | "unknown-base"
  | "processed-class"
  | "attribute-hooks"
  | "name-in-hierarchy"
  | "dispatched-name"
  | "name-is-asked-for"
  | "name-is-data"
  | "names-are-listed";

/** For a file on its own, which is all that there is. */
const aloneWith: (facts: ModuleFacts) => RepositoryClasses = perModule((facts) =>
  repositoryClasses([summaryOf(ALONE, facts)], []),
);
const ALONE = "module.py";

function* refuseByRepository(
  site: SyntaxNode,
  facts: ModuleFacts,
  { keyword, repository, path }: RewriteContext,
): Generator<RepositoryReason> {
  const { table, lookups } = repository.classes?.() ?? aloneWith(facts);
  const file = repository.classes === undefined ? ALONE : (path ?? "");
  const ids = table.names.find(file, classFacts(site, facts)?.qualifiedName ?? "");
  if (ids.length === 0) {
    yield "unknown-class";
    return;
  }
  for (const id of ids) {
    const problem = hierarchyProblem(table, id);
    if (problem !== null) yield problem;
  }
  if (keyword !== null) {
    if (isHookName(keyword)) yield "dispatched-name";
    if (ids.some((id) => isInHierarchy(table, id, keyword))) yield "name-in-hierarchy";
    const { anyone, classes } = lookups.of(keyword);
    if (anyone === "data") yield "name-is-data";
    if (anyone === "asked-for" || overlaps(ids, classes)) yield "name-is-asked-for";
  }
  if (overlaps(ids, lookups.listed)) yield "names-are-listed";
}

function overlaps(ids: readonly ClassId[], classes: ReadonlySet<ClassId>): boolean {
  return ids.some((id) => classes.has(id));
}
