// The syntax gate: a second, independent reader of Python that every rewritten file has to pass.
// It is ruff's parser (wasm), which reports nearly everything that CPython's compiler rejects. The
// rest is left to the target interpreter's compile(), which is an effect and so the caller's.
import { createRequire } from "node:module";

interface RuffModule {
  readonly Workspace: new (
    settings: object,
    encoding: number,
  ) => {
    check(text: string): { message: string; start_location: { row: number } }[];
  };
  readonly PositionEncoding: { readonly Utf16: number };
}
type Workspace = InstanceType<RuffModule["Workspace"]>;

/** Syntax errors proper, and the rules for what only CPython's compiler notices (scoping, flow). */
const RULES = ["E9", "F701", "F702", "F704", "F706", "F707", "PLE0115", "PLE0117", "PLE0118"];
const SETTINGS = { "target-version": "py314", lint: { select: RULES } };

const nodeRequire = createRequire(import.meta.url);
let workspace: Workspace | undefined;

/** Null when the text is valid Python, otherwise what is wrong with it. */
export function gate(text: string): string | null {
  try {
    workspace ??= openWorkspace();
    const [first] = workspace.check(text);
    return first === undefined ? null : `line ${first.start_location.row}: ${first.message}`;
  } catch (error) {
    // A stack overflow (very deep nesting) leaves the wasm instance unusable: start a new one.
    workspace = undefined;
    forgetModule();
    return `the checker failed: ${String(error).split("\n", 1)[0] ?? ""}`;
  }
}

function openWorkspace(): Workspace {
  const ruff = nodeRequire("@astral-sh/ruff-wasm-nodejs") as RuffModule;
  return new ruff.Workspace(SETTINGS, ruff.PositionEncoding.Utf16);
}

function forgetModule(): void {
  Reflect.deleteProperty(nodeRequire.cache, nodeRequire.resolve("@astral-sh/ruff-wasm-nodejs"));
}
