// What a transformation has to know about the rest of the repository: functions elsewhere that look
// at the local names of their caller, or at the source text of what they are given.
import { calledNames, lastName, observersOf, OBSERVER_WORDS } from "../syntax/python/observers.ts";
import { CODE_WORDS, codeReaders, type CodePart } from "../syntax/python/code-readers.ts";
import { LOCATION_WORDS, locationReaders } from "../syntax/python/location-readers.ts";
import { child, walk, type SyntaxNode } from "../syntax/python/node.ts";
import type { PythonModule } from "../syntax/python/parse.ts";
import type { RepositoryClasses } from "./classes/repository-classes.ts";

export interface RepositoryFacts {
  /** Simple names of functions that may read local names of the function that calls them. */
  readonly frameReaders: ReadonlySet<string>;
  /** Simple names of functions that may read the source text of a function they are given. */
  readonly sourceReaders: ReadonlySet<string>;
  /** Simple names of functions that may tell apart their calls by the caller's line. */
  readonly locationReaders: ReadonlySet<string>;
  /** Simple names of functions that may read a part of the code object of one they are given. */
  readonly codeReaders?: Readonly<Record<CodePart, ReadonlySet<string>>>;
  /** The classes and what may be asked of them; worked out when asked for, and only once. */
  readonly classes?: () => RepositoryClasses;
}

/** Functions of well-known libraries that look into their caller's frame. */
const LIBRARY_FRAME_READERS = ["query", "evaluate", "dmatrix", "dmatrices", "embed"];

/** For a file on its own: nothing is known but the libraries. */
export const NO_REPOSITORY: RepositoryFacts = {
  frameReaders: new Set(LIBRARY_FRAME_READERS),
  sourceReaders: new Set(),
  locationReaders: new Set(),
};

/** Whether a module can contribute anything; spares parsing the others. */
export function mayObserve(text: string): boolean {
  return OBSERVER_WORDS.test(text) || LOCATION_WORDS.test(text) || CODE_WORDS.test(text);
}

/** Collects the readers that the given modules define. */
export function repositoryFacts(modules: Iterable<PythonModule>): RepositoryFacts {
  const frameReaders = new Set(LIBRARY_FRAME_READERS);
  const sourceReaders = new Set<string>();
  const locations = new Set<string>();
  const code = { names: new Set<string>(), instructions: new Set<string>() };
  for (const module of modules) {
    if (LOCATION_WORDS.test(module.text)) {
      for (const name of locationReaders(module)) locations.add(name);
    }
    const { functions } = codeReaders(module);
    for (const name of functions.names) code.names.add(name);
    for (const name of functions.instructions) code.instructions.add(name);
    const { frames, source } = observersOf(module);
    if (frames === null && source === null) continue;
    for (const node of walk(module.root)) {
      if (node.kind !== "Function") continue;
      const name = child(node, "name")?.value ?? "";
      // A special method is called by syntax, which a look for calls by name can't see.
      if (name.startsWith("__") || name.length === 0) continue;
      if (frames !== null && reads(node, LOCAL_NAMES_OF_FRAMES)) frameReaders.add(name);
      if (source !== null && reads(node, SOURCE_TEXT)) sourceReaders.add(name);
    }
    if (frames !== null) addCallers(module, frameReaders);
  }
  return { frameReaders, sourceReaders, locationReaders: locations, codeReaders: code };
}

/** Beyond `_getframe` itself: reading globals or line numbers of a frame shows no local name. */
const LOCAL_NAMES_OF_FRAMES = new Set(["f_locals", "getargvalues", "getouterframes"]);
const SOURCE_TEXT = new Set(["getsource", "getsourcelines", "findsource"]);

function reads(definition: SyntaxNode, names: ReadonlySet<string>): boolean {
  for (const node of walk(definition)) {
    if ((node.kind === "Name" && names.has(node.value)) || names.has(lastName(node) ?? "")) {
      return true;
    }
  }
  return false;
}

/** Functions of the same module that only pass on to a reader (`_getframe(2)`). */
function addCallers(module: PythonModule, readers: Set<string>): void {
  const known = new Set(readers);
  for (const node of walk(module.root)) {
    if (node.kind !== "Function") continue;
    const name = child(node, "name")?.value ?? "";
    if (name.startsWith("__")) continue;
    for (const called of calledNames(node)) {
      if (known.has(called) && !LIBRARY_FRAME_READERS.includes(called)) readers.add(name);
    }
  }
}
