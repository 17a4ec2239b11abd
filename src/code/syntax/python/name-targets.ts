// What a name stands for as far as one module shows it: a class of the module, something imported, a
// builtin, or a thing that nobody knows. Every binding counts, since which of them ran is unknown.
import { child, type SyntaxNode } from "./node.ts";
import type { ModuleNames } from "./references.ts";
import type { Occurrence, Scope } from "./scopes.ts";

/** `attributes` are what is asked of it: `a.b` of an imported `a` has `b`. */
export type NameTarget =
  | { readonly kind: "class"; readonly node: SyntaxNode; readonly attributes: readonly string[] }
  | {
      readonly kind: "import";
      /** The module as it is written, with the dots of a relative import. */
      readonly module: string;
      /** What is taken from it; null for the module itself. */
      readonly name: string | null;
      readonly attributes: readonly string[];
    }
  /** Bound by nothing in the module: a builtin, or from a star import. */
  | { readonly kind: "free"; readonly name: string; readonly attributes: readonly string[] }
  | { readonly kind: "unknown" };

/** A variable as it is named in some scope. */
export interface Place {
  readonly scope: Scope;
  readonly name: string;
}

const UNKNOWN: readonly NameTarget[] = [{ kind: "unknown" }];

/** Longer chains of aliases are no way to name a class. */
const LONGEST_CHAIN = 8;

export class NameTargets {
  readonly names: ModuleNames;
  readonly #places = new Map<SyntaxNode, Place>();
  readonly #known = new Map<Scope, Map<string, readonly NameTarget[]>>();

  constructor(names: ModuleNames) {
    this.names = names;
    for (const scope of names.scopes()) {
      for (const { node, name } of scope.occurrences) this.#places.set(node, { scope, name });
    }
  }

  /** Where a Name stands as a variable; null for labels and attributes. */
  placeOf(name: SyntaxNode): Place | null {
    return this.#places.get(name) ?? null;
  }

  /** What an expression may stand for: a name, a dotted name, or `Name[…]`, which is its base. */
  of(expression: SyntaxNode | null, depth = 0): readonly NameTarget[] {
    if (expression === null || depth > LONGEST_CHAIN) return UNKNOWN;
    if (expression.kind === "Name") {
      const place = this.placeOf(expression);
      return place === null ? UNKNOWN : this.named(place.scope, place.name, depth);
    }
    if (expression.kind === "MemberAccess") {
      const member = child(expression, "member")?.value ?? "";
      return this.of(child(expression, "base"), depth).map((target) => attributeOf(target, member));
    }
    return expression.kind === "Index" ? this.of(child(expression, "base"), depth) : UNKNOWN;
  }

  /** What a name stands for in a scope. */
  named(scope: Scope, name: string, depth = 0): readonly NameTarget[] {
    const owner = this.names.resolve(scope, name);
    let targets = this.#known.get(owner);
    if (targets === undefined)
      this.#known.set(owner, (targets = new Map<string, readonly NameTarget[]>()));
    const known = targets.get(name);
    if (known !== undefined) return known;
    // An alias of itself is nothing; what is found on the way in replaces this.
    targets.set(name, []);
    const found = this.#bindings(owner, name, depth);
    targets.set(name, found);
    return found;
  }

  #bindings(owner: Scope, name: string, depth: number): readonly NameTarget[] {
    const bindings = this.names.references(owner, name).filter(({ use }) => use === "bind");
    if (bindings.length === 0) return [{ kind: "free", name, attributes: [] }];
    return bindings.flatMap((binding) => this.#bound(binding, depth));
  }

  #bound({ node }: Occurrence, depth: number): readonly NameTarget[] {
    // `import a.b` binds the first part of a module's name.
    const statement = node.role === "part" ? (node.parent?.parent ?? null) : node.parent;
    if (statement === null) return UNKNOWN;
    if (statement.kind === "Class") return [{ kind: "class", node: statement, attributes: [] }];
    if (statement.kind === "ImportAs") {
      const module = moduleText(child(statement, "module"));
      const bound = node.role === "alias" ? module : (module.split(".")[0] ?? "");
      return [{ kind: "import", module: bound, name: null, attributes: [] }];
    }
    if (statement.kind === "ImportFromAs") {
      const module = moduleText(child(statement.parent ?? statement, "module"));
      const name = child(statement, "name")?.value ?? "";
      return [{ kind: "import", module, name, attributes: [] }];
    }
    const isAnnotated = statement.kind === "TypeAnnotation";
    const value = assignedValue(isAnnotated ? statement.parent : statement);
    // None stands where an import failed, and is neither a class nor asked for anything.
    if (value?.kind === "Constant" && value.value === "None") return [];
    return this.of(value, depth + 1);
  }
}

function assignedValue(assignment: SyntaxNode | null): SyntaxNode | null {
  let value = assignment?.kind === "Assignment" ? child(assignment, "value") : null;
  while (value?.kind === "Assignment") value = child(value, "value");
  return value;
}

function attributeOf(target: NameTarget, member: string): NameTarget {
  if (target.kind === "unknown") return target;
  return { ...target, attributes: [...target.attributes, member] };
}

function moduleText(module: SyntaxNode | null): string {
  return (module?.value ?? "").replaceAll(/[\s\\]/g, "");
}
