// Expressions of a wanted type over what a place can use. Each says how tightly it binds, so that
// parentheses stand where Python needs them and, now and then, where it doesn't.
import type { Scope, ValueType } from "./program-scope.ts";

/** 3: stands anywhere as it is; 2: arithmetic; 1: comparisons, `not`, `and`, `or`; 0: the rest. */
type Tightness = 0 | 1 | 2 | 3;

interface Expression {
  readonly text: string;
  readonly tightness: Tightness;
}

type Make = (scope: Scope, depth: number) => Expression;

const is = (tightness: Tightness, text: string): Expression => ({ text, tightness });

/** An expression of a type. */
export function expression(type: ValueType, scope: Scope, depth = 2): string {
  return make(type, scope, depth).text;
}

/** A condition; with `isJoined` one whose operator is `and`. */
export function condition(scope: Scope, depth = 2, isJoined = false): string {
  if (!isJoined) return truth(scope, depth).text;
  const operands = Array.from({ length: scope.random.integer(2, 3) }, () =>
    at(1, truth(scope, 1), scope).replace(/^(.* (?:and|or) .*)$/, "($1)"),
  );
  const joined = operands.join(" and ");
  return scope.chance(0.1) ? `(${joined})` : joined;
}

/** A string literal of some kind. */
export function stringLiteral(scope: Scope): string {
  return scope.random.pick(LITERALS);
}

const LITERALS = [
  '"alpha"',
  "'beta ray'",
  '"tab\\tend"',
  '"line\\nbreak"',
  "'it\\'s odd'",
  '"say \\"hi\\""',
  '"back\\\\slash"',
  '"caf\\u00e9"',
  '"\\x41\\x42cd"',
  '"é√∂ wide"',
  "r'raw\\d+'",
  '"""triple "one" """',
  '"ab" "cd"',
  '"\\N{BULLET} dot"',
  '"100% sure"',
  '"{brace} {{x}}"',
  '"\\101\\102 octal"',
  "'semi; # hash'",
  '"""two\n  lines"""',
  "'''ends\n'''",
  '"long \\\njoined"',
  '"\\U0001F600 face"',
  "u'prefixed'",
  '"🙂 plain"',
];

/** With parentheses where it binds less tightly than the place needs. */
function at(needed: Tightness, { text, tightness }: Expression, scope: Scope): string {
  return tightness < needed || (needed < 3 && scope.chance(0.06)) ? `(${text})` : text;
}

function make(type: ValueType, scope: Scope, depth: number): Expression {
  const known = scope.pick(type);
  if (known !== null && scope.chance(depth <= 0 ? 0.75 : 0.35)) return is(3, known.name);
  if (depth > 0 && scope.chance(0.12)) return ternary(type, scope, depth - 1);
  const { simple, deep } = KINDS[type];
  const kinds = depth > 0 && scope.chance(0.75) ? deep : simple;
  return scope.random.pick(kinds)(scope, depth - 1);
}

function ternary(type: ValueType, scope: Scope, depth: number): Expression {
  const [yes, no] = [make(type, scope, depth), make(type, scope, depth)];
  const test = at(1, truth(scope, depth), scope);
  return is(0, `${at(1, yes, scope)} if ${test} else ${no.text}`);
}

/** A call that tells when it happens. */
function noted(scope: Scope, depth: number): Expression {
  const value = scope.random.pick([() => number(scope), () => expression("int", scope, depth)])();
  return is(3, `note("${scope.random.pick(["a", "bb", "ccc", "dddd"])}", ${value})`);
}

function number(scope: Scope): string {
  return String(scope.random.integer(0, 9));
}

/** A call of a function that returns an int. */
function called(scope: Scope, depth: number): Expression {
  const usable = scope.callables.filter(({ kind }) => kind === "plain");
  const callee = usable.length > 0 ? scope.random.pick(usable) : null;
  if (callee === null || !scope.spend(callee.cost)) return noted(scope, depth);
  return is(3, `${callee.name}(${argumentsFor(callee.parameters, scope, depth)})`);
}

