// The Python parser of the `pyright` package, loaded as a library. Its npm package is a bundle with
// a command line and no API, so the chunks are wired up here, in the one file that knows about it.
// What could go wrong with that is checked once, before anything is parsed: the exact version, the
// bytes of the chunks, and that a sample still parses to the nodes that the wrapper expects.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PlumblineError } from "../../../core/errors.ts";

const VERSION = "1.1.414";
const SHA256: Readonly<Record<string, string>> = {
  "pyright-internal.js": "41fb260ad72f2a16c5657e1f2fe837104d7529255d0fcd955f48432b276e7cae",
  "vendor.js": "1c691bf9e3fa954dec751ace203beb5591b46a73e3848af5d1ee011d62540798",
};

/** A node as the parser makes it. `d` holds the fields of its kind. */
export interface RawNode {
  readonly nodeType: number;
  readonly start: number;
  readonly length: number;
  readonly d: Readonly<Record<string, unknown>>;
}

export interface RawToken {
  readonly type: number;
  readonly start: number;
  readonly length: number;
  readonly comments?: readonly { readonly start: number; readonly length: number }[];
}

export interface RawParse {
  readonly root: RawNode;
  readonly tokens: readonly RawToken[];
  /** Messages of the syntax errors. */
  readonly errors: readonly string[];
}

/** Numbers of the token types that have no text of their own to be told by. */
export interface TokenTypes {
  readonly endOfFile: number;
  readonly newline: number;
  readonly indent: number;
  readonly dedent: number;
  readonly string: number;
}

export interface PyrightLibrary {
  parse(text: string): RawParse;
  /** Name of a node type by its number. */
  kindName(nodeType: number): string;
  readonly tokenTypes: TokenTypes;
}

type ModuleFunction = (
  this: unknown,
  module: { exports: object },
  exports: object,
  load: Load,
) => void;
type Load = ((id: string | number) => Record<string, unknown>) & Record<string, unknown>;

interface ParserModule {
  readonly Parser: new () => {
    parseSourceFile(text: string, options: object, sink: DiagnosticSink): ParserResult;
  };
  readonly ParseOptions: new () => Record<string, unknown>;
}
interface DiagnosticSink {
  fetchAndClear(): readonly { readonly category: number; readonly message: string }[];
}
interface ParserResult {
  readonly parserOutput: { readonly parseTree: RawNode };
  readonly tokenizerOutput: {
    readonly tokens: { readonly count: number; getItemAt(index: number): RawToken };
  };
}

/** `DiagnosticCategory.Error`; checked by the self-test. */
const ERROR_CATEGORY = 0;

/** Some code is valid only before 3.14 (`return` in a `finally`), some only since. */
const NEWEST_MINOR = 14;
const OLDER_MINOR = 13;

let loaded: PyrightLibrary | undefined;

/** The parser, loaded and checked on first use. Throws a PlumblineError when it can't be trusted. */
export function pyrightLibrary(): PyrightLibrary {
  loaded ??= load();
  return loaded;
}

/** The bundle's own modules, for the one other file that drives its type evaluator. */
export interface PyrightBundle {
  /** The module that exports a name. */
  readonly find: (exportName: string) => Record<string, unknown>;
  /** Folder of the bundle, in which its stubs of the standard library lie. */
  readonly folder: string;
  /** The bundle's files, for its own look at the stubs. */
  readonly files: Pick<typeof fs, "existsSync" | "readdirSync" | "readFileSync" | "statSync">;
}

let bundle: PyrightBundle | undefined;

/** The bundle, wired up and checked on first use. */
export function pyrightBundle(): PyrightBundle {
  if (bundle === undefined) {
    const nodeRequire = createRequire(import.meta.url);
    const folder = locate(nodeRequire);
    bundle = { find: chunkLoader(folder, nodeRequire), folder, files: fs };
  }
  return bundle;
}

function load(): PyrightLibrary {
  const { find } = pyrightBundle();
  const { Parser, ParseOptions } = find("Parser") as unknown as ParserModule;
  const { DiagnosticSink } = find("DiagnosticSink") as { DiagnosticSink: new () => DiagnosticSink };
  const { printParseNodeType } = find("printParseNodeType") as {
    printParseNodeType: (nodeType: number) => string;
  };

  function parse(text: string): RawParse {
    const newest = parseAs(text, NEWEST_MINOR);
    return newest.errors.length === 0 ? newest : parseAs(text, OLDER_MINOR);
  }

  function parseAs(text: string, minor: number): RawParse {
    const options = new ParseOptions();
    options["pythonVersion"] = { major: 3, minor };
    // Quoted annotations are text to us; pyright's errors about them say nothing about the file.
    options["reportErrorsForParsedStringContents"] = false;
    const sink = new DiagnosticSink();
    const { parserOutput, tokenizerOutput } = new Parser().parseSourceFile(text, options, sink);
    const tokens: RawToken[] = [];
    for (let i = 0; i < tokenizerOutput.tokens.count; i++) {
      tokens.push(tokenizerOutput.tokens.getItemAt(i));
    }
    const errors = sink
      .fetchAndClear()
      .filter((diagnostic) => diagnostic.category === ERROR_CATEGORY)
      .map((diagnostic) => diagnostic.message);
    return { root: parserOutput.parseTree, tokens, errors };
  }

  const kindName = (nodeType: number) => printParseNodeType(nodeType);
  return { parse, kindName, tokenTypes: selfTest(parse, kindName) };
}

