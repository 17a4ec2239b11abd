// Whole programs: a prelude with classes and functions that print what is done with them, functions
// and classes that may use each other, and calls of all of them. They end, since a function calls
// only what stands above it and loops are short; they print the same each time.
import { randomStream, type RandomStream } from "../../core/random-stream.ts";
import { callOf, classStatements, functionOf, METHODS } from "./program-definitions.ts";
import { Scope, type Callable } from "./program-scope.ts";
import { statements } from "./program-statements.ts";
import { block, clause, line, statementsText, type Program, type Statement } from "./program.ts";

/** What only some programs do, since it holds back rewrites in the rest of the module. */
const FEATURES: readonly (readonly [string, number])[] = [
  ["local-names", 0.15],
  ["frames", 0.04],
  ["module-names", 0.08],
  ["format-text", 0.15],
  ["docstrings", 0.3],
  ["class-names", 0.15],
  ["globals", 0.6],
  ["deep", 0.03],
];

const STRINGS = ["invalid width", 'it\'s "odd"', "C:\\temp\nnext", "{total} %s", "café 🙂", ""];

/** The program with a number, of those that a seed stands for. */
export function generateProgram(seed: string | number, number: number): Program {
  const random = randomStream(seed, `program/${number}`);
  const isChosen = (share: number) => random.next() < share;
  const features = new Set(FEATURES.flatMap(([name, share]) => (isChosen(share) ? [name] : [])));
  return {
    name: `${seed}/${number}`,
    statements: moduleOf(moduleScope(random, number, features)),
    indentation: random.pick(["    ", "    ", "    ", "  ", "\t"]),
    newline: isChosen(0.1) ? "\r\n" : "\n",
    keywords: { string: random.pick(STRINGS), method: random.pick(METHODS) },
  };
}

function moduleScope(random: RandomStream, program: number, features: ReadonlySet<string>): Scope {
  return new Scope({
    ...{ random, program, features },
    place: {
      ...{ kind: "module", isAsync: false, isGenerator: false },
      ...{ inLoop: false, inHandler: false, times: 1 },
    },
    ...{ variables: [], callables: [], own: new Set(), counters: new Set(), globals: new Set() },
    ...{ outer: new Set(), enclosing: new Set() },
    spent: { cost: 0 },
  });
}

function moduleOf(scope: Scope): Statement[] {
  const made: Statement[] = [];
  if (scope.chance(0.3)) made.push(line('"""A generated program.\n    Indented text.\n"""'));
  if (scope.chance(0.2)) made.push(line("from __future__ import annotations"));
  const head = made.length;
  made.push(...statements(scope, 0, 1, 3));
  const callables: Callable[] = [];
  for (let left = scope.random.integer(1, 2); left > 0; left--) {
    const kind = scope.random.pick(["plain", "plain", "plain", "generator", "async"] as const);
    const { definition, callable } = functionOf(scope, kind, 2);
    scope.callables.push(callable);
    callables.push(callable);
    made.push(definition);
    if (scope.chance(0.18)) made.push(...classStatements(scope, 1));
  }
  if (scope.features.has("deep")) made.push(...deepBlocks(scope));
  made.push(...guarded(statements(scope, 1, 1, 2)));
  for (const callable of callables) {
    made.push(...callOf(callable, scope));
    if (scope.chance(0.5)) made.push(...callOf(callable, scope));
  }
  if (scope.features.has("docstrings"))
    made.push(line(`print(__doc__, ${callables[0]?.name ?? "note"}.__doc__)`));
  made.splice(head, 0, ...usedBy(made, prelude(scope)));
  return made;
}

