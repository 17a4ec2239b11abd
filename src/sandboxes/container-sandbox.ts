// One sandbox that is one container: started once, with each command carried out in it.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type Dockerode from "dockerode";

import type { Isolation } from "../core/run.ts";
import { ContainerExec } from "./container-exec.ts";
import { removeContainer } from "./container-removal.ts";
import { MARK_VARIABLE } from "./container-keeper.ts";
import type { Keeper } from "./container-keeper.ts";
import { CONTAINER_SCRATCH } from "./container-options.ts";
import { startRelay } from "./container-reach.ts";
import type { Reach } from "./container-reach.ts";
import { readFileInside, writeFilesInside } from "./files-inside.ts";
import { innerCommand } from "./inner-command.ts";
import { REACH_ADDRESS } from "./reach-inside.ts";
import { SandboxError } from "./sandbox.ts";
import type { ExecRequest, ExecResult, Sandbox, SandboxFile } from "./sandbox.ts";
import { endingOf } from "./signal-names.ts";

/** A command that was only just started may not be there yet when its end is ordered. */
const ORDER_AGAIN_MS = 25;
const END_DEADLINE_MS = 15_000;
/** Where the output is held open by something that we could not end, we stop listening. */
const DRAIN_GRACE_MS = 2_000;

const MERGED = 'exec "$@" 2>&1';

export interface ContainerParts {
  readonly id: string;
  readonly workdir: string;
  readonly isolation: Isolation;
  readonly container: Dockerode.Container;
  readonly keeper: Keeper;
  readonly reach: Reach | null;
  /** Removes what there is outside of the container. */
  readonly removeOutside: () => Promise<void>;
}

/** How a command is ended early: once, and for one reason. */
interface Early {
  readonly ended: AbortSignal;
  readonly timedOut: () => boolean;
  readonly stop: () => void;
}

export class ContainerSandbox implements Sandbox {
  readonly id: string;
  readonly workdir: string;
  readonly scratch = CONTAINER_SCRATCH;
  readonly isolation: Isolation;
  readonly reachAddress: string | null;
  readonly #parts: ContainerParts;
  readonly #disposal = new AbortController();
  readonly #marks = new Set<string>();
  readonly #running = new Set<Promise<unknown>>();
  #relay: Promise<ContainerExec> | null = null;
  /** A command has ended beside others since everything was last ended: something may be left. */
  #mayBeLeft = false;
  /** While everything inside is being ended, nothing new is started. */
  #endingAll: Promise<void> | null = null;
  #disposed: Promise<void> | null = null;

  constructor(parts: ContainerParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.workdir = parts.workdir;
    this.isolation = parts.isolation;
    this.reachAddress = parts.reach === null ? null : REACH_ADDRESS;
  }

  /** Resolves when the way out works, if there is one. */
  async prepare(): Promise<void> {
    await this.#ensureRelay();
  }

