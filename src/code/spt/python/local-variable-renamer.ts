// A local name is invisible where nobody looks at names: no reflection, no f'{name=}', no error that
// tells it, which takes a variable with a value wherever it is read. All occurrences are found by
// scope, as the compiler finds them, so that labels, attributes and inner variables keep theirs.
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { child, type SyntaxNode } from "../../syntax/python/node.ts";
import { isInAnnotation, isTextOfFormatField } from "../../syntax/python/positions.ts";
import {
  BINDING_USES,
  identifierSpan,
  namesOf,
  type ModuleNames,
  type Reference,
} from "../../syntax/python/references.ts";
import { isBoundAt } from "../../syntax/python/definite-binding.ts";
import type { Scope } from "../../syntax/python/scopes.ts";
import { isFreeWord } from "../../syntax/python/reserved-names.ts";
import { defineTransformation, type RewriteContext } from "../transformation.ts";
import { newLocalName } from "./new-local-names.ts";
import { REFLECTION_REFUSALS, refuseReflection } from "./reflection-refusals.ts";
import { refuseSourceReaders, SOURCE_REFUSALS } from "./source-refusals.ts";

const SHORTEST_NAME = 3;

export const localVariableRenamer = defineTransformation({
  id: "python/local-variable-renamer",
  language: "python",
  kind: "rewrite",
  keyword: null,
  summary: "Renames a local variable to a synonym, everywhere in its scope.",
  paper:
    "Appendix A, Local Variable Renamer: targets of plain assignments in function bodies; a " +
    "synonym from WordNet, or five random letters; not for names that mean something elsewhere, " +
    "for aliases and results of calls, for variables that are called, passed, or looked into, or " +
    "that are bound more than once.",
  refusals: {
    ...SOURCE_REFUSALS,
    ...REFLECTION_REFUSALS,
    "short-name": { why: "The name is too short to have a meaning.", level: "paper" },
    "special-name": { why: "A builtin's, a special or a private name.", level: "paper" },
    "declared-name": { why: "A global or nonlocal statement names it.", level: "paper" },
    "means-something-else": {
      why: "The module also imports, defines or decorates with something of that name.",
      level: "paper",
    },
    "bound-more-than-once": {
      why: "The scope binds it in more than one place, as a parameter or a loop's target perhaps.",
      level: "paper",
    },
    alias: { why: "It is another name for what a variable holds.", level: "paper" },
    "call-result": { why: "It holds the result of a call.", level: "paper" },
    "used-as-object": {
      why: "It is called, passed as an argument, or the base of an attribute or a subscript.",
      level: "paper",
    },
    "unknown-scope": {
      why: "A scope in which it stands has names that the text does not show.",
      level: "conservative",
    },
    "maybe-unbound": {
      why: "It may be read before it has a value, and then the error tells its name.",
      level: "conservative",
    },
    annotation: {
      why: "The text of an annotation may be kept as such (postponed evaluation).",
      level: "conservative",
    },
    "format-field-text": {
      why: "f'{…=}' and t-strings show the text of the expression.",
      level: "conservative",
    },
  },
  example: {
    before: "def mean(xs):\n    total = 0.0 + sum(xs)\n    return total / len(xs)\n",
    after: "def mean(xs):\n    aggregate = 0.0 + sum(xs)\n    return aggregate / len(xs)\n",
  },
  match: (facts) => localAssignments(facts).map(({ node }) => node),
  *refuse(site, facts, context) {
    const binding = localNames(facts).byNode.get(site);
    if (binding === undefined) return;
    const references = referencesTo(binding, facts);
    yield* refuseByPaper(binding, references, facts);
    yield* refuseByObservers(binding, references, facts, context);
  },
  rewrite(site, facts, _context, random) {
    const binding = localNames(facts).byNode.get(site);
    if (binding === undefined) return [];
    const name = newLocalName(binding.name, facts, random);
    return referencesTo(binding, facts)
      .map(({ node }) => ({ ...identifierSpan(facts.module, node), pieces: [name] }))
      .sort((a, b) => a.start - b.start);
  },
});

/** What is known of a module's local variables. */
interface LocalNames {
  readonly names: ModuleNames;
  /** Targets of plain assignments that stand in functions, in source order. */
  readonly assignments: readonly Reference[];
  readonly byNode: ReadonlyMap<SyntaxNode, Reference>;
  /** Names that are imported, defined or used as decorators somewhere in the module. */
  readonly meaningful: ReadonlySet<string>;
}

