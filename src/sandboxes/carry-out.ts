// Starts one program, feeds it, keeps what it prints and ends it on time. Knows nothing of
// sandboxes: how a whole tree of processes is ended is the backend's, and passed in.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { Writable } from "node:stream";

import { OutputCapture } from "./output-capture.ts";
import { SandboxError } from "./sandbox.ts";
import type { ExecRequest, ExecResult } from "./sandbox.ts";

export interface Program {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Opens two more pipes: the program writes its status to 3 and reads these bytes from 4. */
  readonly argumentBytes?: Uint8Array;
  /**
   * Ends every process that the program started and that still runs; also after it has ended.
   * `status` is what it has written to file descriptor 3 so far.
   */
  readonly endTree: (child: ChildProcess, status: string) => Promise<void>;
}

export interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly stdout: OutputCapture;
  readonly stderr: OutputCapture;
  /** What it wrote to file descriptor 3, if that was opened. */
  readonly status: string;
  readonly durationMs: number;
}

export function execResult(ending: Ending): ExecResult {
  return {
    exitCode: ending.exitCode,
    signal: ending.signal,
    timedOut: ending.timedOut,
    stdout: ending.stdout.bytes(),
    stderr: ending.stderr.bytes(),
    outputTruncated: ending.stdout.truncated || ending.stderr.truncated,
    durationMs: ending.durationMs,
  };
}

/** Wherever a pipe is still held by something that we could not end, we stop listening. */
const PIPE_GRACE_MS = 2_000;
const PIPES: readonly "pipe"[] = ["pipe", "pipe"];
const STATUS_LIMIT_BYTES = 64 * 1024;

/** `ended` ends it early: the caller's signal, or the end of the sandbox. Its reason is thrown. */
export async function carryOut(
  program: Program,
  request: Pick<ExecRequest, "stdin" | "timeoutMs" | "outputLimitBytes">,
  ended: AbortSignal,
): Promise<Ending> {
  ended.throwIfAborted();
  const startedAt = performance.now();
  const [file = "", ...args] = program.argv;
  const child = spawn(file, args, {
    env: program.env,
    cwd: "/",
    // A session of its own: the whole process group can be ended, and no terminal is shared.
    detached: true,
    stdio: [
      request.stdin === undefined ? "ignore" : "pipe",
      "pipe",
      "pipe",
      ...(program.argumentBytes === undefined ? [] : PIPES),
    ],
  });
  const stdout = captured(child.stdout, request.outputLimitBytes);
  const stderr = captured(child.stderr, request.outputLimitBytes);
  const status = captured(child.stdio[3], STATUS_LIMIT_BYTES);
  feed(child.stdin, request.stdin);
  feed(child.stdio[4], program.argumentBytes);

  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const exited = new Promise<{ exitCode: number | null; signal: string | null }>(
    (resolve, reject) => {
      child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
      child.once("error", (cause) =>
        reject(
          new SandboxError("cannot-start", `${file} cannot be started: ${cause.message}.`, {
            cause,
          }),
        ),
      );
    },
  );

  const endTree = () => program.endTree(child, status.bytes().toString());
  let timedOut = false;
  const end = () => {
    // Its failure is met again, and thrown, when the tree is ended once more below.
    endTree().catch(() => child.kill("SIGKILL"));
  };
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, request.timeoutMs);
  ended.addEventListener("abort", end, { once: true });
  try {
    const { exitCode, signal } = await exited;
    clearTimeout(timer);
    // What it left running would otherwise go on changing files, and hold our pipes.
    await endTree();
    await closedOrGivenUp(child, closed);
    ended.throwIfAborted();
    const durationMs = performance.now() - startedAt;
    return {
      exitCode,
      signal,
      timedOut,
      stdout,
      stderr,
      durationMs,
      status: status.bytes().toString(),
    };
  } finally {
    clearTimeout(timer);
    ended.removeEventListener("abort", end);
  }
}

type Pipe = ChildProcess["stdio"][number] | undefined;

function captured(stream: Pipe, limitBytes: number | undefined): OutputCapture {
  const capture = new OutputCapture(limitBytes);
  stream?.on("data", (chunk: Buffer) => capture.push(chunk));
  return capture;
}

function feed(stream: Pipe, bytes: Uint8Array | undefined): void {
  if (!(stream instanceof Writable)) return;
  // A program that ends without reading everything is no error of ours (EPIPE).
  stream.on("error", () => undefined);
  stream.end(bytes);
}

async function closedOrGivenUp(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const timer = setTimeout(() => {
    for (const stream of child.stdio) stream?.destroy();
  }, PIPE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}
