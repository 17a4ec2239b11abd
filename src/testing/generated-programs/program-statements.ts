// Statements that compute, branch, loop, raise and print; what each binds is noted in its scope.
import { argumentsFor, condition, expression, stringLiteral } from "./program-expressions.ts";
import { functionStatements, classStatements } from "./program-definitions.ts";
import { observation } from "./program-observations.ts";
import { TYPES, ANNOTATIONS, type Scope, type ValueType } from "./program-scope.ts";
import { block, clause, line, type Clause, type Statement } from "./program.ts";

type Make = (scope: Scope, depth: number) => readonly Statement[];

/** The statements of a block. */
export function statements(scope: Scope, depth: number, fewest = 1, most = 4): Statement[] {
  const made: Statement[] = [];
  const count = scope.random.integer(fewest, most);
  for (let i = 0; i < count; i++) {
    if (!scope.spend(1)) break;
    if (scope.chance(0.06)) made.push(line(scope.random.pick(COMMENTS)));
    made.push(...oneStatement(scope, depth));
  }
  return made.length > 0 && !made.every(isComment) ? made : [...made, line("pass")];
}

function isComment(statement: Statement): boolean {
  return statement.kind === "line" && statement.text.startsWith("#");
}

const COMMENTS = ["# step: one", "# note \"quoted\" and 'single'", "# TODO: (maybe)"];

function oneStatement(scope: Scope, depth: number): readonly Statement[] {
  const table = depth > 0 ? [...SIMPLE, ...COMPOUND] : SIMPLE;
  const all = table.reduce((sum, [weight]) => sum + weight, 0);
  let left = scope.random.integer(0, all - 1);
  for (const [weight, make] of table) {
    left -= weight;
    if (left < 0) return make(scope, depth);
  }
  return [];
}

/** Notes that a name has a value of a type from here on. */
export function bind(scope: Scope, name: string, type: ValueType): void {
  scope.own.add(name);
  const known = scope.variables.findIndex((variable) => variable.name === name);
  if (known >= 0) scope.variables.splice(known, 1);
  scope.variables.push({ name, type });
}

function assignment(scope: Scope): readonly Statement[] {
  const type = scope.random.pick(TYPES);
  const value = expression(type, scope);
  const name = scope.fresh();
  const isAnnotated = scope.chance(0.15);
  bind(scope, name, type);
  if (isAnnotated) return [line(`${name}: ${ANNOTATIONS[type]} = ${value}`)];
  if (scope.chance(0.05)) {
    const second = scope.fresh();
    bind(scope, second, type);
    return [line(`${name} = ${second} = ${value}`)];
  }
  return [line(`${name} = ${value}`)];
}

/** Another value for a variable that the function has, by one operator or anew. */
function change(scope: Scope): readonly Statement[] {
  const own = scope.changeable();
  if (own.length === 0) return assignment(scope);
  const { name, type } = scope.random.pick(own);
  if (type === "int") {
    const operator = scope.random.pick(["+=", "-=", "^=", "|=", "="]);
    return [line(`${name} ${operator} ${expression("int", scope, 1)}`)];
  }
  if (type === "str" && scope.place.times < 10) return [line(`${name} += ${stringLiteral(scope)}`)];
  if (type === "table") return [line(`${name}["alpha"] = ${expression("int", scope, 1)}`)];
  if (type === "tags") return [line(`${name}.add(${expression("int", scope, 1)})`)];
  return [line(`${name} = ${expression(type, scope, 1)}`)];
}

function printed(scope: Scope): readonly Statement[] {
  const type = scope.random.pick(TYPES);
  const known = scope.variables.filter(({ name }) => scope.own.has(name));
  // Through a field, since an argument keeps a variable from being renamed.
  if (known.length > 0 && scope.chance(0.5)) {
    const fields = scope.random.sample(known, Math.min(known.length, 2));
    return [line(`print(f"${fields.map(({ name }) => `{${name}}`).join(" and ")}")`)];
  }
  return [line(`print(${stringLiteral(scope)}, ${expression(type, scope)})`)];
}

