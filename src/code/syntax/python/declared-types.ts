// Whether something in the repository speaks against an annotation, or against what is known of an
// attribute from its own class: a call with an argument of another class, a store from elsewhere, a
// function handed to someone who will call it with who knows what.
import { builtinClasses, isUnknown } from "./builtin-classes.ts";
import { decoratorNames, fieldsOf, ownerOf, ownerOfAttribute } from "./class-members.ts";
import type {
  Evaluator,
  RawDeclaration,
  RawType,
  TypedFiles,
  TypedNode,
} from "./pyright-program.ts";
import {
  enclosing,
  kindOf,
  moduleOf,
  nameOf,
  part,
  parts,
  type RepositoryUses,
  type Store,
} from "./repository-uses.ts";

/** Decorators that leave the callers of a function what they were. */
const TRANSPARENT = new Set(
  (
    "staticmethod classmethod property cached_property cache lru_cache override final overload " +
    "abstractmethod contextmanager asynccontextmanager wraps setter deprecated no_type_check"
  ).split(" "),
);
const CONSTRUCTORS = new Set(["__init__", "__new__"]);

export class DeclaredTypes {
  readonly #typed: TypedFiles;
  readonly #uses: RepositoryUses;
  readonly #known = new Map<number, boolean>();
  readonly #starred = new WeakMap<TypedNode, boolean>();

  constructor(typed: TypedFiles, uses: RepositoryUses) {
    this.#typed = typed;
    this.#uses = uses;
  }

