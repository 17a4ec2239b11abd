// Whether reading an attribute runs code (a property, a descriptor, __getattr__) and whether the
// attribute is always there, from what the repository's classes say.
import { builtinClasses } from "./builtin-classes.ts";
import { decoratorNames, ownerOf, ownerOfAttribute } from "./class-members.ts";
import type { RawDeclaration, RawType, TypedFiles, TypedNode } from "./pyright-program.ts";
import { enclosing, kindOf, nameOf, part, parts, type RepositoryUses } from "./repository-uses.ts";

/** Methods through which a class takes part in every look at its attributes. */
const HOOKS = ["__getattr__", "__getattribute__"];
const VARIABLE = 1;

export class AttributeReads {
  readonly #typed: TypedFiles;
  readonly #uses: RepositoryUses;

  constructor(typed: TypedFiles, uses: RepositoryUses) {
    this.#typed = typed;
    this.#uses = uses;
  }

  of(access: TypedNode): "code" | "plain" | "settled" {
    const [base, name] = [part(access, "leftExpr"), part(access, "member")];
    if (base === undefined || name === undefined || !this.#isPlainBase(base)) return "code";
    const found = this.#typed.evaluator.getDeclInfoForNameNode(name)?.decls ?? [];
    if (found.length === 0 || found.some((item) => item.type !== VARIABLE)) return "code";
    if (found.some((item) => this.#typed.originOf(item) !== "file")) return "code";
    if (found.some((item) => this.#mayBeDescriptor(item))) return "code";
    const baseType = this.#typed.evaluator.getType(base);
    if (baseType === undefined) return "code";
    // `self` is of a type variable.
    const type = this.#typed.evaluator.makeTopLevelTypeVarsConcrete(baseType);
    if (type.shared?.mro === undefined || this.#hasHook(type)) return "code";
    const owners = found.map(({ node }) => ownerOfAttribute(node));
    if (owners.includes(undefined)) return "code";
    // A subclass may make a property of it.
    const isProperty = this.#uses.of(nameOf(name), "functions").some((item) => {
      const other = ownerOf(item);
      return other !== undefined && this.#mro(other).some((outer) => owners.includes(outer));
    });
    if (isProperty) return "code";
    const attributeStores = this.#uses.of(nameOf(name), "attributeStores");
    if (attributeStores.some((item) => enclosing(item.name, "Del") !== undefined)) return "plain";
    const method = enclosing(access, "Function");
    if (CONSTRUCTING.test(nameOf(method === undefined ? undefined : part(method, "name")))) {
      return "plain";
    }
    const places = [...found.map(({ node }) => node), ...attributeStores.map((item) => item.name)];
    const isSet = places.some(
      (place) => owners.includes(ownerOfAttribute(place)) && isAlwaysSet(place),
    );
    return isSet ? "settled" : "plain";
  }

  /** A name, or an attribute that is plain itself. */
  #isPlainBase(base: TypedNode): boolean {
    if (kindOf(base) === "Name") return true;
    return kindOf(base) === "MemberAccess" && this.of(base) === "settled";
  }

  /** Whether the class body gives the attribute a value that may answer for itself. */
  #mayBeDescriptor({ node, inferredTypeSource: source }: RawDeclaration): boolean {
    if (source === undefined || kindOf(node.parent ?? node) === "MemberAccess") return false;
    return builtinClasses(this.#typed.evaluator.getType(source)) === null;
  }

  #hasHook(type: RawType): boolean {
    return (type.shared?.mro ?? []).some((item) => {
      // A base that can't be looked into may have anything.
      if (item.shared === undefined) return true;
      return HOOKS.some((hook) => {
        const symbol = item.shared?.fields?.get(hook);
        return symbol !== undefined && item.shared?.fullName !== "builtins.object";
      });
    });
  }

  /** The class definitions from which a class derives, itself included. */
  #mro(definition: TypedNode): readonly (TypedNode | undefined)[] {
    const type = this.#typed.evaluator.getTypeOfClass(definition)?.classType;
    return (type?.shared?.mro ?? []).map((item) => item.shared?.declaration?.node);
  }
}

/** Methods that run before all attributes are set. */
const CONSTRUCTING = /^__(?:init|new|post_init|setstate|init_subclass)__$/;

/** Whether a declaration gives every instance a value: in the class body, or first in __init__. */
function isAlwaysSet(name: TypedNode): boolean {
  const isMember = name.parent !== undefined && kindOf(name.parent) === "MemberAccess";
  const owner = ownerOfAttribute(name);
  if (owner === undefined) return false;
  if (!isMember) return isField(name) || enclosing(name, "Assignment") !== undefined;
  const method = enclosing(name, "Function");
  const line = enclosing(name, "StatementList");
  return (
    method !== undefined &&
    nameOf(part(method, "name")) === "__init__" &&
    line !== undefined &&
    line.parent === part(method, "suite")
  );

  function isField(field: TypedNode): boolean {
    if (field.parent === undefined || kindOf(field.parent) !== "TypeAnnotation") return false;
    const bases = parts(owner as TypedNode, "arguments").map((item) => part(item, "valueExpr"));
    const names = [
      ...decoratorNames(owner as TypedNode),
      ...bases.map((base) => nameOf(base === undefined ? base : (part(base, "member") ?? base))),
    ];
    return names.some((item) => /^(?:dataclass|NamedTuple|define|frozen|attrs)$/.test(item));
  }
}
