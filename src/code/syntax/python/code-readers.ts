// Readers of code objects. A name that a function never binds at run time is still in its code, and
// so are the constants and names of a condition or handler that changes nothing.
import { ancestors, child, childrenIn, enclosingFunction, walk, type SyntaxNode } from "./node.ts";
import { calledNames, lastName } from "./observers.ts";
import type { PythonModule } from "./parse.ts";

/** `names`: which local variables there are. `instructions`: what the function does, and how. */
export type CodePart = "names" | "instructions";

export const CODE_PARTS: readonly CodePart[] = ["names", "instructions"];

const READERS: Readonly<Record<CodePart, ReadonlySet<string>>> = {
  names: new Set(["co_varnames", "co_nlocals"]),
  instructions: new Set(
    (
      "co_code co_consts co_names co_stacksize _co_code_adaptive get_instructions Bytecode dis " +
      "disassemble getclosurevars settrace call_tracing"
    ).split(" "),
  ),
};

/** Attributes that are code objects. */
const CODE_OBJECTS = new Set("__code__ func_code f_code gi_code cr_code ag_code".split(" "));

/** Words without which a module reads no code object. */
export const CODE_WORDS: RegExp = new RegExp(
  `\\b(?:${[...READERS.names, ...READERS.instructions, ...CODE_OBJECTS].join("|")})\\b`,
);

/** The parts of code objects that a name or string in a module asks for. */
function partsReadAt(node: SyntaxNode): readonly CodePart[] {
  if (node.kind === "String") {
    const word = /^["']+(\w+)["']+$/.exec(node.value)?.[1] ?? "";
    if (CODE_OBJECTS.has(word)) return CODE_PARTS;
    return word.startsWith("co_") ? CODE_PARTS.filter((part) => READERS[part].has(word)) : [];
  }
  if (node.kind !== "Name") return [];
  if (CODE_OBJECTS.has(node.value)) return goesElsewhere(node) ? CODE_PARTS : [];
  // The module, not a variable of that name.
  if (node.value === "dis" && node.role !== "part") return [];
  return CODE_PARTS.filter((part) => READERS[part].has(node.value));
}

/** Calls that make something of a code object that does the same, or ask it for a name. */
const HARMLESS_CALLS = new Set("FunctionType CodeType isinstance type id str repr".split(" "));

/**
 * Whether a code object goes to where nobody sees what is done with it. One that is given a name
 * does not: parts are asked for by their own names.
 */
function goesElsewhere(name: SyntaxNode): boolean {
  if (name.parent?.kind !== "MemberAccess" || name.role !== "member") return false;
  const outer = name.parent.parent;
  if (outer?.kind === "Return" || outer?.kind === "Yield") return true;
  if (outer?.kind === "BinaryOperation") return outer.value === "==" || outer.value === "!=";
  if (outer?.kind !== "Argument" || outer.parent?.kind !== "Call") return false;
  return !HARMLESS_CALLS.has(lastName(child(outer.parent, "callee")) ?? "");
}

export interface CodeReaders {
  /** The parts of code objects that the module reads. */
  readonly parts: ReadonlySet<CodePart>;
  /** Names of functions that read them, be it through others of the same module. */
  readonly functions: Readonly<Record<CodePart, ReadonlySet<string>>>;
}

const NONE: CodeReaders = {
  parts: new Set(),
  functions: { names: new Set(), instructions: new Set() },
};

/** What a module reads of code objects. */
export function codeReaders(module: PythonModule): CodeReaders {
  if (!CODE_WORDS.test(module.text)) return NONE;
  const parts = new Set<CodePart>();
  const functions = { names: new Set<string>(), instructions: new Set<string>() };
  const definitions: SyntaxNode[] = [];
  for (const node of walk(module.root)) {
    if (node.kind === "Function") definitions.push(node);
    for (const part of partsReadAt(node)) {
      parts.add(part);
      for (const outer of ancestors(node)) addName(outer, functions[part]);
    }
  }
  for (const part of parts) addCallers(definitions, functions[part]);
  return { parts, functions };
}

/**
 * Notes what other modules may call it by: not a function inside of a function, which they only get
 * from the outer one. A special method is called by syntax, so its class stands for it.
 */
function addName(definition: SyntaxNode, names: Set<string>): void {
  if (definition.kind !== "Function" && definition.kind !== "Class") return;
  const name = child(definition, "name")?.value ?? "";
  if (!name.startsWith("__") && enclosingFunction(definition) === null) names.add(name);
}

function addCallers(definitions: readonly SyntaxNode[], readers: Set<string>): void {
  const called = definitions.map((definition) => new Set(calledNames(definition)));
  let size = -1;
  while (size !== readers.size) {
    size = readers.size;
    definitions.forEach((definition, index) => {
      if (isDisjoint(readers, called[index] ?? new Set())) return;
      for (const outer of [definition, ...ancestors(definition)]) addName(outer, readers);
    });
  }
}

function isDisjoint(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const item of some) if (others.has(item)) return false;
  return true;
}

/** Names of the decorators of a function or class. */
export function decoratorNames(definition: SyntaxNode): string[] {
  return childrenIn(definition, "decorator").flatMap((decorator) => {
    const expression = child(decorator, "value");
    const callee = expression?.kind === "Call" ? child(expression, "callee") : expression;
    return lastName(callee ?? null) ?? [];
  });
}