function locate(nodeRequire: NodeJS.Require): string {
  let manifest: string;
  try {
    manifest = nodeRequire.resolve("pyright/package.json");
  } catch (cause) {
    throw broken("the package is not installed", cause);
  }
  const { version } = JSON.parse(fs.readFileSync(manifest, "utf8")) as { version: string };
  if (version !== VERSION) throw broken(`version ${version} is installed, ${VERSION} is needed`);
  return join(dirname(manifest), "dist");
}

/** Wires the chunks of the bundle together; gives a look-up of modules by a name they export. */
function chunkLoader(dist: string, nodeRequire: NodeJS.Require) {
  const modules = new Map<string, ModuleFunction>();
  for (const [name, expected] of Object.entries(SHA256)) {
    const path = join(dist, name);
    const digest = createHash("sha256").update(fs.readFileSync(path)).digest("hex");
    if (digest !== expected) throw broken(`${name} is not the file that was published`);
    const chunk = nodeRequire(path) as { modules: Record<string, ModuleFunction> };
    for (const [id, body] of Object.entries(chunk.modules)) modules.set(id, body);
  }
  // Node's own modules are declared in the entry file, as `8240(e){e.exports=require("fs")}`.
  const entry = fs.readFileSync(join(dist, "pyright.js"), "utf8");
  for (const [, id = "", name = ""] of entry.matchAll(
    /(\d+)\(\w\)\{\w\.exports=require\("([^"]+)"\)\}/g,
  )) {
    modules.set(id, (module) => {
      module.exports = nodeRequire(name) as object;
    });
  }

  const cache = new Map<string, { exports: object }>();
  const loadModule = ((id: string | number) => {
    const key = String(id);
    const known = cache.get(key);
    if (known !== undefined) return known.exports;
    const body = modules.get(key);
    if (body === undefined) throw broken(`module ${key} of the bundle is missing`);
    const module = { exports: {} };
    cache.set(key, module);
    body.call(module.exports, module, module.exports, loadModule);
    return module.exports;
  }) as Load;
  Object.assign(loadModule, bundlerRuntime());

  return (exportName: string): Record<string, unknown> => {
    const definition = new RegExp(`[^\\w$][\\w$]+\\.${exportName}=`);
    for (const [id, body] of modules) {
      if (!definition.test(body.toString())) continue;
      const exports = loadModule(id);
      if (exportName in exports) return exports;
    }
    throw broken(`nothing in the bundle exports ${exportName}`);
  };
}

/** The few functions that the bundler's modules expect on their `require`. */
function bundlerRuntime(): Record<string, unknown> {
  const has = (object: object, key: string) => Object.hasOwn(object, key);
  const define = (exports: object, getters: object, values: object | undefined) => {
    for (const [kind, table] of [
      ["get", getters],
      ["value", values],
    ] as const) {
      for (const [key, entry] of Object.entries(table ?? {})) {
        if (!has(exports, key)) {
          Object.defineProperty(exports, key, { enumerable: true, [kind]: entry as unknown });
        }
      }
    }
  };
  const markEsm = (exports: object) => {
    Object.defineProperty(exports, "__esModule", { value: true });
  };
  return { o: has, d: define, r: markEsm, nmd: (module: object) => module, g: globalThis };
}

const SAMPLE = 'if x:\n    f"{a}" + "b"\ny = (lambda: z)\n';
const SAMPLE_KINDS =
  "Module If Name Suite StatementList BinaryOperation StringList FormatString Name StringList " +
  "String StatementList Assignment Name Lambda Name";

/** Parses a sample, compares node names, and reads off the token types. */
function selfTest(
  parse: (text: string) => RawParse,
  kindName: (nodeType: number) => string,
): TokenTypes {
  const { root, tokens, errors } = parse(SAMPLE);
  const kinds = rawKinds(root, kindName).join(" ");
  if (errors.length > 0 || kinds !== SAMPLE_KINDS || parse("if :\n").errors.length === 0) {
    throw broken(`the self-test read its sample as “${kinds}”`);
  }
  const typeAt = (start: number, length: number): number => {
    const token = tokens.find((item) => item.start === start && item.length === length);
    if (token === undefined) throw broken(`the self-test found no token at ${start}`);
    return token.type;
  };
  return {
    newline: typeAt(SAMPLE.indexOf("\n"), 1),
    indent: typeAt(SAMPLE.indexOf("    "), 4),
    string: typeAt(SAMPLE.indexOf('"b"'), 3),
    dedent: typeAt(SAMPLE.indexOf("y"), 0),
    endOfFile: typeAt(SAMPLE.length, 0),
  };
}

function rawKinds(node: RawNode, kindName: (nodeType: number) => string): string[] {
  const children = Object.values(node.d).flat().filter(isRawNode);
  children.sort((a, b) => a.start - b.start);
  return [kindName(node.nodeType), ...children.flatMap((child) => rawKinds(child, kindName))];
}

/** Whether a field's value is a node of the tree. */
export function isRawNode(value: unknown): value is RawNode {
  return typeof value === "object" && value !== null && "nodeType" in value && "d" in value;
}

function broken(what: string, cause?: unknown): PlumblineError {
  return new PlumblineError(
    "python-parser",
    "environment",
    `Python's parser can't be used: ${what}.`,
    {
      hint: `npm ci, which installs pyright ${VERSION}`,
      cause,
    },
  );
}