const known = new WeakMap<ModuleFacts, LocalNames>();

function localNames(facts: ModuleFacts): LocalNames {
  let local = known.get(facts);
  if (local === undefined) {
    const names = namesOf(facts.module);
    const assignments = [...names.scopes()]
      .filter((scope) => scope.kind === "function")
      .flatMap((scope) =>
        scope.occurrences
          .filter(({ node }) => node.role === "target" && node.parent?.kind === "Assignment")
          .map((occurrence) => ({ ...occurrence, scope })),
      )
      .sort((a, b) => a.node.start - b.node.start);
    const byNode = new Map(assignments.map((reference) => [reference.node, reference]));
    local = { names, assignments, byNode, meaningful: meaningfulNames(facts) };
    known.set(facts, local);
  }
  return local;
}

function localAssignments(facts: ModuleFacts): readonly Reference[] {
  return localNames(facts).assignments;
}

function meaningfulNames(facts: ModuleFacts): Set<string> {
  const imported = [...facts.nodes("ImportAs"), ...facts.nodes("ImportFromAs")].flatMap((item) => {
    const name = child(item, "alias") ?? child(item, "name") ?? child(item, "module")?.children[0];
    return name === undefined ? [] : [name.value];
  });
  const defined = [...facts.nodes("Function"), ...facts.nodes("Class")].map(
    (item) => child(item, "name")?.value ?? "",
  );
  const decorators = facts.nodes("Decorator").map((item) => facts.textOf(item).replace("@", ""));
  return new Set([...imported, ...defined, ...decorators.map((text) => text.trim())]);
}

function referencesTo({ scope, name }: Reference, facts: ModuleFacts): readonly Reference[] {
  const { names } = localNames(facts);
  return names.references(names.resolve(scope, name), name);
}

type PaperReason =
  | "short-name"
  | "special-name"
  | "declared-name"
  | "means-something-else"
  | "bound-more-than-once"
  | "alias"
  | "call-result"
  | "used-as-object";

function* refuseByPaper(
  { node: site, scope, name }: Reference,
  references: readonly Reference[],
  facts: ModuleFacts,
): Generator<PaperReason> {
  const { names, meaningful } = localNames(facts);
  if (name.replaceAll("_", "").length < SHORTEST_NAME) yield "short-name";
  if (!isFreeWord(name) || site.value.startsWith("__")) yield "special-name";
  if (names.resolve(scope, name) !== scope || references.some(({ use }) => use === "declare"))
    yield "declared-name";
  if (meaningful.has(name)) yield "means-something-else";
  if (references.filter(({ use }) => BINDING_USES.has(use)).length !== 1) {
    yield "bound-more-than-once";
  }
  const value = assignedValue(site);
  if (value?.kind === "Name") yield "alias";
  if (value?.kind === "Call" || value?.kind === "Await") yield "call-result";
  if (references.some(({ node }) => isUsedAsObject(node))) yield "used-as-object";
}

/** The value of an assignment, also of a chained one. */
function assignedValue(target: SyntaxNode): SyntaxNode | null {
  let value = target.parent;
  while (value?.kind === "Assignment") value = child(value, "value");
  return value;
}

function isUsedAsObject({ role, parent }: SyntaxNode): boolean {
  if (role === "callee" || role === "base") return true;
  return parent?.kind === "Argument" && parent.parent?.kind !== "Index";
}

type ObserverReason =
  | keyof typeof SOURCE_REFUSALS
  | keyof typeof REFLECTION_REFUSALS
  | "unknown-scope"
  | "maybe-unbound"
  | "annotation"
  | "format-field-text";

function* refuseByObservers(
  binding: Reference,
  references: readonly Reference[],
  facts: ModuleFacts,
  context: RewriteContext,
): Generator<ObserverReason> {
  yield* refuseReflection(binding.scope.node, facts, context);
  for (const { scope, node } of references) {
    if (scope.unknown !== null || isPreparedClass(scope)) yield "unknown-scope";
    if (isInAnnotation(node)) yield "annotation";
    if (isTextOfFormatField(node, facts.module.text)) yield "format-field-text";
    yield* refuseSourceReaders(node, facts, context);
  }
  const reads = references.filter(({ node }) => node !== binding.node);
  if (reads.some((reference) => !isBoundAt(binding, reference))) yield "maybe-unbound";
}

/** A class body looks its names up in what a metaclass may have prepared. */
function isPreparedClass(scope: Scope): boolean {
  return scope.kind === "class" && child(scope.node, "base") !== null;
}
