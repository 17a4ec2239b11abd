// Code that looks at itself: local names as data, frames, line numbers, source text. What it can
// see a rewrite must not change. The look is by name and errs on the side of seeing an observer.
import { ancestors, child, childrenIn, isFunctionLike, walk, type SyntaxNode } from "./node.ts";
import type { PythonModule } from "./parse.ts";

/** Builtins that show the local names of the function that calls them. */
const LOCALS_READERS = new Set(["locals", "vars", "dir", "eval", "exec", "execfile"]);

/** Ways to get at the local names of a frame or the names in a code object, one's own or not. */
const FRAME_READERS = new Set(
  (
    "_getframe _getframemodulename currentframe _current_frames f_locals f_back tb_frame gi_frame " +
    "cr_frame ag_frame getouterframes getinnerframes getargvalues formatargvalues capture_locals " +
    "getgeneratorlocals getcoroutinelocals getasyncgenlocals walk_stack walk_tb settrace " +
    "setprofile co_varnames co_nlocals co_names co_consts co_code co_cellvars co_freevars __code__ " +
    "func_code gi_code cr_code __closure__ func_closure getclosurevars set_trace breakpoint call_tracing"
  ).split(" "),
);
/** The same under names too common to count unless they come from `inspect`. */
const INSPECT_FRAMES = new Set(["stack", "trace"]);

/** Readers of line numbers, and tracers of lines; what moves or adds lines may change what they see. */
export const LINE_READERS: ReadonlySet<string> = new Set(
  (
    "f_lineno tb_lineno co_firstlineno __firstlineno__ co_lines co_lnotab co_positions getframeinfo findsource " +
    "extract_stack extract_tb getsourcelines getlineno findlinestarts settrace"
  ).split(" "),
);

/** Readers of source text. */
const SOURCE_READERS = new Set([
  "getsource",
  "getsourcelines",
  "findsource",
  "getcomments",
  "linecache",
  "get_source",
]);
/** Readers of source text when they are given the path of this very file. */
const FILE_READERS = new Set(["open", "read_text", "read_bytes", "tokenize", "parse", "open_code"]);

/** Decorators that compile a function's source or byte code to something else than CPython's. */
const SOURCE_COMPILERS = new Set(
  (
    "jit njit vectorize guvectorize stencil jitclass cfunc autojit kernel func script script_method " +
    "script_if_tracing compile triton cuda_jit pythran transonic boost db_session select_query " +
    "tf_function autograph cython exported tvm_script prim_func inline_always trace_fn"
  ).split(" "),
);

/** What a module can see of itself, by the names that occur in it. */
export interface Observers {
  /** An API through which local names of any function may be seen, or null. */
  readonly frames: string | null;
  /** A reader of line numbers, or null. */
  readonly lines: string | null;
  /** A reader of source text that may be this module's, or null. */
  readonly source: string | null;
}

