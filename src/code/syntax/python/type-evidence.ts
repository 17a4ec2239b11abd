// What pyright's type of an expression rests on. The type of a literal, of len() and of what is
// computed from such values is exact. An annotation is a claim; it is believed while nothing in the
// repository speaks against it (declared-types.ts). What is guessed from a default value, from the
// first items of a list, or through a function whose callers can't be seen is not believed.
import { DeclaredTypes } from "./declared-types.ts";
import { weakest, type Evidence } from "./evidence.ts";
import type { Evaluator, RawDeclaration, TypedFiles, TypedNode } from "./pyright-program.ts";
import {
  calleeName,
  kindOf,
  nameOf,
  operatorOf,
  part,
  parts,
  type RepositoryUses,
} from "./repository-uses.ts";
import { builtinClasses, isUnknown } from "./builtin-classes.ts";

/** Pyright's numbers of declaration kinds; the self-test of type-query.ts checks them. */
const VARIABLE = 1;
const PARAMETER = 2;
const FUNCTION = 5;
const CLASS = 6;
const ALIAS = 8;

/** Builtins that return their class itself whatever they are given. */
const EXACT_BUILTINS = new Set(
  "len ord id hash int float bool chr repr ascii bin hex oct".split(" "),
);
/** Operators whose result is True or False whatever the operands are. */
const TRUTHS = new Set(["is", "is not", "in", "not in"]);
/** Where the argument is long, looking further is not worth it. */
const LARGEST_DEPTH = 60;

export class TypeEvidence {
  readonly #typed: TypedFiles;
  readonly #declared: DeclaredTypes;
  readonly #known = new Map<number, Evidence>();
  /** Nodes that are being looked at; a loop in the argument proves nothing against it. */
  readonly #open = new Map<number, number>();
  /** The outermost open node on which something found since depended. */
  #assumed = Infinity;

  constructor(typed: TypedFiles, uses: RepositoryUses) {
    this.#typed = typed;
    this.#declared = new DeclaredTypes(typed, uses);
  }

