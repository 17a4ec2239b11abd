// What Python programs do under the real interpreter. Many short programs run in one process, each
// in a fork of it, since starting an interpreter costs more than the programs do.
import { spawnSync } from "node:child_process";

export interface Behaviour {
  readonly stdout: string;
  /** Type and message of the exception that ended the program, or null. */
  readonly error: string | null;
}

const RUNNER = `
import json, os, runpy, sys
sys.dont_write_bytecode = True
def start_source(source):
    exec(compile(source.encode("utf-8"), "case.py", "exec", dont_inherit=True), {"__name__": "__main__"})
def start_file(path):
    sys.argv = [path]
    sys.path.insert(0, os.path.dirname(path))
    runpy.run_path(path, run_name="__main__")
def run(start, subject):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(writer, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
        sys.stdin = open(os.devnull)
        try:
            start(subject)
        except SystemExit as error:
            if error.code: print("\\0SystemExit", error.code, sep="")
        except BaseException as error:
            print("\\0", type(error).__name__, ": ", error, sep="")
        sys.stdout.flush()
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as stream:
        text = stream.read().decode("utf-8")
    os.waitpid(child, 0)
    stdout, mark, error = text.partition("\\0")
    return {"stdout": stdout, "error": error if mark else None}
start = {"source": start_source, "file": start_file}[sys.argv[1]]
print(json.dumps([run(start, subject) for subject in json.load(sys.stdin)]))
`;

/** Runs each program on its own; results in the same order. */
export function pythonBehaviour(programs: readonly string[]): readonly Behaviour[] {
  return runAll("source", programs);
}

/** The same of program files, which see their own path. */
export function pythonFileBehaviour(paths: readonly string[]): readonly Behaviour[] {
  return runAll("file", paths);
}

function runAll(kind: "source" | "file", subjects: readonly string[]): readonly Behaviour[] {
  const { stdout, stderr, status } = spawnSync("python3", ["-c", RUNNER, kind], {
    input: JSON.stringify(subjects),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  return JSON.parse(stdout) as readonly Behaviour[];
}