/** Arguments for parameters of these types. */
export function argumentsFor(
  parameters: readonly ValueType[],
  scope: Scope,
  depth: number,
): string {
  return parameters.map((type) => expression(type, scope, Math.min(depth, 1))).join(", ");
}

/** A member of an operation whose result is a number. */
function sum(type: "int" | "float", operators: readonly string[]): Make {
  return (scope, depth) => {
    const [left, right] = [make(type, scope, depth), make(type, scope, depth)];
    const operator = scope.random.pick(operators);
    const gap = scope.chance(0.1) ? "" : " ";
    // `+` again on the right would be grouped from the left without its parentheses.
    const second = scope.chance(0.3) ? `(${right.text})` : at(2, right, scope);
    return is(2, `${at(2, left, scope)}${gap}${operator}${gap}${second}`);
  };
}

/** A product with a small number, so that nothing grows without bounds. */
function product(type: "int" | "float"): Make {
  return (scope, depth) => {
    const value = at(3, make(type, scope, depth), scope);
    const factor = type === "int" ? number(scope) : scope.random.pick(["0.5", "2.0", "3", "1e3"]);
    return is(2, scope.chance(0.5) ? `${value} * ${factor}` : `${factor} * ${value}`);
  };
}

function element(iterable: "ints" | "table"): Make {
  return (scope, depth) => {
    const base = at(3, make(iterable, scope, depth), scope);
    if (iterable === "table") {
      const key = scope.random.pick(['"alpha"', '"beta"', '"gamma"', '"missing"']);
      return is(3, scope.chance(0.7) ? `${base}.get(${key}, ${number(scope)})` : `${base}[${key}]`);
    }
    return is(3, `${base}[${scope.random.pick(["0", "-1", "1", "5"])}]`);
  };
}

function length(scope: Scope, depth: number): Expression {
  const type = scope.random.pick(["str", "ints", "table", "tags"] as const);
  return is(3, `len(${expression(type, scope, depth)})`);
}

function walrus(scope: Scope, depth: number): Expression {
  if (scope.place.kind !== "function") return noted(scope, depth);
  const name = scope.fresh();
  const value = expression("int", scope, depth);
  scope.own.add(name);
  if (scope.chance(0.5)) scope.variables.push({ name, type: "int" });
  return is(3, `(${name} := ${value})`);
}

function comprehended(open: string, close: string, head = ""): Make {
  return (scope, depth) => {
    const name = scope.fresh();
    const inner = scope.inside({ times: scope.place.times * 3 });
    const source = scope.random.pick([
      () => `range(${scope.random.integer(1, 4)})`,
      () => `${at(3, make("ints", scope, 0), scope)}[:3]`,
    ])();
    inner.variables.push({ name, type: "int" });
    // A walrus inside may not bind the same name.
    scope.own.add(name);
    const value = at(1, make("int", inner, Math.min(depth, 1)), scope);
    const test = scope.chance(0.4) ? ` if ${at(1, truth(inner, 0), scope)}` : "";
    scope.own.delete(name);
    return is(3, `${head}${open}${value} for ${name} in ${source}${test}${close}`);
  };
}

function comparison(scope: Scope, depth: number): Expression {
  const types = ["int", "int", "int", "float", "str", "tags", "pair", "box"] as const;
  const type = scope.random.pick(types);
  const other = scope.chance(0.04) ? scope.random.pick(types) : type === "int" ? "int" : type;
  const mixed = type === "int" && scope.chance(0.15) ? "float" : other;
  const operator = scope.random.pick(["<", ">", "<=", ">=", "<", ">", "==", "!="]);
  const [left, right] = [make(type, scope, depth), make(mixed, scope, depth)];
  const chain =
    type === "int" && scope.chance(0.08) ? ` < ${at(2, make("int", scope, 0), scope)}` : "";
  return is(1, `${at(2, left, scope)} ${operator} ${at(2, right, scope)}${chain}`);
}

