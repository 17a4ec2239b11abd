// What commands have for standard streams: named pipes and, for input, a file. Node gives its
// children sockets instead, and a program cannot open a socket by name: `echo x > /dev/stderr`
// would fail as it fails nowhere else, and bash would take itself to be started over the network
// and read ~/.bashrc.
import { closeSync, constants, openSync } from "node:fs";
import { chmod, chown, unlink, writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";

import { execa } from "execa";

import { SandboxError } from "./sandbox.ts";
import type { ExecRequest } from "./sandbox.ts";

export interface OpenStreams {
  /** For the child, as its 0, 1 and 2. */
  readonly childEnds: readonly (number | "ignore")[];
  /** The owner's ends: standard output and, where that is not the same, standard error. */
  readonly outputs: readonly Socket[];
  /** Resolves when the outputs have ended, or were destroyed. */
  readonly drained: Promise<unknown>;
  /** To be called once the child has its ends: an output ends when nobody can write to it. */
  closeChildEnds(): void;
}

export class CommandStreams {
  readonly #folder: string;
  readonly #uid: number | null;
  readonly #idle: string[] = [];
  #made = 0;

  /** `uid` is whose the pipes shall be, when not the owner's: only theirs can be opened by name. */
  constructor(folder: string, uid: number | null) {
    this.#folder = folder;
    this.#uid = uid;
  }

  /** Makes pipes ahead: a command that runs alone then starts no other program for its own. */
  async makePipes(count: number): Promise<void> {
    const paths = Array.from({ length: count }, () => this.#newPath("pipe"));
    const made = await execa("mkfifo", ["-m", "600", "--", ...paths], { reject: false });
    if (made.exitCode !== 0) throw new SandboxError("no-pipes", `No pipes: ${made.stderr}.`);
    for (const path of paths) {
      if (this.#uid !== null) await chown(path, this.#uid, this.#uid);
    }
    this.#idle.push(...paths);
  }

  async open(request: Pick<ExecRequest, "stdin" | "mergeOutput">): Promise<OpenStreams> {
    const { stdin, mergeOutput } = request;
    // What can fail comes first, so that nothing is left open.
    const paths = await this.#takePipes(mergeOutput === true ? 1 : 2);
    const input = stdin === undefined ? null : await this.#inputFile(stdin);
    const pipes = paths.map((path) => {
      // Opening the writing end waits for a reader, so the reading end comes first.
      const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const childEnd = openSync(path, constants.O_WRONLY);
      const stream = new Socket({ fd: reading, readable: true, writable: false });
      return { childEnd, stream, closed: this.#reusedAfter(stream, path) };
    });
    const [output, errors = output] = pipes.map((pipe) => pipe.childEnd);
    return {
      childEnds: [input ?? "ignore", output ?? "ignore", errors ?? "ignore"],
      outputs: pipes.map((pipe) => pipe.stream),
      drained: Promise.all(pipes.map((pipe) => pipe.closed)),
      closeChildEnds: () => {
        for (const pipe of pipes) closeSync(pipe.childEnd);
        if (input !== null) closeSync(input);
      },
    };
  }

  /**
   * A file without a name, read-only also for the sandbox's user. Opened again by name it begins
   * anew, where a named pipe whose writer is done would wait for ever.
   */
  async #inputFile(bytes: Uint8Array): Promise<number> {
    const path = this.#newPath("input");
    await writeFile(path, bytes, { flag: "wx" });
    try {
      await chmod(path, 0o444);
      return openSync(path, constants.O_RDONLY);
    } finally {
      await unlink(path);
    }
  }

  async #takePipes(count: number): Promise<string[]> {
    const missing = count - this.#idle.length;
    if (missing > 0) await this.makePipes(missing);
    const taken = this.#idle.splice(0, count);
    // Another command may have been faster with those that were made just now.
    return taken.length === count
      ? taken
      : [...taken, ...(await this.#takePipes(count - taken.length))];
  }

  /** Resolves when a pipe has closed. Its name is used again if all who wrote to it are gone. */
  #reusedAfter(stream: Socket, path: string): Promise<void> {
    return new Promise((resolve) => {
      stream.on("error", () => undefined);
      stream.once("close", () => {
        if (stream.readableEnded) this.#idle.push(path);
        resolve();
      });
    });
  }

  #newPath(kind: string): string {
    this.#made += 1;
    return join(this.#folder, `${kind}-${this.#made}`);
  }
}