  get #evaluator(): Evaluator {
    return this.#typed.evaluator;
  }

  /** Whether an annotated parameter is what it says, as far as its callers can be seen. */
  holdsForParameter(parameter: TypedNode): boolean {
    return this.#once(parameter, () => {
      const definition = parameter.parent;
      const name = part(parameter, "name");
      if (definition === undefined || name === undefined) return false;
      if (kindOf(definition) !== "Function" || !hasKnownCallers(definition)) return false;
      const type = this.#evaluator.getType(name);
      if (type === undefined) return false;
      return this.#callNames(definition).every((called) => {
        const isHandedOn = this.#uses
          .of(called, "mentions")
          .some((item) => this.#names(item, definition));
        if (isHandedOn) return false;
        return this.#uses.of(called, "calls").every((call) => this.#fits(call, parameter, type));
      });
    });
  }

  /** Whether a function returns what its annotation says, and subclasses' versions of it too. */
  holdsForReturn(definition: TypedNode): boolean {
    return this.#once(definition, () => {
      const type =
        this.#evaluator.getTypeOfFunction(definition)?.functionType.shared?.declaredReturnType;
      if (type === undefined) return false;
      return [definition, ...this.overridesOf(definition)].every((version) =>
        this.#returnsOf(version).every((value) => this.#admits(type, value)),
      );
    });
  }

  #returnsOf(definition: TypedNode): readonly TypedNode[] {
    const type = this.#evaluator.getTypeOfFunction(definition)?.functionType;
    const found = type?.shared?.declaration?.returnStatements ?? [];
    return found.flatMap((statement) => part(statement, "expr") ?? []);
  }

  /**
   * Whether a variable or attribute is what its annotation says, or what the assignments in its own
   * scope or class make of it.
   */
  holdsForVariable(declaration: RawDeclaration, isDeclared: boolean): boolean {
    const { node } = declaration;
    return this.#once(node, () => {
      const annotation = declaration.typeAnnotationNode;
      const type =
        annotation === undefined
          ? this.#evaluator.getType(node)
          : this.#evaluator.getTypeOfAnnotation(annotation);
      if (type === undefined) return false;
      const source = declaration.inferredTypeSource;
      if (isDeclared && source !== undefined && isValue(node, source)) {
        if (!this.#admits(type, source)) return false;
      }
      if (this.isLocal(declaration)) return !isDeclared || this.#localStoresFit(declaration, type);
      return this.#foreignStoresFit(node, type, isDeclared);
    });
  }

  /** Whether a variable belongs to a function, so that nothing outside of it can set it. */
  isLocal({ node }: RawDeclaration): boolean {
    const { parent } = node;
    if (parent !== undefined && kindOf(parent) === "MemberAccess") return false;
    const scope = enclosing(node, "Function", "Lambda", "Class", "Comprehension");
    return scope !== undefined && kindOf(scope) !== "Class";
  }

  /** The methods of the same name in classes that derive from that of a method. */
  overridesOf(definition: TypedNode): readonly TypedNode[] {
    const owner = ownerOf(definition);
    if (owner === undefined) return [];
    return this.#uses
      .of(nameOf(part(definition, "name")), "functions")
      .filter((other) => other !== definition && this.#derives(ownerOf(other), owner));
  }

  /** Whether a star import may have put something else in the place of a global or builtin. */
  hasStarImport(node: TypedNode): boolean {
    const module = moduleOf(node);
    let found = this.#starred.get(module);
    if (found === undefined) this.#starred.set(module, (found = this.#importsStar(module)));
    return found;
  }

  #importsStar(node: TypedNode): boolean {
    if (kindOf(node) === "ImportFrom") return node.d["isWildcardImport"] === true;
    // Only a module's own level can have one.
    const isStatement = /^(?:Module|StatementList|Suite|If|Try|Except|With)$/.test(kindOf(node));
    return isStatement && this.#typed.children(node).some((child) => this.#importsStar(child));
  }

  #once(node: TypedNode, find: () => boolean): boolean {
    const known = this.#known.get(node.id);
    if (known !== undefined) return known;
    // What an argument rests on may be the very parameter; that says nothing against it.
    this.#known.set(node.id, true);
    const found = find();
    this.#known.set(node.id, found);
    return found;
  }

  /** Names under which a function is called: its own, or its class's for a constructor. */
  #callNames(definition: TypedNode): readonly string[] {
    const name = nameOf(part(definition, "name"));
    const owner = ownerOf(definition);
    return CONSTRUCTORS.has(name) && owner !== undefined
      ? [name, nameOf(part(owner, "name"))]
      : [name];
  }

  /** Whether a mention is of this function, as far as can be told. */
  #names(mention: TypedNode, definition: TypedNode): boolean {
    if (kindOf(mention) !== "Name") return true;
    const owner = ownerOf(definition);
    if (owner !== undefined && CONSTRUCTORS.has(nameOf(part(definition, "name")))) {
      // A class is mentioned in annotations and checks; who gets it to call it is rarely seen.
      const holder = mention.parent;
      return holder !== undefined && kindOf(holder) === "Argument" && this.#isMap(holder);
    }
    const found = this.#evaluator.getDeclInfoForNameNode(mention)?.decls ?? [];
    return found.some((item) => {
      const target = this.#evaluator.resolveAliasDeclaration(item, true);
      return target?.node === definition || this.#isSameMethod(target?.node, definition);
    });
  }

  #isMap(argument: TypedNode): boolean {
    const callee = argument.parent === undefined ? undefined : part(argument.parent, "leftExpr");
    return callee !== undefined && !/^(?:isinstance|issubclass|cast|super)$/.test(nameOf(callee));
  }

  #isSameMethod(node: TypedNode | undefined, definition: TypedNode): boolean {
    if (node === undefined || kindOf(node) !== "Function") return false;
    const [first, second] = [ownerOf(node), ownerOf(definition)];
    if (first === undefined || second === undefined) return false;
    return this.#derives(first, second) || this.#derives(second, first);
  }

  /** Whether what a call passes for a parameter is no contradiction. */
  #fits(call: TypedNode, parameter: TypedNode, type: RawType): boolean {
    const definition = parameter.parent as TypedNode;
    const callee = part(call, "leftExpr");
    const name = callee === undefined ? undefined : (part(callee, "member") ?? callee);
    if (callee === undefined || name === undefined) return true;
    const targets = (this.#evaluator.getDeclInfoForNameNode(name)?.decls ?? [])
      .map((item) => this.#evaluator.resolveAliasDeclaration(item, true)?.node)
      .filter((item) => item !== undefined);
    const owner = ownerOf(definition);
    const isMine = (node: TypedNode) =>
      node === definition || node === owner || this.#isSameMethod(node, definition);
    if (targets.length > 0 && !targets.some(isMine)) return true;
    const value = this.#argumentFor(call, parameter, callee);
    return value === "none" || (value !== "unseen" && this.#admits(type, value));
  }

  /** The argument for a parameter; `unseen` where it comes out of `*args` or `**kwargs`. */
  #argumentFor(
    call: TypedNode,
    parameter: TypedNode,
    callee: TypedNode,
  ): TypedNode | "none" | "unseen" {
    const definition = parameter.parent as TypedNode;
    const all = parts(definition, "params");
    const given = parts(call, "args");
    const label = nameOf(part(parameter, "name"));
    const named = given.find((item) => nameOf(part(item, "name")) === label);
    if (named !== undefined) return part(named, "valueExpr") ?? "none";
    if (given.some((item) => item.d["argCategory"] !== 0)) return "unseen";
    if (parameter.d["category"] !== 0) return given.length > 0 ? "unseen" : "none";
    const before = all.slice(0, all.indexOf(parameter));
    if (before.some((item) => item.d["category"] !== 0)) return "none";
    const index = before.length - (this.#passesSelf(definition, callee) ? 1 : 0);
    const positional = given.filter((item) => item.d["name"] === undefined);
    return part(positional[index] ?? given[-1] ?? call, "valueExpr") ?? "none";
  }

  /** Whether the first parameter is filled in by the call itself. */
  #passesSelf(definition: TypedNode, callee: TypedNode): boolean {
    if (ownerOf(definition) === undefined) return false;
    const decorators = decoratorNames(definition);
    if (decorators.includes("staticmethod")) return false;
    if (decorators.includes("classmethod")) return true;
    if (kindOf(callee) !== "MemberAccess") return true;
    const receiver = part(callee, "leftExpr");
    const type = receiver === undefined ? undefined : this.#evaluator.getType(receiver);
    // `Class.method(instance, …)` passes it openly.
    const isClass = type?.category === 6 && (type.flags & 3) === 1;
    return !isClass || CONSTRUCTORS.has(nameOf(part(definition, "name")));
  }

  #admits(type: RawType, value: TypedNode): boolean {
    const given = this.#evaluator.getType(value);
    return isUnknown(given) || given === undefined || this.#evaluator.assignType(type, given);
  }

  #localStoresFit(declaration: RawDeclaration, type: RawType): boolean {
    const name = nameOf(declaration.node);
    const symbol = this.#evaluator.lookUpSymbolRecursive(declaration.node, name, false)?.symbol;
    return (symbol?.getDeclarations() ?? []).every(({ node, inferredTypeSource: source }) => {
      return source === undefined || !isValue(node, source) || this.#admits(type, source);
    });
  }

  /** Stores to an attribute or global from elsewhere, and what subclasses make of it. */
  #foreignStoresFit(node: TypedNode, type: RawType, isDeclared: boolean): boolean {
    const owner = ownerOfAttribute(node);
    if (isDeclared && owner !== undefined && !this.#fieldCallsFit(node, owner, type)) return false;
    const fits = ({ name: target, value }: Store): boolean => {
      const given = value === null ? undefined : this.#evaluator.getType(value);
      if (target === node) return true;
      if (given === undefined || isUnknown(given)) return isDeclared;
      return isDeclared ? this.#evaluator.assignType(type, given) : isOfFamily(given, type);
    };
    const concerns = (target: TypedNode): boolean => {
      const other = this.#ownerOfStore(target);
      if (other === "unknown" || owner === undefined) return other === "unknown" || other === owner;
      return this.#related(other, owner);
    };
    if (owner === undefined && this.hasStarImport(node)) return false;
    if (owner !== undefined && this.#setsByName(owner, isDeclared)) return false;
    const name = nameOf(node);
    const attributeStores = this.#uses.of(name, "attributeStores");
    if (!attributeStores.every((item) => !concerns(item.name) || fits(item))) return false;
    if (owner === undefined) return true;
    const functions = this.#uses.of(name, "functions");
    if (functions.some((item) => this.#derives(ownerOf(item), owner))) return false;
    const classStores = this.#uses.of(name, "classStores");
    return classStores.every((item) => !this.#related(ownerOf(item.name), owner) || fits(item));
  }

  /** Whether attributes of a class may be set under names that are made up as the program runs. */
  #setsByName(owner: TypedNode, isDeclared: boolean): boolean {
    const places = [
      ...this.#uses.of("setattr", "calls").filter((call) => !namesLiterally(call)),
      ...this.#uses.of("__dict__", "mentions"),
    ];
    const module = moduleOf(owner);
    return places.some((place) => {
      const around = enclosing(place, "Class");
      if (around === owner || (around !== undefined && this.#related(around, owner))) return true;
      return !isDeclared && moduleOf(place) === module;
    });
  }

  /** The class whose attribute a store sets; undefined for a module, `unknown` where unclear. */
  #ownerOfStore(target: TypedNode): TypedNode | undefined | "unknown" {
    const found = this.#evaluator.getDeclInfoForNameNode(target)?.decls ?? [];
    const [first] = found;
    return first === undefined ? "unknown" : ownerOfAttribute(first.node);
  }

  #related(first: TypedNode | undefined, second: TypedNode): boolean {
    if (first === undefined) return false;
    return first === second || this.#derives(first, second) || this.#derives(second, first);
  }

  /** Whether a class has another one among its bases. */
  #derives(inner: TypedNode | undefined, outer: TypedNode): boolean {
    if (inner === undefined) return false;
    if (inner === outer) return true;
    const [type, base] = [inner, outer].map(
      (item) => this.#evaluator.getTypeOfClass(item)?.classType,
    );
    const mro = type?.shared?.mro ?? [];
    return base !== undefined && mro.some((item) => item.shared === base.shared);
  }

  /** Calls of a class whose constructor is made from its annotated fields. */
  #fieldCallsFit(field: TypedNode, owner: TypedNode, type: RawType): boolean {
    const annotation = field.parent;
    if (annotation === undefined || kindOf(annotation) !== "TypeAnnotation") return true;
    if (ownerOf(field) !== owner) return true;
    const fields = fieldsOf(owner);
    return this.#uses.of(nameOf(part(owner, "name")), "calls").every((call) => {
      const given = parts(call, "args");
      const named = given.find((item) => nameOf(part(item, "name")) === nameOf(field));
      if (given.some((item) => item.d["argCategory"] !== 0)) return false;
      const argument =
        named ?? (parts(owner, "arguments").length > 0 ? undefined : given[fields.indexOf(field)]);
      if (argument === undefined || (named === undefined && argument.d["name"] !== undefined))
        return true;
      const value = part(argument, "valueExpr");
      return value === undefined || this.#admits(type, value);
    });
  }
}