function membership(scope: Scope, depth: number): Expression {
  const word = scope.random.pick(["in", "not in"]);
  if (scope.chance(0.5))
    return is(1, `${stringLiteral(scope)} ${word} ${at(2, make("str", scope, depth), scope)}`);
  const type = scope.random.pick(["ints", "tags"] as const);
  const value = at(2, make("int", scope, 0), scope);
  return is(1, `${value} ${word} ${at(2, make(type, scope, depth), scope)}`);
}

/** Something that is asked for its truth. */
function truth(scope: Scope, depth: number): Expression {
  if (depth <= 0) {
    const simple = scope.chance(0.6) ? comparison(scope, 0) : make("bool", scope, 0);
    return scope.chance(0.1) ? is(1, `not ${at(1, simple, scope)}`) : simple;
  }
  const kind = scope.random.integer(0, 11);
  if (kind < 5) return comparison(scope, depth - 1);
  if (kind === 5) return membership(scope, depth - 1);
  if (kind === 6) return is(1, `not ${at(1, truth(scope, depth - 1), scope)}`);
  if (kind <= 8) {
    const [left, right] = [truth(scope, depth - 1), truth(scope, depth - 1)];
    const word = scope.random.pick(["and", "or"]);
    return is(1, `${at(1, left, scope)} ${word} ${at(1, right, scope)}`);
  }
  // Values of any class have a truth.
  const type = scope.random.pick(["int", "str", "ints", "box", "bool", "table"] as const);
  return make(type, scope, depth - 1);
}

function valueOfOr(type: ValueType): Make {
  return (scope, depth) => {
    const operands = [make(type, scope, depth), make(type, scope, depth)];
    const [left, right] = operands.map((operand) => at(1, operand, scope));
    return is(1, `${left ?? ""} ${scope.random.pick(["or", "and"])} ${right ?? ""}`);
  };
}

