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

/** What a code object has that no inserted statement changes. */
const SHARED_PARTS = new Set(
  (
    "co_argcount co_posonlyargcount co_kwonlyargcount co_name co_qualname co_filename co_flags " +
    "co_freevars co_cellvars co_firstlineno"
  ).split(" "),
);

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

/** Whether a code object is used otherwise than by asking it for one of its parts. */
function goesElsewhere(name: SyntaxNode): boolean {
  const access =
    name.parent?.kind === "MemberAccess" && name.role === "member" ? name.parent : null;
  const outer = access?.parent;
  if (access === null || outer?.kind !== "MemberAccess" || access.role !== "base") return true;
  const part = child(outer, "member")?.value ?? "";
  return !SHARED_PARTS.has(part) && !CODE_PARTS.some((kind) => READERS[kind].has(part));
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
  let size = -1;
  while (size !== readers.size) {
    size = readers.size;
    for (const definition of definitions) {
      for (const called of calledNames(definition)) {
        if (!readers.has(called)) continue;
        for (const outer of [definition, ...ancestors(definition)]) addName(outer, readers);
      }
    }
  }
}

/** Names of the decorators of a function or class. */
export function decoratorNames(definition: SyntaxNode): string[] {
  return childrenIn(definition, "decorator").flatMap((decorator) => {
    const expression = child(decorator, "value");
    const callee = expression?.kind === "Call" ? child(expression, "callee") : expression;
    return lastName(callee ?? null) ?? [];
  });
}
