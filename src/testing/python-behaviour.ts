// What Python programs do under the real interpreter. Many short programs run in one process, each
// in a fork of it, since starting an interpreter costs more than the programs do.
import { spawnSync } from "node:child_process";

export interface Behaviour {
  readonly stdout: string;
  /** Type and message of the exception that ended the program, or null. */
  readonly error: string | null;
}

const RUNNER = `
import json, os, sys
def run(source):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(writer, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
        sys.stdin = open(os.devnull)
        code = 0
        try:
            exec(compile(source.encode("utf-8"), "case.py", "exec", dont_inherit=True), {"__name__": "__main__"})
        except BaseException as error:
            print("\\0", type(error).__name__, error, sep="")
        sys.stdout.flush()
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as stream:
        text = stream.read().decode("utf-8")
    os.waitpid(child, 0)
    stdout, mark, error = text.partition("\\0")
    return {"stdout": stdout, "error": error if mark else None}
print(json.dumps([run(source) for source in json.load(sys.stdin)]))
`;

/** Runs each program on its own; results in the same order. */
export function pythonBehaviour(programs: readonly string[]): readonly Behaviour[] {
  const { stdout, stderr, status } = spawnSync("python3", ["-c", RUNNER], {
    input: JSON.stringify(programs),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  return JSON.parse(stdout) as readonly Behaviour[];
}
