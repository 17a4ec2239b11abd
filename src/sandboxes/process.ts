// No isolation: commands run as the owner, on the owner's machine, and can read and change whatever
// the owner can. For trusted agents (gold, nop, scripted) and for machines that have nothing better.
// Private are only the folders; kept are the limits of time and output and, where `prlimit` exists,
// the address space of each process.
import { mkdir, realpath } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";

import { systemErrorCode } from "../core/errors.ts";
import type { Isolation } from "../core/run.ts";
import { carryOut, execResult } from "./carry-out.ts";
import { CommandStreams } from "./command-streams.ts";
import { EXEC_VARIABLE, SANDBOX_VARIABLE, endProcesses } from "./end-processes.ts";
import { readFileInside, writeFilesInside } from "./files-inside.ts";
import { findProgram } from "./find-program.ts";
import { forwardToSocket } from "./forward-to-socket.ts";
import type { Forwarder } from "./forward-to-socket.ts";
import { innerCommand } from "./inner-command.ts";
import { labelledFolder } from "./owner-label.ts";
import type { LabelledFolder } from "./owner-label.ts";
import { refuseImage, refuseLimits, refuseMounts } from "./refuse-spec.ts";
import { removeTree } from "./remove-tree.ts";
import { runtimeFolder } from "./runtime-folder.ts";
import { sweepProcesses } from "./sweep-processes.ts";
import { SandboxError, defineSandbox } from "./sandbox.ts";
import type { ExecRequest, ExecResult, Sandbox, SandboxFile, SandboxSpec } from "./sandbox.ts";
import { scrubbedEnvironment } from "./scrubbed-environment.ts";

const ID = "process";

export const processSandbox = defineSandbox({
  id: ID,
  summary: "Plain processes of your own, without any isolation. For agents that you trust.",
  check: () =>
    Promise.resolve({
      available: true,
      reason: "",
      limits: findProgram("prlimit") === null ? [] : ["memoryBytes"],
    }),
  async create(spec) {
    const { limits } = await processSandbox.check();
    refuseLimits(ID, spec.limits, limits);
    refuseImage(ID, spec);
    refuseMounts(ID, spec);
    const folder = await labelledFolder(await runtimeFolder(), ID, spec.label);
    try {
      return await ProcessSandbox.open(folder, spec);
    } catch (error) {
      await removeTree(folder.path);
      throw error;
    }
  },
  sweep: () => sweepProcesses(ID),
});

class ProcessSandbox implements Sandbox {
  readonly id: string;
  readonly workdir: string;
  readonly scratch: string;
  readonly reachAddress: string | null;
  readonly isolation: Isolation;
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #before: readonly string[];
  readonly #forwarder: Forwarder | null;
  readonly #streams: CommandStreams;
  readonly #disposal = new AbortController();
  #execs = 0;
  #disposed: Promise<void> | null = null;

  static async open(folder: LabelledFolder, spec: SandboxSpec): Promise<ProcessSandbox> {
    const path = await realpath(folder.path);
    for (const name of ["tree", "tmp", "tmp/home"]) await mkdir(join(path, name), { mode: 0o700 });
    const streams = new CommandStreams(path, null);
    await streams.makePipes(2);
    const forwarder =
      spec.reachSocket === undefined
        ? null
        : await forwardToSocket({ host: "127.0.0.1", port: 0 }, spec.reachSocket);
    return new ProcessSandbox({ id: folder.id, path }, spec, streams, forwarder);
  }

  private constructor(
    folder: LabelledFolder,
    spec: SandboxSpec,
    streams: CommandStreams,
    forwarder: Forwarder | null,
  ) {
    this.id = folder.id;
    this.workdir = join(folder.path, "tree");
    this.scratch = join(folder.path, "tmp");
    this.reachAddress = forwarder === null ? null : `http://127.0.0.1:${forwarder.port}`;
    this.#folder = folder.path;
    this.#forwarder = forwarder;
    this.#streams = streams;
    this.#environment = {
      // Without isolation there is nothing to protect by a shorter one, and tools may be anywhere.
      ...scrubbedEnvironment(this.scratch, process.env["PATH"]),
      ...spec.env,
    };
    const { memoryBytes } = spec.limits;
    this.#before = memoryBytes === undefined ? [] : ["prlimit", `--as=${memoryBytes}`, "--"];
    this.isolation = {
      backend: ID,
      filesystem: "none",
      network: "none",
      processes: "none",
      uid: process.getuid?.() ?? null,
      memory: memoryBytes === undefined ? null : "rlimit",
      processCount: null,
      disk: null,
    };
  }

  async exec(request: ExecRequest): Promise<ExecResult> {
    this.#execs += 1;
    const labels = { [SANDBOX_VARIABLE]: this.id, [EXEC_VARIABLE]: String(this.#execs) };
    const named = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
    const ended = [this.#disposal.signal, request.signal].filter((signal) => signal !== undefined);
    const ending = await carryOut(
      {
        argv: [...this.#before, ...innerCommand(request, this.workdir)],
        env: { ...this.#environment, ...request.env, ...labels },
        streams: this.#streams,
        endTree: () => endProcesses(named),
      },
      request,
      AbortSignal.any(ended),
    );
    return execResult(ending);
  }

  readFile(path: string, limitBytes: number): Promise<Buffer | null> {
    return readFileInside(this, path, limitBytes);
  }

  async writeFiles(files: readonly SandboxFile[]): Promise<void> {
    for (const file of files) await this.#requireWithin(resolve(this.workdir, file.path));
    await writeFilesInside(this, files);
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#remove();
    return this.#disposed;
  }

  async #remove(): Promise<void> {
    this.#disposal.abort(new SandboxError("disposed", `The sandbox ${this.id} has been removed.`));
    await endProcesses([`${SANDBOX_VARIABLE}=${this.id}`]);
    await this.#forwarder?.close();
    await removeTree(this.#folder);
  }

  /** Here a link in the work tree can lead anywhere on the owner's machine. */
  async #requireWithin(path: string): Promise<void> {
    let parent = dirname(path);
    for (;;) {
      try {
        parent = await realpath(parent);
        break;
      } catch (error) {
        if (systemErrorCode(error) !== "ENOENT" && systemErrorCode(error) !== "ENOTDIR")
          throw error;
        parent = dirname(parent);
      }
    }
    if (parent === this.#folder || parent.startsWith(this.#folder + sep)) return;
    throw new SandboxError("outside", `${path} is outside of the sandbox ${this.id}.`);
  }
}