function unpacked(scope: Scope): readonly Statement[] {
  const values = [expression("int", scope, 1), expression("int", scope, 1)];
  const names = [scope.fresh()];
  names.push(scope.fresh());
  if (names[0] === names[1]) return assignment(scope);
  const source = scope.chance(0.3) ? expression("pair", scope, 1) : values.join(", ");
  for (const name of names) bind(scope, name, "int");
  const star = scope.chance(0.15);
  if (!star) return [line(`${names.join(", ")} = ${source}`)];
  const last = scope.variables.at(-1);
  if (last !== undefined) bind(scope, last.name, "ints");
  return [line(`${names[0] ?? ""}, *${names[1] ?? ""} = ${expression("ints", scope, 0)}`)];
}

/** After it the name has no value, and what reads it raises. */
function deleted(scope: Scope): readonly Statement[] {
  const own = scope.changeable();
  if (own.length < 3) return assignment(scope);
  const { name } = scope.random.pick(own);
  if (scope.chance(0.85)) {
    scope.variables.splice(
      0,
      scope.variables.length,
      ...scope.variables.filter((item) => item.name !== name),
    );
  }
  return [line(`del ${name}`)];
}

function multiline(scope: Scope): readonly Statement[] {
  const name = scope.fresh();
  const value = scope.random.pick([
    '"""first\n    second\n  third"""',
    "'''\n\ttabbed\n'''",
    '("one"\n     "two")',
    "(  # why\n    'inner text'\n)",
    'f"""{1 +\n 1} lines\n    here"""',
    '"keep " \\\n    "joined"',
  ]);
  bind(scope, name, "str");
  return [line(`${name} = ${value}`)];
}

function raised(scope: Scope): readonly Statement[] {
  const error = scope.random.pick([
    "ValueError",
    "KeyError",
    "RuntimeError",
    "LookupError",
    "StopIteration",
  ]);
  const text = scope.chance(0.5) ? stringLiteral(scope) : expression("str", scope, 1);
  const statement =
    scope.place.inHandler && scope.chance(0.3) ? "raise" : `raise ${error}(${text})`;
  return [block(`if ${condition(scope, 1)}:`, [line(statement)])];
}

function asserted(scope: Scope): readonly Statement[] {
  return [line(`assert ${condition(scope, 1)}, ${stringLiteral(scope)}`)];
}

function returned(scope: Scope): readonly Statement[] {
  if (scope.place.kind !== "function") return printed(scope);
  const value =
    scope.place.isGenerator && scope.place.isAsync ? "" : ` ${expression("int", scope)}`;
  return [block(`if ${condition(scope, 1)}:`, [line(`return${value}`)])];
}

function yielded(scope: Scope): readonly Statement[] {
  const { isGenerator, isAsync } = scope.place;
  if (isGenerator && scope.chance(0.8)) {
    if (scope.chance(0.2) && !isAsync) {
      const name = scope.fresh();
      const value = expression("int", scope, 1);
      bind(scope, name, "int");
      return [line(`${name} = (yield ${value}) or 0`)];
    }
    return [line(`yield ${expression("int", scope)}`)];
  }
  if (!isAsync) return printed(scope);
  const usable = scope.callables.filter(({ kind }) => kind === "async");
  if (usable.length === 0 || scope.chance(0.4)) return [line("await asyncio.sleep(0)")];
  const callee = scope.random.pick(usable);
  if (!scope.spend(callee.cost)) return [line("await asyncio.sleep(0)")];
  const call = `await ${callee.name}(${argumentsFor(callee.parameters, scope, 1)})`;
  return [line(scope.chance(0.5) ? `print(${call})` : call)];
}

function conditional(scope: Scope, depth: number): readonly Statement[] {
  const test = condition(scope, 2, scope.chance(0.45));
  const body = () => statements(scope.inside(), depth - 1, 1, 2);
  if (scope.chance(0.08))
    return [block(`if ${test}:`, [line(` ${onHeader(scope)}`)], ...elseOnHeader(scope))];
  const others: Clause[] = [];
  while (others.length < 2 && scope.chance(0.25)) {
    others.push(clause(`elif ${condition(scope, 1, scope.chance(0.4))}:`, body()));
  }
  if (scope.chance(0.6)) others.push(clause("else:", body()));
  const made = [block(`if ${test}:`, body(), ...others)];
  return made;
}

