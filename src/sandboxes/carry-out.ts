// Starts one program, feeds it, keeps what it prints and ends it on time. Knows nothing of
// sandboxes: how a whole tree of processes is ended is the backend's, and passed in.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type { CommandStreams } from "./command-streams.ts";
import { OutputCapture } from "./output-capture.ts";
import { SandboxError } from "./sandbox.ts";
import type { ExecRequest, ExecResult } from "./sandbox.ts";

export interface Program {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly streams: CommandStreams;
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

/** Where a pipe is still held by something that we could not end, we stop listening. */
const PIPE_GRACE_MS = 2_000;
const STATUS_LIMIT_BYTES = 64 * 1024;

type Request = Pick<ExecRequest, "stdin" | "timeoutMs" | "outputLimitBytes" | "mergeOutput">;

/** `ended` ends it early: the caller's signal, or the end of the sandbox. Its reason is thrown. */
export async function carryOut(
  program: Program,
  request: Request,
  ended: AbortSignal,
): Promise<Ending> {
  ended.throwIfAborted();
  const startedAt = performance.now();
  const streams = await program.streams.open(request);
  const [stdout, stderr] = [
    captured(streams.outputs[0], request.outputLimitBytes),
    captured(streams.outputs[1], request.outputLimitBytes),
  ];

  let child: ChildProcess;
  try {
    ended.throwIfAborted();
    child = start(program, [...streams.childEnds]);
  } finally {
    streams.closeChildEnds();
  }
  const exit = exited(child);
  const status = captured(child.stdio[3], STATUS_LIMIT_BYTES);
  feed(child.stdio[4], program.argumentBytes);

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
    const exitStatus = await exit;
    clearTimeout(timer);
    // What it left running would otherwise go on changing files, and hold our pipes.
    await endTree();
    const grace = new AbortController();
    await Promise.race([streams.drained, sleep(PIPE_GRACE_MS, null, { signal: grace.signal })]);
    grace.abort();
    ended.throwIfAborted();
    const durationMs = performance.now() - startedAt;
    return {
      ...exitStatus,
      timedOut,
      stdout,
      stderr,
      durationMs,
      status: status.bytes().toString(),
    };
  } finally {
    clearTimeout(timer);
    ended.removeEventListener("abort", end);
    for (const stream of streams.outputs) stream.destroy();
  }
}

type Stream = ChildProcess["stdio"][number] | undefined;

function start(program: Program, ends: (number | "ignore")[]): ChildProcess {
  const [file = "", ...args] = program.argv;
  const more: readonly "pipe"[] = program.argumentBytes === undefined ? [] : ["pipe", "pipe"];
  // A session of its own: no terminal is shared with the owner.
  const options = { env: program.env, cwd: "/", detached: true, stdio: [...ends, ...more] };
  return spawn(file, args, options);
}

function exited(child: ChildProcess): Promise<Pick<Ending, "exitCode" | "signal">> {
  // With "close", what comes through the status pipe has all come.
  return new Promise((resolve, reject) => {
    child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
    child.once("error", (cause) =>
      reject(
        new SandboxError(
          "cannot-start",
          `${child.spawnfile} cannot be started: ${cause.message}.`,
          {
            cause,
          },
        ),
      ),
    );
  });
}

function captured(stream: Stream, limitBytes: number | undefined): OutputCapture {
  const capture = new OutputCapture(limitBytes);
  stream?.on("data", (chunk: Buffer) => capture.push(chunk));
  return capture;
}

function feed(stream: Stream, bytes: Uint8Array | undefined): void {
  if (!(stream instanceof Writable)) return;
  // A program that ends without reading everything is no error of ours (EPIPE).
  stream.on("error", () => undefined);
  stream.end(bytes);
}