/** The definitions that a program, or another one of them, mentions. */
function usedBy(program: readonly Statement[], definitions: readonly Statement[]): Statement[] {
  const used: Statement[] = [];
  const wordsOf = (text: string) => text.match(/\w+/g) ?? [];
  const words = new Set(wordsOf(statementsText(program)));
  for (const definition of [...definitions].reverse()) {
    const text = statementsText([definition]);
    if (!words.has(/(?:class|def|import) (\w+)/.exec(text)?.[1] ?? "")) continue;
    used.unshift(definition);
    for (const word of wordsOf(text)) words.add(word);
  }
  return used;
}

/** Statements of the module itself, whose exceptions don't keep the rest from running. */
function guarded(body: readonly Statement[]): Statement[] {
  const shown = line('print("raised", type(error).__name__, error)');
  return [block("try:", body, clause("except Exception as error:", [shown]))];
}

/** As many blocks in each other as CPython allows, or nearly. */
function deepBlocks(scope: Scope): Statement[] {
  let body: Statement[] = [
    line("print('deep')"),
    line("pass"),
    line("pass"),
    line("pass"),
    line("pass"),
  ];
  const levels = scope.random.integer(15, 18);
  for (let level = 0; level < levels; level++) {
    const heads = ["for level in range(1):", 'with Guard("deep"):', "if __name__:"];
    body = [block(scope.random.pick(heads), body)];
  }
  return body;
}

/** What every program has at its head. */
function prelude({ features }: Scope): Statement[] {
  const print = (text: string) => line(`print(${text})`);
  const self = (name: string, ...body: string[]) =>
    block(
      `def ${name}:`,
      body.map((text) => line(text)),
    );
  const frames = features.has("frames")
    ? [line("import sys"), self("caller_names()", "return [*sys._getframe(1).f_locals]")]
    : [];
  return [
    line("import asyncio"),
    ...frames,
    self("note(tag: str, value: int) -> int", 'print("note", tag, value)', "return value"),
    block("class Box:", [
      self("__init__(self, value: int)", "self.value = value"),
      self("__repr__(self)", 'return f"Box({self.value})"'),
      self("__lt__(self, other)", 'print("lt", self, other)', "return self.value < other.value"),
      self(
        "__gt__(self, other)",
        'print("gt", self, other)',
        "return self.value > other.value + 1",
      ),
      self("__add__(self, other)", 'print("add", self, other)', "return Box(self.value + 2)"),
      self("__mul__(self, other)", 'print("mul", self, other)', "return Box(self.value % 5)"),
      self("__bool__(self)", 'print("bool", self)', "return self.value > 2"),
    ]),
    block("class Steps:", [
      self("__init__(self, most: int)", "self.most = most"),
      self("__iter__(self)", 'print("iter")', "return self"),
      self(
        "__next__(self)",
        'print("step", self.most)',
        "self.most -= 1",
        "if self.most < 0: raise StopIteration",
        "return self.most",
      ),
    ]),
    block("class Guard:", [
      self("__init__(self, name, swallows=False)", "self.name, self.swallows = name, swallows"),
      block("def __enter__(self):", [
        print('"enter", self.name'),
        line("return Box(len(self.name))"),
      ]),
      block("def __exit__(self, kind, error, trace):", [
        print('"exit", kind'),
        line("return self.swallows"),
      ]),
    ]),
    block("class Base:", [
      self("__init__(self)", "self.value = 1"),
      self("describe(self)", 'return "base"'),
      self("combine(self)", "return self.describe()"),
    ]),
    block("class Hooked:", [
      line("value = 2"),
      self(
        "__getattr__(self, name)",
        'print("asked for", name)',
        "return lambda *given: len(name)",
      ),
    ]),
    block("def traced(function):", [
      block("def wrapper(*args, **kwargs):", [
        print('"calls", function.__name__'),
        line("return function(*args, **kwargs)"),
      ]),
      line("return wrapper"),
    ]),
    self(
      "registered(cls)",
      "print(sorted(word for word in vars(cls) if word[0] != '_'))",
      "return cls",
    ),
    block("def run(coroutine):", [line("return asyncio.run(coroutine)")]),
  ];
}
