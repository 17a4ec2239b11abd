// The classes of a module as plain data, so that a whole repository's can be kept without its trees:
// what they are made from, which names their bodies bind, and what the module calls by which name.
import type { ModuleFacts } from "./facts.ts";
import { ancestors, child, childrenIn, walk, type SyntaxNode } from "./node.ts";
import { NameTargets, type NameTarget } from "./name-targets.ts";
import { ModuleNames } from "./references.ts";
import type { Scope } from "./scopes.ts";
import { bodyOf, isDocstring } from "./suites.ts";

/** A thing that may be a class: like NameTarget, with the number of a class of the module. */
export type ClassTarget =
  | Exclude<NameTarget, { kind: "class" }>
  | { readonly kind: "class"; readonly index: number; readonly attributes: readonly string[] };

export interface ClassFacts {
  readonly name: string;
  /** Names of the classes and functions around it, and its own, joined by dots. */
  readonly qualifiedName: string;
  /** For every base expression what it may be. */
  readonly bases: readonly (readonly ClassTarget[])[];
  readonly decorators: readonly (readonly ClassTarget[])[];
  /** Keywords of the header; `*` stands for unpacked bases and keywords. */
  readonly keywords: readonly string[];
  /** Names that the body binds, wherever in it. */
  readonly members: ReadonlySet<string>;
  /** Names that the body reads, or declares as another scope's. */
  readonly reads: ReadonlySet<string>;
  /** Methods that are not special, and how many of them have no decorator. */
  readonly methods: { readonly ordinary: number; readonly undecorated: number };
  /** Whether the body does nothing but `pass` or `...`, a docstring apart. */
  readonly isSentinel: boolean;
  /** Why its names may be more than those listed, or null. */
  readonly unknown: string | null;
}

export interface ModuleClasses {
  readonly classes: readonly ClassFacts[];
  /** What the names of the module itself stand for. */
  readonly globals: ReadonlyMap<string, readonly ClassTarget[]>;
  /** Modules from which everything is imported, as they are written. */
  readonly starImports: readonly string[];
}

/** The classes of a module and whatever turns expressions into targets. */
export interface ClassReader {
  readonly module: ModuleClasses;
  readonly targets: NameTargets;
  readonly nodes: readonly SyntaxNode[];
  targetsOf(expression: SyntaxNode | null): readonly ClassTarget[];
  indexOf(definition: SyntaxNode): number;
}

/** Reads the classes of a module. Only who asks again should keep what is returned: it is large. */
export function readClasses(facts: ModuleFacts): ClassReader {
  const names = new ModuleNames(facts.module);
  const targets = new NameTargets(names);
  const nodes = facts.nodes("Class");
  const indices = new Map(nodes.map((node, index) => [node, index]));
  const indexOf = (node: SyntaxNode) => indices.get(node) ?? -1;
  const numbered = (found: readonly NameTarget[]) =>
    found.map((target): ClassTarget => {
      if (target.kind !== "class") return target;
      return { kind: "class", index: indexOf(target.node), attributes: target.attributes };
    });
  const targetsOf = (expression: SyntaxNode | null) => numbered(targets.of(expression));
  const classes = nodes.map((node) => classFacts(node, names.scopeOf(node), targetsOf));
  const globals = new Map<string, readonly ClassTarget[]>();
  for (const name of names.namesOf(names.scope)) {
    globals.set(name, numbered(targets.named(names.scope, name)));
  }
  const starImports = facts
    .nodes("ImportFrom")
    .filter((statement) => statement.value === "*")
    .map((statement) => (child(statement, "module")?.value ?? "").replaceAll(/[\s\\]/g, ""));
  return { module: { classes, globals, starImports }, targets, nodes, targetsOf, indexOf };
}

function classFacts(
  node: SyntaxNode,
  scope: Scope | null,
  targetsOf: ClassReader["targetsOf"],
): ClassFacts {
  const header = childrenIn(node, "base");
  const keywords = header.flatMap((item) => {
    if (item.value !== "") return ["*"];
    const label = child(item, "name");
    return label === null ? [] : [label.value];
  });
  const bases = header.filter((item) => item.value === "" && child(item, "name") === null);
  const decorators = childrenIn(node, "decorator").map((item) => child(item, "value"));
  const occurrences = scope?.occurrences ?? [];
  return {
    name: child(node, "name")?.value ?? "",
    qualifiedName: qualifiedName(node),
    bases: bases.map((item) => targetsOf(child(item, "value"))),
    decorators: decorators.map((item) =>
      targetsOf(item?.kind === "Call" ? child(item, "callee") : item),
    ),
    keywords,
    members: scope?.bound ?? new Set<string>(),
    reads: new Set(
      occurrences.filter(({ use }) => use === "read" || use === "declare").map(({ name }) => name),
    ),
    methods: countMethods(node),
    isSentinel: isSentinel(node),
    unknown: scope === null ? "no scope" : scope.unknown,
  };
}

function qualifiedName(node: SyntaxNode): string {
  const names = [node, ...ancestors(node)]
    .filter((outer) => outer.kind === "Class" || outer.kind === "Function")
    .map((outer) => child(outer, "name")?.value ?? "");
  return names.reverse().join(".");
}

/** Methods that stand in the body, be it within an if or try; not those of nested classes. */
function* methodsOf(node: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [...bodyOf(node).children];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === "Function") yield next;
    else if (next.kind !== "Class" && next.kind !== "Lambda") waiting.push(...next.children);
  }
}

function countMethods(node: SyntaxNode): ClassFacts["methods"] {
  const ordinary = [...methodsOf(node)].filter(
    (method) => !/^__.*__$/.test(child(method, "name")?.value ?? ""),
  );
  const undecorated = ordinary.filter((method) => child(method, "decorator") === null);
  return { ordinary: ordinary.length, undecorated: undecorated.length };
}

function isSentinel(node: SyntaxNode): boolean {
  const statements = bodyOf(node).children.filter((statement) => !isDocstring(statement));
  return statements.every((statement) =>
    [...walk(statement)].every(({ kind }) => ["StatementList", "Pass", "Ellipsis"].includes(kind)),
  );
}
