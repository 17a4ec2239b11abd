// Functions and classes of generated programs, and the calls that run them.
import { argumentsFor, expression, stringLiteral } from "./program-expressions.ts";
import { ANNOTATIONS, TYPES, type Callable, type Scope, type ValueType } from "./program-scope.ts";
import { bind, statements } from "./program-statements.ts";
import { block, clause, line, type Statement } from "./program.ts";

export const METHODS = ["merge_totals", "describe", "refresh", "weight_of", "combine"];

const FUNCTIONS = "compute collect scan settle arrange measure gather reduce_all explore".split(
  " ",
);

/** A function, and a call of it where it is a nested one. */
export function functionStatements(scope: Scope, depth: number): readonly Statement[] {
  const kind = scope.random.pick(["plain", "plain", "plain", "generator", "async"] as const);
  const { definition, callable } = functionOf(scope, kind, depth);
  scope.callables.push(callable);
  return [definition, ...callOf(callable, scope)];
}

/** A definition with what has to be known for calling it. */
export function functionOf(
  scope: Scope,
  kind: Callable["kind"],
  depth: number,
): { definition: Statement; callable: Callable } {
  const used = new Set([...scope.own, ...scope.callables.map((callable) => callable.name)]);
  // Programs whose types are asked together must not take each other's functions for theirs.
  const suffix = scope.program;
  let name = `${scope.random.pick(FUNCTIONS)}_${suffix}`;
  for (let number = 2; used.has(name); number++) {
    name = `${scope.random.pick(FUNCTIONS)}_${suffix}_${number}`;
  }
  scope.own.add(name);
  const inner = scope.function({ isAsync: kind === "async", isGenerator: kind === "generator" });
  const parameters = parametersOf(inner);
  const [head, body] = [headOf(name, kind, parameters, inner), bodyOf(inner, depth)];
  const cost = 1 + inner.spent.cost;
  const types = parameters.filter((item) => !item.isOptional).map(({ type }) => type);
  return {
    definition: block(head, body),
    callable: { name, kind, parameters: types, cost },
  };
}

interface Parameter {
  readonly name: string;
  readonly type: ValueType;
  readonly isOptional: boolean;
}

function parametersOf(inner: Scope): Parameter[] {
  const parameters: Parameter[] = [];
  for (let left = inner.random.integer(0, 3); left > 0; left--) {
    const [name, type] = [inner.fresh(), inner.random.pick(TYPES)];
    const isOptional = left === 1 && type === "int" && inner.chance(0.4);
    bind(inner, name, type);
    parameters.push({ name, type, isOptional });
  }
  return parameters;
}

function headOf(
  name: string,
  kind: Callable["kind"],
  parameters: readonly Parameter[],
  inner: Scope,
): string {
  const isTyped = inner.chance(0.8);
  const texts = parameters.map(({ name: parameter, type, isOptional }) => {
    const annotation = isTyped ? `: ${ANNOTATIONS[type]}` : "";
    const value = isOptional ? (isTyped ? " = 2" : "=2") : "";
    return parameter + annotation + value;
  });
  const result = isTyped && kind === "plain" && inner.chance(0.5) ? " -> int" : "";
  const decorator = kind === "plain" && inner.chance(0.08) ? "@traced\n" : "";
  const keyword = kind === "async" ? "async def" : "def";
  return `${decorator}${keyword} ${name}(${texts.join(", ")})${result}:`;
}

function bodyOf(inner: Scope, depth: number): Statement[] {
  const before: Statement[] = [];
  if (inner.chance(0.25)) before.push(line(inner.random.pick(DOCSTRINGS)));
  before.push(...declarations(inner));
  before.push(...closure(inner));
  const body = statements(inner, depth, 1, 4);
  const { isGenerator } = inner.place;
  const last = isGenerator
    ? [line(`yield ${expression("int", inner)}`)]
    : inner.chance(0.85)
      ? [line(`return ${expression("int", inner)}`)]
      : [line("return 0")];
  return [...before, ...body, ...last];
}

const DOCSTRINGS = [
  '"""Returns what it finds."""',
  "'''First line.\n\n    Second line.\n    '''",
  '"documented"',
];

/** A look at a variable of a function around. */
function closure(inner: Scope): Statement[] {
  const captured = inner.variables.filter(
    ({ name }) => inner.enclosing.has(name) && !inner.own.has(name),
  );
  if (captured.length === 0 || inner.chance(0.4)) return [];
  const { name, type } = inner.random.pick(captured);
  const test = type === "int" ? `${name} > 1` : name;
  return inner.chance(0.7)
    ? [line(`print(f"{${name}}")`)]
    : [block(`if ${test}:`, [line('print("captured")')])];
}