/** Whether a value is of the classes that a variable is known to be of, or one number for another. */
function isOfFamily(given: RawType, type: RawType): boolean {
  const [found, known] = [builtinClasses(given), builtinClasses(type)];
  if (found === null || known === null) return false;
  const isNumber = (name: string) => ["bool", "int", "float"].includes(name);
  return known.every(isNumber)
    ? found.every(isNumber)
    : found.every((name) => known.includes(name));
}

/** Whether the attribute that a call of setattr names is written out. */
function namesLiterally(call: TypedNode): boolean {
  const [, second] = parts(call, "args");
  const value = second === undefined ? undefined : part(second, "valueExpr");
  return value !== undefined && kindOf(value) === "StringList";
}

/** Whether a source is the whole value of a variable, not a loop or the items of something. */
function isValue(node: TypedNode, source: TypedNode): boolean {
  const holder = node.parent;
  if (holder !== undefined && ["Tuple", "List", "Unpack"].includes(kindOf(holder))) return false;
  return !["For", "ComprehensionFor", "WithItem", "Except"].includes(kindOf(source));
}

/** Whether nothing but calls by name can reach a function. */
function hasKnownCallers(definition: TypedNode): boolean {
  const name = nameOf(part(definition, "name"));
  if (/^__.*__$/.test(name) && !CONSTRUCTORS.has(name)) return false;
  return decoratorNames(definition).every((decorator) => TRANSPARENT.has(decorator));
}
