// Pyright's type evaluator over files in memory. It sees the given files and its own stubs of the
// standard library and nothing else of this machine, so that the same files have the same types
// everywhere. Nodes and types are pyright's own; only type-evidence.ts looks into them.
import { MemoryFiles, type Uri } from "./memory-files.ts";
import { pyrightBundle, type RawNode } from "./pyright-library.ts";

/** A node of pyright's tree, which knows its parent. */
export interface TypedNode extends RawNode {
  readonly id: number;
  readonly parent: TypedNode | undefined;
}

/** A type as pyright has it. Which fields there are depends on its category. */
export interface RawType {
  readonly category: number;
  readonly flags: number;
  readonly shared?: {
    readonly fullName?: string;
    readonly mro?: readonly RawType[];
    readonly fields?: ReadonlyMap<string, unknown>;
    readonly declaration?: RawDeclaration;
    readonly declaredReturnType?: RawType;
  };
  readonly priv?: {
    readonly subtypes?: readonly RawType[];
    readonly tupleTypeArgs?: readonly { readonly type: RawType; readonly isUnbounded: boolean }[];
    readonly includePromotions?: boolean;
  };
}

export interface RawDeclaration {
  readonly type: number;
  readonly node: TypedNode;
  readonly uri: Uri;
  readonly typeAnnotationNode?: TypedNode;
  readonly inferredTypeSource?: TypedNode;
  readonly returnStatements?: readonly TypedNode[];
  readonly isGenerator?: boolean;
}

/** What is used of the evaluator's many methods. */
export interface Evaluator {
  getType(node: TypedNode): RawType | undefined;
  getTypeOfClass(node: TypedNode): { readonly classType: RawType } | undefined;
  getTypeOfFunction(node: TypedNode): { readonly functionType: RawType } | undefined;
  getTypeOfAnnotation(node: TypedNode): RawType;
  getDeclInfoForNameNode(
    node: TypedNode,
  ): { readonly decls: readonly RawDeclaration[] } | undefined;
  lookUpSymbolRecursive(
    node: TypedNode,
    name: string,
    honourFlow: boolean,
  ): { readonly symbol: { getDeclarations(): readonly RawDeclaration[] } } | undefined;
  resolveAliasDeclaration(
    declaration: RawDeclaration,
    resolveLocalNames: boolean,
  ): RawDeclaration | undefined;
  makeTopLevelTypeVarsConcrete(type: RawType): RawType;
  assignType(target: RawType, source: RawType): boolean;
  getTypeCacheEntryCount(): number;
  printType(type: RawType): string;
}

interface Program {
  setTrackedFiles(files: readonly Uri[]): void;
  getBoundSourceFile(file: Uri): unknown;
  getParserOutput(file: Uri): { readonly parseTree: TypedNode } | undefined;
  getSourceFileInfoList(): readonly { readonly uri: Uri }[];
  emptyCache(): void;
  dispose(): void;
  readonly evaluator: Evaluator;
}
type Constructor<T> = new (...parameters: unknown[]) => T;
/** What is used of the bundle's exports, by the name of the export. */
interface Exports {
  readonly Uri: { file: (path: string, host: object) => Uri };
  readonly createServiceProvider: (...services: unknown[]) => unknown;
  readonly NullConsole: Constructor<object>;
  readonly NoAccessHost: Constructor<object>;
  readonly ImportResolver: Constructor<Resolver>;
  readonly Program: Constructor<Program>;
  readonly ConfigOptions: Constructor<Options> & {
    getDiagnosticRuleSet(name: string): unknown;
  };
  readonly pythonVersion3_14: unknown;
  readonly getChildNodes: (node: TypedNode) => readonly (TypedNode | undefined)[];
}
type Options = Record<string, unknown>;
interface Resolver {
  invalidateCache(): void;
}

/** Folder under which the files of each query get a folder of their own. */
const ROOT = "/plumbline";
/** Keeps the stubs of the builtins loaded between queries. */
const ANCHOR = `${ROOT}/anchor.py`;
const ANCHOR_TEXT = "import sys, typing\nlen('')\n";
/** A program that has seen more files than this is not kept: its caches never shrink. */
const LARGEST_KEPT = 200;

