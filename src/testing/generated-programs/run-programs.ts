// What variants of programs do under the real interpreter, many of them in one process: a program
// is run in a fork of it, one variant after the other. Nothing is collected or finalised in
// between, so that no variant can print into the output of the next one.
import { spawnSync } from "node:child_process";
import type { Behaviour } from "../python-behaviour.ts";

/** Seconds of processor time for one variant; generated programs need a few thousandths. */
const LONGEST_RUN = 4;

const RUNNER = `
import asyncio, gc, io, json, os, signal, sys, warnings
warnings.simplefilter("ignore")
gc.disable()
kept = []
def behaviour(source):
    sys.stdout = io.StringIO()
    error = None
    try:
        code = compile(source.encode("utf-8"), "program.py", "exec", dont_inherit=True)
        kept.append({"__name__": "__main__"})
        exec(code, kept[-1])
    except BaseException as problem:
        error = f"{type(problem).__name__}: {problem}"
    return [sys.stdout.getvalue(), error]
def run(variants, stream):
    for variant in variants:
        signal.setitimer(signal.ITIMER_VIRTUAL, ${LONGEST_RUN})
        stream.write(json.dumps(behaviour(variant)) + "\\n")
        stream.flush()
def results(variants):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            with open(writer, "w") as stream: run(variants, stream)
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader) as stream:
        lines = stream.read().splitlines()
    os.waitpid(child, 0)
    return [json.loads(text) for text in lines] + [None] * (len(variants) - len(lines))
print(json.dumps([results(variants) for variants in json.load(sys.stdin)]))
`;

/** Behaviour of each variant of each program; null for what did not end and what came behind it. */
export function runVariants(
  programs: readonly (readonly string[])[],
  hashSeed: number,
): readonly (readonly (Behaviour | null)[])[] {
  const { stdout, stderr, status } = spawnSync("python3", ["-c", RUNNER], {
    input: JSON.stringify(programs),
    env: { ...process.env, PYTHONHASHSEED: String(hashSeed) },
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  const parsed = JSON.parse(stdout) as ([string, string | null] | null)[][];
  return parsed.map((runs) =>
    runs.map((result) => (result === null ? null : { stdout: result[0], error: result[1] })),
  );
}