/** A global or nonlocal statement at the head of a function. */
function declarations(inner: Scope): Statement[] {
  if (!inner.chance(0.2)) return [];
  const keyword = inner.features.has("globals") && inner.chance(0.5) ? "global" : "nonlocal";
  const candidates = inner.variables.filter(
    ({ name }) => !inner.own.has(name) && (keyword === "global" || inner.enclosing.has(name)),
  );
  if (candidates.length === 0) return [];
  const { name, type } = inner.random.pick(candidates);
  bind(inner, name, type);
  inner.counters.add(name);
  if (keyword === "global") inner.globals.add(name);
  const set = type === "int" ? [line(`${name} = ${expression("int", inner, 1)}`)] : [];
  return [line(`${keyword} ${name}`), ...set];
}

/** Statements that call a function in a way that shows whatever comes of it. */
export function callOf(callable: Callable, scope: Scope): Statement[] {
  const { name, kind, parameters, cost } = callable;
  if (!scope.spend(cost)) return [];
  const call = `${name}(${argumentsFor(parameters, scope, 1)})`;
  const shown =
    kind === "plain"
      ? `print("${name}", ${call})`
      : kind === "generator"
        ? `print("${name}", ${scope.random.pick(["list", "list", "sum", "next"])}(${call}))`
        : scope.place.isAsync
          ? `print("${name}", await ${call})`
          : `print("${name}", run(${call}))`;
  return [
    block(
      "try:",
      [line(shown)],
      clause("except Exception as error:", [line('print("raised", type(error).__name__, error)')]),
    ),
  ];
}

/** A class with methods, an object of it, and what is asked of that. */
export function classStatements(scope: Scope, depth: number): readonly Statement[] {
  const taken = scope.variables.length;
  const word = scope.random.pick(["Store", "Ledger", "Walker", "Shape"]);
  const name = `${word}${scope.program}_${scope.own.size}_${taken}`;
  scope.own.add(name);
  const base = scope.random.pick([
    "",
    "",
    "",
    "(Base)",
    "(Base)",
    "(Hooked)",
    "(dict)",
    "(Exception)",
  ]);
  const methods = scope.random.sample(METHODS, scope.random.integer(1, 2));
  const inner = scope.function({ kind: "class" });
  const body: Statement[] = [];
  if (scope.chance(0.3)) body.push(line('"""A class of its own."""'));
  if (base === "" && scope.chance(0.1)) body.push(line('__slots__ = ("value", "name")'));
  if (scope.chance(0.5)) {
    body.push(
      line(`kinds = ${stringLiteral(scope)}`),
      line(`step = ${expression("int", inner, 1)}`),
    );
  }
  if (scope.chance(0.25)) body.push(...statements(inner, Math.min(depth, 1), 1, 3));
  if (base === "") {
    body.push(
      block("def __init__(self, value: int = 3):", [
        line("self.value = value"),
        line('self.name = "start"'),
      ]),
    );
  }
  for (const method of methods) body.push(methodOf(method, scope, depth));
  const object = scope.fresh();
  scope.own.add(object);
  const head = `${scope.chance(0.1) ? "@registered\n" : ""}class ${name}${base}:`;
  return [
    block(head, body),
    line(`${object} = ${name}()`),
    ...questions(object, name, methods, scope),
  ];
}

function methodOf(name: string, scope: Scope, depth: number): Statement {
  const inner = scope.function({});
  inner.own.add("self");
  const kind = scope.random.integer(0, 9);
  const parameters = kind > 1 ? parametersOf(inner).map((item) => item.name) : [];
  const own = kind === 2 ? [] : ["self"];
  // Every argument is given by position, and is a number whatever the name was bound to.
  for (const parameter of parameters) bind(inner, parameter, "int");
  const body = bodyOf(inner, Math.min(depth, 1));
  if (kind > 2) body.splice(-1, 0, line(`self.seen = ${expression("int", inner, 1)}`));
  const decorator = ["@property\n", "@property\n", "@staticmethod\n"][kind] ?? "";
  const list = [...own, ...parameters.map((parameter) => `${parameter}: int = 1`)];
  return block(`${decorator}def ${name}(${list.join(", ")}):`, body);
}

function questions(
  object: string,
  type: string,
  methods: readonly string[],
  scope: Scope,
): Statement[] {
  const [first] = methods;
  const asked: string[] = [
    `print(${object}.${first ?? "value"}())`,
    `print(callable(getattr(${object}, "${scope.random.pick(METHODS)}", None)))`,
    `print([word for word in dir(${type}) if not word.startswith("_")])`,
    `print(sorted(vars(${type}))[-3:])`,
    `print(hasattr(${object}, "${scope.random.pick(METHODS)}"))`,
    `print(type(${object}.${scope.random.pick(METHODS)}).__name__)`,
    `print(${type}.__doc__, ${type}.__name__)`,
    `print(getattr(${object}, "merge_" + "totals", "absent") == "absent")`,
    `${object}.${scope.random.pick(METHODS)}()`,
  ];
  const reflective = scope.features.has("class-names") ? [2, 3, 4, 7] : [];
  const chosen = [0, scope.random.pick([0, 1, 5, 6, 8, ...reflective])];
  return chosen.map((index) =>
    block(
      "try:",
      [line(asked[index] ?? "pass")],
      clause("except Exception as error:", [line('print("raised", type(error).__name__, error)')]),
    ),
  );
}