/** A statement that stands behind a header's colon. */
function onHeader(scope: Scope): string {
  const value = expression("int", scope, 1);
  return scope.random.pick([`print(${value})`, `print("short"); print(${value})`, "pass"]);
}

function elseOnHeader(scope: Scope): Clause[] {
  return scope.chance(0.5) ? [clause("else:", [line(` ${onHeader(scope)}`)])] : [];
}

function forLoop(scope: Scope, depth: number): readonly Statement[] {
  const { target, source, names } = iteration(scope);
  const inner = scope.inside({ inLoop: true, times: scope.place.times * 3 });
  for (const [name, type] of names) {
    bind(inner, name, type);
    scope.own.add(name);
  }
  const hasElse = scope.chance(0.4);
  const body = statements(inner, depth - 1, 1, 3);
  if (hasElse && scope.chance(0.5)) body.push(...jump(inner));
  const others = hasElse ? [clause("else:", statements(scope.inside(), depth - 1, 1, 2))] : [];
  // Behind a loop that ran, its variable has a value; behind an empty one reading it raises.
  for (const [name, type] of names) if (scope.chance(0.3)) bind(scope, name, type);
  return [block(`for ${target} in ${source}:`, body, ...others)];
}

interface Iteration {
  readonly target: string;
  readonly source: string;
  readonly names: readonly (readonly [string, ValueType])[];
}

function iteration(scope: Scope): Iteration {
  const [first, second] = [scope.fresh(), scope.fresh()];
  const count = scope.random.integer(0, 3);
  const one = (source: string, type: ValueType = "int"): Iteration => ({
    target: first,
    source,
    names: [[first, type]],
  });
  const two = (source: string, types: [ValueType, ValueType]): Iteration => ({
    target: scope.chance(0.2) ? `(${first}, ${second})` : `${first}, ${second}`,
    source,
    names: [
      [first, types[0]],
      [second, types[1]],
    ],
  });
  const generators = scope.callables.filter(({ kind }) => kind === "generator");
  const generator = generators.length > 0 ? scope.random.pick(generators) : null;
  if (generator !== null && scope.chance(0.4) && scope.spend(generator.cost)) {
    return one(`${generator.name}(${argumentsFor(generator.parameters, scope, 0)})`);
  }
  const box = scope.pick("box");
  if (box !== null && scope.chance(0.08)) {
    return { target: `${box.name}.value`, source: `range(${count})`, names: [] };
  }
  const kinds: readonly (() => Iteration)[] = [
    () => one(`range(${count})`),
    () => one(`range(${scope.random.integer(1, 3)})`),
    () => one(expression("ints", scope, 0)),
    () => one(`tuple(${expression("ints", scope, 0)})`),
    () => one("1, 2, 3"),
    () => one('"abc"', "str"),
    () => one(`list(${expression("table", scope, 0)})`, "str"),
    () => one(`(note("next", ${first}) for ${first} in range(3))`),
    () => one("Steps(3)"),
    ...(first === second
      ? []
      : [
          () => two(`enumerate(${expression("ints", scope, 0)})`, ["int", "int"]),
          () => two(`zip(range(3), ${expression("ints", scope, 0)})`, ["int", "int"]),
          () => two(`list(${scope.pick("table")?.name ?? '{"alpha": 4}'}.items())`, ["str", "int"]),
          () => two("[(1, 2), (3, 4)]", ["int", "int"]),
        ]),
  ];
  return scope.random.pick(kinds)();
}