/** The files of one query, with types. */
export interface TypedFiles {
  /** The tree of a file, bound, or null when there is no such file. */
  root(path: string): TypedNode | null;
  readonly evaluator: Evaluator;
  /** Whose word a declaration is: of a file of the query, or of the standard library's stubs. */
  originOf(declaration: RawDeclaration): "file" | "standard library" | "other stub";
  /** Forgets all trees and types, after an error in the middle of something. */
  restart(): void;
  /** Children of a node, in source order. */
  children(node: TypedNode): readonly TypedNode[];
}

class PyrightProgram {
  readonly #files = new MemoryFiles(pyrightBundle(), ROOT);
  readonly #program: Program;
  readonly #resolver: Resolver;
  readonly #options: Options;
  readonly #toUri: (path: string) => Uri;
  readonly #children = exported("getChildNodes");
  #queries = 0;
  seen = 0;

  constructor() {
    const files = this.#files;
    const { file } = exported("Uri");
    this.#toUri = files.toUri = (path) => file(path, files);
    const services = exported("createServiceProvider")(files, new (exported("NullConsole"))());
    const options = (this.#options = configuration(this.#toUri(ROOT)));
    const host = new (exported("NoAccessHost"))();
    this.#resolver = new (exported("ImportResolver"))(services, options, host);
    this.#program = new (exported("Program"))(this.#resolver, options, services);
    files.add(ANCHOR, ANCHOR_TEXT);
  }

  query(files: ReadonlyMap<string, string>): TypedFiles {
    const root = `${ROOT}/${this.#queries++}`;
    this.#files.keepOnly(ANCHOR);
    for (const [path, text] of files) this.#files.add(`${root}/${path}`, text);
    this.seen += files.size;
    this.#options["projectRoot"] = this.#toUri(root);
    // Where packages lie in a folder `src`, imports start there.
    this.#options["defaultExtraPaths"] = [this.#toUri(`${root}/src`)];
    this.#resolver.invalidateCache();
    const program = this.#program;
    // What the evaluator keeps points into the stubs that it has read: they must not go.
    const stubs = program
      .getSourceFileInfoList()
      .map((file) => file.uri)
      .filter((uri) => !uri.getFilePath().startsWith(`${ROOT}/`));
    const paths = [ANCHOR, ...[...files.keys()].map((path) => `${root}/${path}`)];
    program.setTrackedFiles([...stubs, ...paths.map(this.#toUri)]);
    return {
      root: (path) => {
        const uri = this.#toUri(`${root}/${path}`);
        program.getBoundSourceFile(uri);
        return program.getParserOutput(uri)?.parseTree ?? null;
      },
      get evaluator() {
        return program.evaluator;
      },
      originOf: ({ uri }) => {
        const path = uri.getFilePath();
        if (path.startsWith(`${root}/`)) return "file";
        return path.includes("/stdlib/") ? "standard library" : "other stub";
      },
      restart: () => {
        program.emptyCache();
      },
      children: (node) => this.#children(node).filter((item) => item !== undefined),
    };
  }

  dispose(): void {
    this.#program.dispose();
  }
}

function configuration(root: Uri): Options {
  const ConfigOptions = exported("ConfigOptions");
  const options = new ConfigOptions(root);
  options["defaultPythonVersion"] = exported("pythonVersion3_14");
  // No platform: code for every system has types.
  options["defaultPythonPlatform"] = undefined;
  options["diagnosticRuleSet"] = ConfigOptions.getDiagnosticRuleSet("off");
  options["checkOnlyOpenFiles"] = true;
  return options;
}

function exported<Name extends keyof Exports>(name: Name): Exports[Name] {
  return pyrightBundle().find(name)[name] as Exports[Name];
}

let kept: PyrightProgram | undefined;

/** Runs `ask` over files by path. What it gets is valid only while it runs. */
export function withTypedFiles<T>(
  files: ReadonlyMap<string, string>,
  ask: (typed: TypedFiles) => T,
): T {
  // The bundle finds its stubs by this name.
  Object.assign(globalThis, { __rootDirectory: `${pyrightBundle().folder}/` });
  const program = (kept ??= new PyrightProgram());
  try {
    return ask(program.query(files));
  } catch (error) {
    program.seen = Infinity;
    throw error;
  } finally {
    if (program.seen > LARGEST_KEPT) {
      program.dispose();
      kept = undefined;
    }
  }
}
