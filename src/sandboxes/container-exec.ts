// One command in a running container, as the engine carries it out. What it leaves running is no
// matter of this file: destroying the stream would not end it.
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type Dockerode from "dockerode";
import { z } from "zod";

import { asked, engineMessage } from "./container-engine.ts";
import { splitFrames } from "./container-frames.ts";
import { OutputCapture } from "./output-capture.ts";
import { SandboxError } from "./sandbox.ts";

export interface ContainerCommand {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  readonly outputLimitBytes?: number | undefined;
  /** `uid:gid`; whoever the image says where absent. */
  readonly user?: string;
}

/**
 * Only the engine knows whether a command has ended: its output may be held open by something that
 * it started, or closed by a command that goes on.
 */
const ASK_MS = 200;
/** Mostly the end of the output is the end of the command: then it is asked sooner at first. */
const SETTLE_MS = 5;
const SETTLE_DEADLINE_MS = 5_000;

const inspectSchema = z.object({
  Running: z.boolean(),
  ExitCode: z.int().nullable(),
  Pid: z.int().nullish(),
});

export class ContainerExec {
  readonly stdout: OutputCapture;
  readonly stderr: OutputCapture;
  /** Resolves when the output has ended. */
  readonly drained: Promise<void>;
  readonly #exec: Dockerode.Exec;
  readonly #stream: Duplex;
  #over: Promise<void> | null = null;
  #isDestroyed = false;

  static async start(
    container: Dockerode.Container,
    command: ContainerCommand,
  ): Promise<ContainerExec> {
    const { stdin } = command;
    return asked("start a command", async () => {
      const exec = await container.exec({
        Cmd: [...command.command],
        AttachStdin: stdin !== undefined,
        AttachStdout: true,
        AttachStderr: true,
        Env: Object.entries(command.env ?? {}).map(([name, value]) => `${name}=${value}`),
        ...(command.user === undefined ? {} : { User: command.user }),
      });
      const stream = await exec.start({ hijack: true, stdin: stdin !== undefined });
      return new ContainerExec(exec, stream, command);
    });
  }

  private constructor(exec: Dockerode.Exec, stream: Duplex, command: ContainerCommand) {
    this.#exec = exec;
    this.#stream = stream;
    const outputs = [command, command].map((one) => new OutputCapture(one.outputLimitBytes));
    const [stdout, stderr] = outputs as [OutputCapture, OutputCapture];
    this.stdout = stdout;
    this.stderr = stderr;
    stream.on(
      "data",
      splitFrames((channel, bytes) => (channel === 2 ? stderr : stdout).push(bytes)),
    );
    this.drained = new Promise((resolve) => {
      for (const event of ["end", "close"]) stream.once(event, resolve);
    });
    // A command that ends without reading everything is no error of ours (EPIPE).
    stream.on("error", () => undefined);
    if (command.stdin !== undefined) stream.end(command.stdin);
  }

  /** Resolves when the command itself has ended, whatever still runs. */
  over(): Promise<void> {
    return (this.#over ??= this.#untilOver());
  }

  /** Its exit code as the engine tells it: 128 and more for signals. */
  async status(): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      const { Running, ExitCode } = await this.#inspect();
      if (!Running && ExitCode !== null) return ExitCode;
      if (performance.now() - startedAt > SETTLE_DEADLINE_MS) {
        throw new SandboxError("cannot-end", "The engine does not say how a command has ended.");
      }
      await sleep(SETTLE_MS);
    }
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#stream.destroy();
  }

  async #untilOver(): Promise<void> {
    const drained = this.drained.then(() => true);
    let settleMs = SETTLE_MS;
    while (!this.#isDestroyed) {
      const pause = new AbortController();
      const asking = sleep(ASK_MS, false, { signal: pause.signal }).catch(() => false);
      const isDrained = await Promise.race([drained, asking]);
      pause.abort();
      if (isDrained) {
        await sleep(settleMs);
        settleMs = Math.min(2 * settleMs, ASK_MS);
      }
      if (!(await this.#inspect()).Running) return;
    }
  }

  async #inspect(): Promise<z.infer<typeof inspectSchema>> {
    try {
      return inspectSchema.parse(await this.#exec.inspect());
    } catch (cause) {
      throw new SandboxError(
        "sandbox-died",
        `The engine no longer knows a command: ${engineMessage(cause)}.`,
        { cause },
      );
    }
  }
}