function whileLoop(scope: Scope, depth: number): readonly Statement[] {
  const counter = scope.fresh();
  const start = `${counter} = ${scope.random.pick(["0", "1"])}`;
  scope.counters.add(counter);
  bind(scope, counter, "int");
  const inner = scope.inside({ inLoop: true, times: scope.place.times * 3 });
  const limit = scope.random.pick(["2", "3", 'note("limit", 3)', "len([1, 2, 3])"]);
  const also = scope.chance(0.3) ? ` and (${condition(scope, 1)})` : "";
  // The counter comes first, so that no `continue` can miss it.
  const body = [line(`${counter} += 1`), ...statements(inner, depth - 1, 1, 3)];
  const others = scope.chance(0.25)
    ? [clause("else:", statements(scope.inside(), depth - 1, 1, 2))]
    : [];
  return [line(start), block(`while ${counter} < ${limit}${also}:`, body, ...others)];
}

function jump(scope: Scope): readonly Statement[] {
  if (!scope.place.inLoop) return printed(scope);
  const word = scope.random.pick(["break", "break", "continue"]);
  if (scope.chance(0.15))
    return [block(`if ${condition(scope, 1)}:`, [line(` print("jump"); ${word}`)])];
  const before = scope.chance(0.3) ? printed(scope) : [];
  return [block(`if ${condition(scope, 1, scope.chance(0.2))}:`, [...before, line(word)])];
}

function tried(scope: Scope, depth: number): readonly Statement[] {
  const body = statements(scope.inside(), depth - 1, 1, 2);
  const hasFinally = scope.chance(0.35);
  const others: Clause[] = [];
  if (!hasFinally || scope.chance(0.6)) {
    const name = scope.fresh();
    scope.own.add(name);
    const errors = scope.random.pick([
      "Exception",
      "ValueError",
      "(KeyError, IndexError)",
      "ArithmeticError",
      "LookupError",
      "TypeError",
      "NameError",
    ]);
    const handler = statements(scope.inside({ inHandler: true }), depth - 1, 1, 2);
    const tell = line(`print(type(${name}).__name__, ${name})`);
    others.push(clause(`except ${errors} as ${name}:`, [tell, ...handler]));
    if (scope.chance(0.15)) others.push(clause("except RuntimeError:", [line('print("runtime")')]));
    if (scope.chance(0.3))
      others.push(clause("else:", statements(scope.inside(), depth - 1, 1, 2)));
  }
  if (hasFinally) others.push(clause("finally:", statements(scope.inside(), depth - 1, 1, 2)));
  return [block("try:", body, ...others)];
}

function managed(scope: Scope, depth: number): readonly Statement[] {
  const name = scope.fresh();
  const swallows = scope.chance(0.2) ? ", True" : "";
  const head = `with Guard("${scope.random.pick(["door", "gate", "lock"])}"${swallows})`;
  if (scope.chance(0.5)) return [block(`${head}:`, statements(scope.inside(), depth - 1, 1, 2))];
  scope.own.add(name);
  const inner = scope.inside();
  bind(inner, name, "box");
  return [block(`${head} as ${name}:`, statements(inner, depth - 1, 1, 3))];
}

function matched(scope: Scope, depth: number): readonly Statement[] {
  const name = scope.fresh();
  const subject = expression(scope.random.pick(["int", "str", "pair"] as const), scope, 1);
  const inner = scope.inside();
  bind(inner, name, "int");
  const body = () => statements(scope.inside(), depth - 1, 1, 2);
  return [
    {
      kind: "block",
      clauses: [
        clause(`match ${subject}:`, [
          block("case 0 | 1:", body()),
          block('case "alpha" | "gamma":', body()),
          block(`case (${name}, 2) if ${condition(inner, 0)}:`, statements(inner, depth - 1, 1, 3)),
          block("case _:", body()),
        ]),
      ],
    },
  ];
}

const SIMPLE: readonly (readonly [number, Make])[] = [
  [18, assignment],
  [9, change],
  [12, printed],
  [3, unpacked],
  [1, deleted],
  [4, multiline],
  [2, raised],
  [1, asserted],
  [3, returned],
  [5, yielded],
  [6, jump],
  [3, observation],
];

const COMPOUND: readonly (readonly [number, Make])[] = [
  [18, conditional],
  [9, forLoop],
  [6, whileLoop],
  [6, tried],
  [4, managed],
  [2, matched],
  [3, functionStatements],
  [1, classStatements],
];