  exec(request: ExecRequest): Promise<ExecResult> {
    const running = this.#exec(request);
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  readFile(path: string, limitBytes: number): Promise<Buffer | null> {
    return readFileInside(this, path, limitBytes);
  }

  writeFiles(files: readonly SandboxFile[]): Promise<void> {
    // The image's own files can be written there, too: only commands may.
    return writeFilesInside(this, files, { confined: true });
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#remove().catch((error: unknown) => {
      // Asked for once more, it is tried once more.
      this.#disposed = null;
      throw error;
    });
    return this.#disposed;
  }

  async #exec(request: ExecRequest): Promise<ExecResult> {
    const signals = [this.#disposal.signal, request.signal, this.#parts.keeper.died];
    const ended = AbortSignal.any(signals.filter((signal) => signal !== undefined));
    ended.throwIfAborted();
    const command = commandOf(request, this.workdir);
    await this.#ensureRelay();
    while (this.#endingAll !== null) await this.#endingAll.catch(() => undefined);
    ended.throwIfAborted();
    const mark = randomBytes(12).toString("hex");
    this.#marks.add(mark);
    try {
      return await this.#carryOut(request, command, mark, ended).finally(() => {
        this.#marks.delete(mark);
        // Of commands that end together each sees the other: none of them was alone.
        return this.#marks.size === 0 && this.#mayBeLeft ? this.#endAll() : undefined;
      });
    } catch (error) {
      // What failed because of that has no other reason.
      ended.throwIfAborted();
      throw error;
    }
  }

  async #carryOut(
    request: ExecRequest,
    command: readonly string[],
    mark: string,
    ended: AbortSignal,
  ): Promise<ExecResult> {
    const startedAt = performance.now();
    const early = endEarly(request.timeoutMs, ended);
    let exec: ContainerExec | null = null;
    try {
      exec = await ContainerExec.start(this.#parts.container, {
        command,
        env: { ...request.env, [MARK_VARIABLE]: mark },
        ...(request.stdin === undefined ? {} : { stdin: request.stdin }),
        outputLimitBytes: request.outputLimitBytes,
      });
      const isOver = await this.#overInTime(exec, early.ended);
      // What comes now is our time, not the command's.
      early.stop();
      if (!isOver) await this.#endUntilOver(exec, mark);
      await this.#endTree(mark);
      await Promise.race([exec.drained, sleep(DRAIN_GRACE_MS, null, { ref: false })]);
      ended.throwIfAborted();
      const status = await exec.status();
      const timedOut = !isOver && early.timedOut();
      return {
        ...(timedOut ? { exitCode: null, signal: "SIGKILL" } : endingOf(status)),
        timedOut,
        stdout: exec.stdout.bytes(),
        stderr: exec.stderr.bytes(),
        outputTruncated: exec.stdout.truncated || exec.stderr.truncated,
        durationMs: performance.now() - startedAt,
      };
    } finally {
      early.stop();
      exec?.destroy();
    }
  }

  /** False where it has to be ended. */
  async #overInTime(exec: ContainerExec, ended: AbortSignal): Promise<boolean> {
    const over = exec.over().then(() => true);
    if (ended.aborted) return false;
    let onEnd: () => void = () => undefined;
    const early = new Promise<false>((resolve) => (onEnd = () => resolve(false)));
    ended.addEventListener("abort", onEnd, { once: true });
    try {
      return await Promise.race([over, early]);
    } finally {
      ended.removeEventListener("abort", onEnd);
      over.catch(() => undefined);
    }
  }

  async #endUntilOver(exec: ContainerExec, mark: string): Promise<void> {
    const over = exec.over().then(() => true);
    over.catch(() => undefined);
    const startedAt = performance.now();
    for (;;) {
      // A container that is being removed ends all by itself.
      if (this.#disposal.signal.aborted || this.#parts.keeper.died.aborted) return;
      await this.#endTree(mark);
      if (await Promise.race([over, sleep(ORDER_AGAIN_MS, false)])) return;
      if (performance.now() - startedAt > END_DEADLINE_MS) {
        throw new SandboxError("cannot-end", `A command in the container ${this.id} does not end.`);
      }
    }
  }

  /**
   * Alone, a command takes along all that runs. Beside others only what carries its mark or descends
   * from that: what has cleared its environment and lost its parent ends with the last of them.
   */
  async #endTree(mark: string): Promise<void> {
    while (this.#endingAll !== null) await this.#endingAll.catch(() => undefined);
    if (this.#disposal.signal.aborted) return;
    if (this.#marks.size === 1) return this.#endAll();
    this.#mayBeLeft = true;
    await this.#parts.keeper.end(mark);
  }

  async #endAll(): Promise<void> {
    if (this.#disposal.signal.aborted) return;
    const ending = this.#parts.keeper.end(null).then(() => void (this.#mayBeLeft = false));
    this.#endingAll = ending.finally(() => (this.#endingAll = null));
    this.#endingAll.catch(() => undefined);
    await ending;
  }

  async #ensureRelay(): Promise<void> {
    const { container, reach } = this.#parts;
    if (reach === null) return;
    if (this.#relay === null) {
      const starting = startRelay(container, reach);
      this.#relay = starting;
      const forget = () => {
        if (this.#relay === starting) this.#relay = null;
      };
      void starting.then((relay) => relay.drained.then(forget), forget);
    }
    await this.#relay;
  }

  async #remove(): Promise<void> {
    const { container, keeper, removeOutside } = this.#parts;
    this.#disposal.abort(new SandboxError("disposed", `The sandbox ${this.id} has been removed.`));
    try {
      await removeContainer(container);
    } finally {
      // A container that cannot be removed ends at least: its first process has lost its owner.
      keeper.close();
      await Promise.allSettled(this.#running);
      (await this.#relay?.catch(() => null))?.destroy();
      await removeOutside();
    }
  }
}

function commandOf(request: ExecRequest, workdir: string): string[] {
  const words = [...request.command, ...Object.entries(request.env ?? {}).flat()];
  if (words.some((word) => word.includes("\0"))) {
    throw new SandboxError("bad-request", "An argument or a variable holds a NUL character.");
  }
  const inner = innerCommand(request, workdir);
  return request.mergeOutput === true ? ["/bin/sh", "-c", MERGED, "sh", ...inner] : inner;
}

function endEarly(timeoutMs: number, ended: AbortSignal): Early {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  return {
    ended: AbortSignal.any([late.signal, ended]),
    timedOut: () => late.signal.aborted,
    stop: () => clearTimeout(timer),
  };
}