  get #evaluator(): Evaluator {
    return this.#typed.evaluator;
  }

  /** What the class of an expression's value rests on. */
  of(node: TypedNode): Evidence {
    return this.#memo(node, 0, () => this.#ofExpression(node));
  }

  /** What the classes of the items of an expression's value rest on. */
  #ofItems(node: TypedNode): Evidence {
    return this.#memo(node, 0.5, () => this.#itemsOf(node));
  }

  #memo(node: TypedNode, offset: number, find: () => Evidence): Evidence {
    const key = node.id + offset;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const opened = this.#open.get(key);
    if (opened !== undefined) {
      this.#assumed = Math.min(this.#assumed, opened);
      return "exact";
    }
    const depth = this.#open.size;
    if (depth > LARGEST_DEPTH) return "weak";
    const outer = this.#assumed;
    this.#assumed = Infinity;
    this.#open.set(key, depth);
    const found = find();
    this.#open.delete(key);
    // What rests on a node that is still open is known only when that node is.
    if (this.#assumed >= depth || found === "weak") this.#known.set(key, found);
    this.#assumed = Math.min(outer, this.#assumed >= depth ? Infinity : this.#assumed);
    return found;
  }

  #ofExpression(node: TypedNode): Evidence {
    const all = (...fields: readonly string[]) =>
      weakest(fields.map((field) => this.#ofPart(node, field)));
    switch (kindOf(node)) {
      case "Number":
      case "Constant":
      case "StringList":
      case "List":
      case "Set":
      case "Dictionary":
      case "Comprehension":
        return "exact";
      case "Tuple":
        return weakest(parts(node, "items").map((item) => this.of(item)));
      case "UnaryOperation":
        return operatorOf(node) === "not" ? "exact" : all("expr");
      case "BinaryOperation":
        return this.#ofOperation(node);
      case "Ternary":
        return all("ifExpr", "elseExpr");
      case "AssignmentExpression":
        return all("rightExpr");
      case "Await":
        return all("expr");
      case "Index":
        return this.#ofIndex(node);
      case "Name":
        return this.#ofName(node);
      case "MemberAccess":
        return this.#ofMember(node);
      case "Call":
        return this.#ofCall(node);
      default:
        return "weak";
    }
  }

  #ofPart(node: TypedNode, field: string): Evidence {
    const operand = part(node, field);
    return operand === undefined ? "weak" : this.of(operand);
  }

  #ofOperation(node: TypedNode): Evidence {
    const operator = operatorOf(node);
    if (TRUTHS.has(operator)) return "exact";
    const operands = [part(node, "leftExpr"), part(node, "rightExpr")];
    // The operators of other classes return what they like.
    const isBuiltin = operands.every((operand) => operand !== undefined && this.#isScalar(operand));
    if (operator !== "and" && operator !== "or" && !isBuiltin) return "weak";
    return weakest(operands.map((operand) => (operand === undefined ? "weak" : this.of(operand))));
  }

  #isScalar(node: TypedNode): boolean {
    return builtinClasses(this.#evaluator.getType(node)) !== null;
  }

  #ofIndex(node: TypedNode): Evidence {
    const base = part(node, "leftExpr");
    if (base === undefined || !this.#isScalar(base)) return "weak";
    const [item] = parts(node, "items");
    const index = item === undefined ? undefined : part(item, "valueExpr");
    const isSlice = index !== undefined && kindOf(index) === "Slice";
    return isSlice ? weakest([this.of(base), this.#ofItems(base)]) : this.#ofItems(base);
  }

  // --- names ---

  #ofName(node: TypedNode): Evidence {
    const symbol = this.#evaluator.lookUpSymbolRecursive(node, nameOf(node), false)?.symbol;
    return this.#ofDeclarations(symbol?.getDeclarations() ?? [], (item) =>
      this.#ofDeclaration(item),
    );
  }

  #ofDeclarations(
    found: readonly RawDeclaration[],
    judge: (declaration: RawDeclaration) => Evidence,
  ): Evidence {
    const declarations = found.map((item) =>
      item.type === ALIAS ? this.#evaluator.resolveAliasDeclaration(item, true) : item,
    );
    if (declarations.length === 0) return "weak";
    return weakest(declarations.map((item) => (item === undefined ? "weak" : judge(item))));
  }

  #ofDeclaration(declaration: RawDeclaration): Evidence {
    if (declaration.type === PARAMETER) return this.#ofParameter(declaration.node);
    if (declaration.type !== VARIABLE) return "weak";
    return this.#ofVariable(declaration, (source) => this.#ofSource(declaration, source));
  }

  #ofVariable(declaration: RawDeclaration, judge: (source: TypedNode) => Evidence): Evidence {
    const origin = this.#typed.originOf(declaration);
    if (origin !== "file") return origin === "standard library" ? "backed" : "weak";
    const isDeclared = declaration.typeAnnotationNode !== undefined;
    if (!this.#declared.holdsForVariable(declaration, isDeclared)) return "weak";
    if (isDeclared) return "backed";
    const source = declaration.inferredTypeSource;
    if (source === undefined) return "weak";
    const evidence = judge(source);
    // Attributes and globals can be set from elsewhere, to a subclass too.
    return this.#declared.isLocal(declaration) ? evidence : weakest([evidence, "backed"]);
  }

  #ofParameter(parameter: TypedNode): Evidence {
    if (parameter.d["annotation"] !== undefined) {
      return this.#declared.holdsForParameter(parameter) ? "backed" : "weak";
    }
    const definition = parameter.parent;
    if (definition === undefined || kindOf(definition) !== "Function") return "weak";
    // Without annotation and default its own type is unknown, so that what is known of the name
    // where it stands comes from a check (isinstance) or from another assignment.
    if (parameter.d["defaultValue"] !== undefined || parameter.d["category"] !== 0) return "weak";
    const name = part(parameter, "name");
    return name !== undefined && isUnknown(this.#evaluator.getType(name)) ? "backed" : "weak";
  }

  /** What a variable's value rests on, by the statement that gives it one. */
  #ofSource({ node }: RawDeclaration, source: TypedNode): Evidence {
    const holder = node.parent;
    const isWhole = holder === undefined || !["Tuple", "List", "Unpack"].includes(kindOf(holder));
    switch (kindOf(source)) {
      case "For":
      case "ComprehensionFor": {
        const iterable = part(source, "iterableExpr");
        if (iterable === undefined) return "weak";
        if (isWhole) return this.#ofItems(iterable);
        return this.#ofUnpackedItem(node, iterable);
      }
      case "WithItem":
        return isWhole ? this.#ofPart(source, "expr") : "weak";
      default:
        if (isWhole) return this.of(source);
        return this.#ofUnpacked(node, source);
    }
  }

  /** `a, b = 1, 2`, or the items of a tuple that comes from elsewhere. */
  #ofUnpacked(name: TypedNode, source: TypedNode): Evidence {
    const targets = name.parent === undefined ? [] : parts(name.parent, "items");
    if (kindOf(source) === "Tuple") {
      const values = parts(source, "items");
      const value = values[targets.indexOf(name)];
      const isPlain = values.length === targets.length && ![...targets, ...values].some(isUnpack);
      return value !== undefined && isPlain ? this.of(value) : "weak";
    }
    return this.#ofItems(source);
  }

  /** `for i, x in enumerate(xs)`: the index is an int; the rest is what the items are. */
  #ofUnpackedItem(name: TypedNode, iterable: TypedNode): Evidence {
    const targets = name.parent === undefined ? [] : parts(name.parent, "items");
    if (this.#isBuiltinCall(iterable, "enumerate")) {
      if (targets[0] === name && parts(iterable, "args").length === 1) return "exact";
      const [first] = parts(iterable, "args");
      const inner = first === undefined ? undefined : part(first, "valueExpr");
      return inner === undefined || targets[1] !== name ? "weak" : this.#ofItems(inner);
    }
    return this.#ofItems(iterable) === "weak" ? "weak" : "backed";
  }

  // --- what can be iterated over ---

  #itemsOf(node: TypedNode): Evidence {
    switch (kindOf(node)) {
      case "Tuple":
      case "List":
      case "Set":
        return weakest(parts(node, "items").map((item) => this.of(item)));
      case "StringList":
        return "exact";
      case "Name":
      case "MemberAccess":
        return this.#itemsOfStored(node);
      case "Call":
        return this.#itemsOfCall(node);
      case "Index":
        return this.#ofIndex(node) === "weak" ? "weak" : "backed";
      default:
        return "weak";
    }
  }

  #itemsOfStored(node: TypedNode): Evidence {
    const classes = builtinClasses(this.#evaluator.getType(node));
    if (classes?.every((name) => name === "str" || name === "bytes") === true) return this.of(node);
    const isTuple = classes?.every((name) => name.startsWith("tuple")) === true;
    const name = kindOf(node) === "Name" ? node : part(node, "member");
    if (name === undefined) return "weak";
    const judge = (declaration: RawDeclaration): Evidence => {
      if (declaration.type === PARAMETER) return this.#ofParameter(declaration.node);
      if (declaration.type !== VARIABLE) return "weak";
      // A list takes other items later; a tuple stays what it is.
      return this.#ofVariable(declaration, (source) =>
        isTuple && kindOf(source) === "Tuple" ? this.of(source) : "weak",
      );
    };
    const found = weakest([this.#ofDeclarations(this.#declarationsOf(name), judge)]);
    return found === "exact" ? "backed" : found;
  }

  #itemsOfCall(call: TypedNode): Evidence {
    if (this.#isBuiltinCall(call, "range")) return "exact";
    if (this.#isBuiltinCall(call, "enumerate")) return "weak";
    // sorted(xs), list(xs), reversed(xs): the items of what they are given.
    if (
      ["sorted", "list", "reversed", "tuple", "set", "iter"].some((name) =>
        this.#isBuiltinCall(call, name),
      )
    ) {
      const [first] = parts(call, "args");
      const inner = first === undefined ? undefined : part(first, "valueExpr");
      return inner === undefined ? "weak" : this.#ofItems(inner);
    }
    const evidence = this.#ofCall(call);
    return evidence === "exact" ? "backed" : evidence;
  }

  // --- attributes and calls ---

  #declarationsOf(name: TypedNode): readonly RawDeclaration[] {
    return this.#evaluator.getDeclInfoForNameNode(name)?.decls ?? [];
  }

  #ofMember(node: TypedNode): Evidence {
    const name = part(node, "member");
    if (name === undefined) return "weak";
    const found = this.#ofDeclarations(this.#declarationsOf(name), (declaration) =>
      declaration.type === FUNCTION
        ? this.#ofReturn(declaration, [])
        : this.#ofDeclaration(declaration),
    );
    return found === "exact" ? "backed" : found;
  }

  #ofCall(call: TypedNode): Evidence {
    const name = calleeName(call);
    if (name === null) return "weak";
    const values = parts(call, "args").map((argument) => part(argument, "valueExpr"));
    const found = this.#ofDeclarations(this.#declarationsOf(name), (declaration) => {
      const origin = this.#typed.originOf(declaration);
      if (origin === "other stub") return "weak";
      const isStub = origin === "standard library";
      if (declaration.type === CLASS) return isStub ? this.#ofStub(call, name) : "weak";
      // `random.randint` is a variable of its stub.
      if (declaration.type === VARIABLE && isStub) return this.#ofStub(call, name);
      if (declaration.type !== FUNCTION) return "weak";
      return isStub ? this.#ofStub(call, name) : this.#ofReturn(declaration, values);
    });
    return found;
  }

  /** What the standard library's stubs say of a call. */
  #ofStub(call: TypedNode, name: TypedNode): Evidence {
    const callee = part(call, "leftExpr");
    if (callee === name) {
      if (this.#declared.hasStarImport(name)) return "weak";
      if (EXACT_BUILTINS.has(nameOf(name))) return "exact";
      // sum(), max(), dict.get() … give back what they are given.
      const values = parts(call, "args").map((argument) => part(argument, "valueExpr"));
      if (["max", "min", "abs", "round", "sum", "pow", "divmod"].includes(nameOf(name))) {
        return weakest(
          values.map((value) => (value === undefined ? "weak" : this.#ofGiven(value))),
        );
      }
      return "backed";
    }
    const receiver = callee === undefined ? undefined : part(callee, "leftExpr");
    if (receiver === undefined) return "weak";
    const classes = builtinClasses(this.#evaluator.getType(receiver));
    if (classes === null) return "backed";
    if (classes.every((item) => item === "str" || item === "bytes")) return this.of(receiver);
    return weakest([this.#ofItems(receiver), "backed"]);
  }

  #ofGiven(value: TypedNode): Evidence {
    const classes = builtinClasses(this.#evaluator.getType(value));
    const isScalar = classes?.every((name) => /^(?:bool|int|float|str|bytes)$/.test(name)) === true;
    return isScalar ? this.of(value) : this.#ofItems(value);
  }

  /** What a function of the repository returns. */
  #ofReturn(declaration: RawDeclaration, values: readonly (TypedNode | undefined)[]): Evidence {
    const definition = declaration.node;
    const origin = this.#typed.originOf(declaration);
    if (origin !== "file") return origin === "standard library" ? "backed" : "weak";
    const returns = (declaration.returnStatements ?? []).map((item) => part(item, "expr"));
    if (definition.d["returnAnnotation"] !== undefined) {
      return this.#declared.holdsForReturn(definition) ? "backed" : "weak";
    }
    if (declaration.isGenerator === true) return "weak";
    if (this.#declared.overridesOf(definition).length > 0) return "weak";
    // Without annotations pyright works out the result from the arguments of the very call.
    const given = values.map((value) => (value === undefined ? "weak" : this.of(value)));
    const found = returns.map((value) => (value === undefined ? "weak" : this.of(value)));
    return weakest([...given, ...found, "backed"]);
  }

  #isBuiltinCall(call: TypedNode, name: string): boolean {
    if (kindOf(call) !== "Call") return false;
    const callee = part(call, "leftExpr");
    if (callee === undefined || kindOf(callee) !== "Name" || nameOf(callee) !== name) return false;
    if (this.#declared.hasStarImport(callee)) return false;
    const found = this.#declarationsOf(callee);
    return found.every((item) => this.#typed.originOf(item) === "standard library");
  }
}

function isUnpack(node: TypedNode): boolean {
  return kindOf(node) === "Unpack";
}
