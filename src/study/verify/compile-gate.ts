// Whether rewritten files compile with the Python that will run them: the last word on syntax. Only
// `compile()` is called, in one isolated process for all files, so nothing of a repository is
// executed or imported. A file that did not compile before it was rewritten is no fault.
import type { ExecResult, Sandbox } from "../../sandboxes/sandbox.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";

export interface RewrittenFile {
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export interface BrokenFile {
  readonly path: string;
  /** What the compiler said. */
  readonly message: string;
}

export type CompileCheck =
  | { readonly kind: "compiled"; readonly python: string; readonly broken: readonly BrokenFile[] }
  /** There is no Python that could say. */
  | { readonly kind: "unchecked"; readonly reason: string };

/** Names of the target's interpreter, in order; the first one that is there is asked. */
const INTERPRETERS = ["python3", "python"];
const TIMEOUT_MS = 300_000;
const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;
const NOT_FOUND = 127;

/** Compiles files before and after. Throws a SandboxError where the environment fails. */
export async function compileGate(
  sandbox: Pick<Sandbox, "exec">,
  files: readonly RewrittenFile[],
  signal: AbortSignal,
  interpreters: readonly string[] = INTERPRETERS,
): Promise<CompileCheck> {
  for (const interpreter of interpreters) {
    const check = await compileWith(interpreter, sandbox, files, signal);
    if (check !== null) return check;
  }
  return { kind: "unchecked", reason: `no ${interpreters.join(" or ")} in the sandbox` };
}

async function compileWith(
  interpreter: string,
  sandbox: Pick<Sandbox, "exec">,
  files: readonly RewrittenFile[],
  signal: AbortSignal,
): Promise<CompileCheck | null> {
  const broken: BrokenFile[] = [];
  for (let first = 0; ;) {
    const result = await sandbox.exec({
      command: [interpreter, "-I", "-S", "-c", PROGRAM],
      stdin: framed(files.slice(first)),
      timeoutMs: TIMEOUT_MS,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      signal,
    });
    if (result.timedOut || result.signal === "SIGKILL") {
      throw new SandboxError("compile-cut-off", "Compiling rewritten files was cut off.");
    }
    const [python = "", ...answers] = result.stdout.toString("utf8").split("\n").slice(0, -1);
    if (python === "") {
      if (result.exitCode === NOT_FOUND) return null;
      return { kind: "unchecked", reason: `${interpreter} did not start: ${lastLine(result)}` };
    }
    const asked = files.slice(first);
    broken.push(...brokenFiles(asked, answers));
    const answered = Math.floor(answers.length / 2);
    const next = asked[answered];
    if (next === undefined) return { kind: "compiled", python, broken };
    // An answer on the old text and none on the new: the interpreter died of the rewrite.
    if (answers.length % 2 === 1 && answers.at(-1) === COMPILES) {
      const how = result.signal ?? `exit code ${result.exitCode ?? "unknown"}`;
      broken.push({ path: next.path, message: `${interpreter} died of it (${how})` });
    }
    first += answered + 1;
  }
}

const COMPILES = "null";

/** Two answers a file: on the text before and on the text after. */
function brokenFiles(files: readonly RewrittenFile[], answers: readonly string[]): BrokenFile[] {
  return files.flatMap(({ path }, at) => {
    const [before, after] = answers.slice(at * 2, at * 2 + 2);
    if (before !== COMPILES || after === undefined || after === COMPILES) return [];
    return [{ path, message: String(JSON.parse(after)) }];
  });
}

function framed(files: readonly RewrittenFile[]): Buffer {
  return Buffer.concat(
    files.flatMap(({ path, before, after }) => {
      const name = Buffer.from(path, "utf8");
      const sizes = `${name.length} ${before.length} ${after.length}\n`;
      return [Buffer.from(sizes), name, before, after];
    }),
  );
}

function lastLine({ stderr, exitCode }: ExecResult): string {
  const line = stderr.toString("utf8").trim().split("\n").at(-1) ?? "";
  return line === "" ? `exit code ${exitCode ?? "unknown"}` : line;
}

// Each answer is written out before the next question: a compiler that runs out of stack takes the
// process with it.
const PROGRAM = `
import json, sys, warnings
warnings.simplefilter("ignore")
def say(value):
    sys.stdout.write(value + "\\n")
    sys.stdout.flush()
say(sys.version.split()[0])
while True:
    head = sys.stdin.buffer.readline()
    if not head:
        break
    name, before, after = [sys.stdin.buffer.read(int(size)) for size in head.split()]
    for source in (before, after):
        try:
            compile(source, name.decode("utf-8"), "exec", dont_inherit=True)
            say("null")
        except Exception as error:
            line = getattr(error, "lineno", None)
            where = "" if line is None else "line %s: " % line
            text = getattr(error, "msg", None) or str(error)
            say(json.dumps("%s%s: %s" % (where, type(error).__name__, text)))
`;