function formatted(scope: Scope, depth: number): Expression {
  const part = (): string => {
    const type = scope.random.pick(["int", "str", "float", "bool"] as const);
    const inner = expression(type, scope, Math.min(depth, 1));
    // Quotes, braces and backslashes have no place in a field before Python 3.12.
    if (/['"\\{}#\n:!=]/.test(inner)) return "{1 + 1}";
    const debug = scope.features.has("format-text") && scope.chance(0.2) ? "=" : "";
    const format = scope.random.pick(["", "", "!r", ":>4"]);
    // A width would turn True into a number.
    return `{${inner}${debug}${type === "bool" && format === ":>4" ? "" : format}}`;
  };
  return is(3, `f"${part()} ${scope.random.pick(["of", "to", "x", "{{}}"])} ${part()}"`);
}

const literal =
  (...texts: readonly string[]): Make =>
  (scope) =>
    is(3, scope.random.pick(texts));

const boxed: Make = (scope, depth) => is(3, `Box(${expression("int", scope, depth)})`);

/** By type, what needs no other expression and what does. */
const KINDS: Readonly<
  Record<ValueType, { readonly simple: readonly Make[]; readonly deep: readonly Make[] }>
> = {
  int: {
    simple: [literal("0", "1", "2", "3", "5", "7", "-1", "12", "0x1f", "1_000"), noted],
    deep: [
      sum("int", ["+", "-", "+", "&", "|", "^"]),
      sum("int", ["+", "-", "+", "&", "|", "^"]),
      product("int"),
      product("int"),
      length,
      element("ints"),
      element("table"),
      noted,
      called,
      called,
      walrus,
      valueOfOr("int"),
      (scope, depth) => is(2, `${at(3, make("int", scope, depth), scope)} % 7`),
      (scope, depth) =>
        is(
          2,
          `${at(3, make("int", scope, depth), scope)} // ${at(3, make("int", scope, 0), scope)}`,
        ),
      comprehended("(", ")", "sum"),
      (scope, depth) => is(3, `${at(3, make("box", scope, depth), scope)}.value`),
    ],
  },
  float: {
    simple: [literal("0.5", "1.25", "2.0", "-0.0", "1e3", 'float("nan")', 'float("inf")')],
    deep: [
      sum("float", ["+", "-"]),
      product("float"),
      (scope, depth) => is(3, `float(${expression("int", scope, depth)})`),
      (scope, depth) =>
        is(2, `${at(3, make("int", scope, depth), scope)} / ${scope.random.pick(["2", "4", "0"])}`),
    ],
  },
  str: {
    simple: [(scope) => is(3, stringLiteral(scope)), literal('"gamma"', '"alpha"', "''")],
    deep: [
      formatted,
      formatted,
      (scope, depth) => is(3, `str(${expression("int", scope, depth)})`),
      (scope) => is(2, `${stringLiteral(scope)} + ${stringLiteral(scope)}`),
      (scope) =>
        is(
          3,
          literal('"alphabet"', "'a\\tbcd'", '"word"')(scope, 0).text +
            `[${scope.random.pick(["0", "1", "-1", ":2", "1:"])}]`,
        ),
      (scope, depth) =>
        is(2, `"%s and %d" % (${expression("str", scope, 0)}, ${expression("int", scope, depth)})`),
      (scope) => is(3, `"left {} right".format(${expression("int", scope, 0)})`),
      (scope) => is(3, `", ".join([${stringLiteral(scope)}, ${expression("str", scope, 0)}])`),
      (scope) => is(3, `${at(3, make("str", scope, 0), scope)}[:5]`),
      (scope) => is(2, `${stringLiteral(scope)} + ${at(3, make("str", scope, 0), scope)}[:4]`),
      (scope) => is(2, `${at(3, make("str", scope, 0), scope)}[:4] + ${stringLiteral(scope)}`),
      (scope) => is(2, `${literal('"word"', '"more"')(scope, 0).text} * 2`),
      valueOfOr("str"),
    ],
  },
  bool: {
    simple: [literal("True", "False")],
    deep: [
      comparison,
      comparison,
      membership,
      (scope, depth) => is(1, `not ${at(1, truth(scope, depth), scope)}`),
      (scope, depth) => is(3, `bool(${truth(scope, depth).text})`),
      (scope, depth) => is(3, `any(${comprehended("(", ")")(scope, depth).text})`),
    ],
  },
  ints: {
    simple: [literal("[1, 2, 3]", "[5]", "[0, 4]", "[3, 1, 2, 2]")],
    deep: [
      comprehended("[", "]"),
      (scope, depth) =>
        is(3, `[${expression("int", scope, depth)}, ${expression("int", scope, 0)}]`),
      (scope) =>
        is(
          3,
          `sorted(${expression("ints", scope, 0)}, key=lambda ${scope.fresh()}: ${number(scope)})`,
        ),
      (scope) => is(3, `list(range(${number(scope)} % 4))`),
    ],
  },
  table: {
    simple: [literal('{"alpha": 1, "beta": 2}', '{"gamma": 3}')],
    deep: [
      (scope, depth) =>
        is(
          3,
          `{"alpha": ${expression("int", scope, depth)}, ` +
            `${stringLiteral(scope)}: ${number(scope)}}`,
        ),
      (scope, depth) =>
        is(3, `dict(alpha=${expression("int", scope, depth)}, beta=${number(scope)})`),
    ],
  },
  tags: {
    simple: [literal("{1, 2}", "{True, 3}", "{2}", "{1.0, 5}")],
    deep: [
      (scope, depth) =>
        is(
          2,
          `${at(2, make("tags", scope, depth), scope)} ` +
            `${scope.random.pick(["|", "&", "^", "-"])} ${at(3, make("tags", scope, 0), scope)}`,
        ),
      comprehended("{", "}"),
    ],
  },
  pair: {
    simple: [literal("(1, 2)", "(3, 0)")],
    deep: [
      (scope, depth) =>
        is(3, `(${expression("int", scope, depth)}, ${expression("int", scope, 0)})`),
    ],
  },
  box: {
    simple: [boxed],
    deep: [
      boxed,
      (scope, depth) =>
        is(
          2,
          `${at(2, make("box", scope, depth), scope)} ${scope.random.pick(["+", "*", "|"])} ` +
            at(3, make("box", scope, 0), scope),
        ),
      valueOfOr("box"),
    ],
  },
};