/** Finds the self-observers of a module. */
export function observersOf(module: PythonModule): Observers {
  const names = new Set<string>();
  const bound = new Set<string>();
  const aliased = new Set<string>();
  let indirect: string | null = null;
  let keepsOwnPath = false;
  for (const node of walk(module.root)) {
    if (node.kind === "Name") {
      if (!LINE_READERS.has(node.value) || !isOnlyCounted(node)) names.add(node.value);
      if (node.value === "__file__") keepsOwnPath ||= !isFolderOf(node);
      if (!LOCALS_READERS.has(node.value)) continue;
      if (isBinding(node)) bound.add(node.value);
      else if (!isCalledOrMember(node)) aliased.add(node.value);
    } else if (node.kind === "String") {
      // getattr(builtins, "locals"), or a table of functions by name.
      const word = /^["']+(\w+)["']+$/.exec(node.value)?.[1] ?? "";
      if (FRAME_READERS.has(word) || (word !== "dir" && LOCALS_READERS.has(word)))
        indirect ??= word;
    }
  }
  // A variable that is called `dir` is not the builtin.
  for (const name of aliased) if (!bound.has(name)) indirect ??= name;
  const first = (set: ReadonlySet<string>) => [...set].find((name) => names.has(name)) ?? null;
  const inspects = names.has("inspect") || names.has("inspect_module");
  return {
    frames: first(FRAME_READERS) ?? (inspects ? first(INSPECT_FRAMES) : null) ?? indirect,
    lines: first(LINE_READERS),
    source: first(SOURCE_READERS) ?? (keepsOwnPath ? first(FILE_READERS) : null),
  };
}

/** Whether what a function returns is only counted: `len(extract_tb(error.__traceback__))`. */
function isOnlyCounted(name: SyntaxNode): boolean {
  const callee = name.role === "member" ? name.parent : name;
  if (callee?.role !== "callee") return false;
  const outer = callee.parent?.parent?.parent;
  const [counter = null] = outer?.children ?? [];
  return outer?.kind === "Call" && counter?.kind === "Name" && counter.value === "len";
}

/** Whether only the folder of a path is used: `dirname(__file__)`, `Path(__file__).parent`. */
function isFolderOf(path: SyntaxNode): boolean {
  for (const outer of ancestors(path)) {
    if (outer.kind === "Call" && lastName(child(outer, "callee")) === "dirname") return true;
    if (outer.kind === "MemberAccess" && /^parents?$/.test(lastName(outer) ?? "")) return true;
    if (outer.kind === "StatementList" || outer.kind === "Suite") return false;
  }
  return false;
}

function isBinding(name: SyntaxNode): boolean {
  return name.role === "target" || (name.role === "name" && name.parent?.kind === "Parameter");
}

/**
 * Whether a name is the callee of a call, an attribute or a label: `locals()`, `x.dir`, `f(dir=1)`,
 * not `g = locals`.
 */
function isCalledOrMember(name: SyntaxNode): boolean {
  if (["callee", "member", "name", "part", "alias"].includes(name.role)) {
    // `from builtins import locals as l` and `import locals` are other names for it.
    return name.parent?.kind !== "ImportFromAs";
  }
  return false;
}

/** The call by which a function looks at its own local names, or null. */
export function localsReader(definition: SyntaxNode): string | null {
  for (const node of walk(definition)) {
    if (node.kind !== "Name" || !LOCALS_READERS.has(node.value)) continue;
    if (node.role === "name" || node.role === "part") continue;
    const call = node.role === "member" ? node.parent?.parent : node.parent;
    // With an argument, vars() and dir() are about that object; not called, they are a variable
    // or an alias, which observersOf() looks for.
    if (node.value === "vars" || node.value === "dir") {
      if (call?.kind !== "Call" || childrenIn(call, "argument").length > 0) continue;
    }
    return node.value;
  }
  return null;
}

/** Simple names of everything that a function calls. */
export function* calledNames(definition: SyntaxNode): Generator<string> {
  for (const node of walk(definition)) {
    if (node.kind === "Call") {
      const name = lastName(child(node, "callee"));
      if (name !== null) yield name;
    }
  }
}

/** The decorator that makes something else of the source in which a node stands, or null. */
export function sourceCompiler(
  node: SyntaxNode,
  isReader: (name: string) => boolean,
): string | null {
  for (const outer of [node, ...ancestors(node)]) {
    if (!isFunctionLike(outer) && outer.kind !== "Class") continue;
    for (const decorator of childrenIn(outer, "decorator")) {
      const expression = child(decorator, "value");
      const callee = expression?.kind === "Call" ? child(expression, "callee") : expression;
      const name = lastName(callee ?? null);
      if (name !== null && (SOURCE_COMPILERS.has(name) || isReader(name))) return name;
    }
  }
  return null;
}

/** `c` of `a.b.c`, `a` of `a`, null of anything else. */
export function lastName(expression: SyntaxNode | null): string | null {
  if (expression?.kind === "Name") return expression.value;
  return expression?.kind === "MemberAccess" ? (child(expression, "member")?.value ?? null) : null;
}

/** Words whose absence from a text proves that the module holds no observer at all. */
export const OBSERVER_WORDS: RegExp = new RegExp(
  `\\b(?:${[...FRAME_READERS, ...SOURCE_READERS, "inspect", "__file__"].join("|")})\\b`,
);
