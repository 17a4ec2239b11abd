// One sandbox of Apptainer: folders outside, mounted into a container that is started per command.
import { release } from "node:os";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Isolation } from "../core/run.ts";
import { carryOut, execResult } from "./carry-out.ts";
import { CommandStreams } from "./command-streams.ts";
import { REACH_FOLDER, makeContainerReach } from "./container-reach.ts";
import type { Reach } from "./container-reach.ts";
import { EXEC_VARIABLE, SANDBOX_VARIABLE, endProcesses } from "./end-processes.ts";
import { HOSTNAME } from "./etc-inside.ts";
import { readFileInside, writeFilesInside } from "./files-inside.ts";
import { innerCommand } from "./inner-command.ts";
import type { LabelledFolder } from "./owner-label.ts";
import { REACH_ADDRESS } from "./reach-inside.ts";
import { removeTree } from "./remove-tree.ts";
import { SandboxError } from "./sandbox.ts";
import type { ExecRequest, ExecResult, Sandbox, SandboxFile, SandboxSpec } from "./sandbox.ts";
import { scrubbedEnvironment } from "./scrubbed-environment.ts";
import { endingOf } from "./signal-names.ts";

const WORKDIR = "/testbed";
const SCRATCH = "/tmp";
/** The first start may have to fetch the image and convert it. */
const FIRST_TIMEOUT_MS = 30 * 60_000;

export interface ApptainerProgram {
  readonly program: string;
  readonly version: string;
  /** As the program takes it: a file, or a source with its scheme. */
  readonly image: string;
}

export class ApptainerSandbox implements Sandbox {
  readonly id: string;
  readonly workdir: string;
  readonly scratch = SCRATCH;
  readonly reachAddress: string | null;
  readonly isolation: Isolation;
  readonly #folder: string;
  readonly #spec: SandboxSpec;
  readonly #apptainer: ApptainerProgram;
  readonly #reach: Reach | null;
  readonly #streams: CommandStreams;
  readonly #disposal = new AbortController();
  #execs = 0;
  #disposed: Promise<void> | null = null;

  static async open(
    folder: LabelledFolder,
    spec: SandboxSpec,
    apptainer: ApptainerProgram,
  ): Promise<ApptainerSandbox> {
    for (const name of ["tree", "tmp", "tmp/home", "overlay"]) await mkdir(join(folder.path, name));
    const streams = new CommandStreams(folder.path, null);
    await streams.makePipes(2);
    const { reachSocket } = spec;
    const reach =
      reachSocket === undefined ? null : await makeContainerReach(folder.path, reachSocket, false);
    const sandbox = new ApptainerSandbox(folder, spec, apptainer, { reach, streams });
    try {
      await sandbox.#requireStart();
      return sandbox;
    } catch (error) {
      await reach?.forwarder.close();
      throw error;
    }
  }

  private constructor(
    folder: LabelledFolder,
    spec: SandboxSpec,
    apptainer: ApptainerProgram,
    made: { reach: Reach | null; streams: CommandStreams },
  ) {
    this.id = folder.id;
    this.workdir = spec.workdir ?? WORKDIR;
    this.reachAddress = made.reach === null ? null : REACH_ADDRESS;
    this.#folder = folder.path;
    this.#spec = spec;
    this.#apptainer = apptainer;
    this.#reach = made.reach;
    this.#streams = made.streams;
    this.isolation = {
      ...{ backend: "apptainer", filesystem: "isolated", network: "isolated" },
      ...{ processes: "isolated", uid: process.getuid?.() ?? null },
      ...{ memory: null, processCount: null, disk: null },
      container: {
        image: apptainer.image,
        imageId: apptainer.image,
        imageDigest: null,
        engine: "apptainer",
        engineVersion: apptainer.version,
        kernel: release(),
      },
    };
  }

  async exec(request: ExecRequest): Promise<ExecResult> {
    this.#execs += 1;
    const labels = { [SANDBOX_VARIABLE]: this.id, [EXEC_VARIABLE]: String(this.#execs) };
    const named = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
    const ended = [this.#disposal.signal, request.signal].filter((signal) => signal !== undefined);
    const inner = innerCommand(request, this.workdir);
    const ending = await carryOut(
      {
        argv: [...this.#containerCommand(), ...(this.#reach?.through(inner) ?? inner)],
        env: { ...this.#environment(request), ...labels },
        streams: this.#streams,
        // The program has the labels; what runs inside descends from it.
        endTree: () => endProcesses(named),
      },
      request,
      AbortSignal.any(ended),
    );
    const told = ending.exitCode === null ? ending : { ...ending, ...endingOf(ending.exitCode) };
    return execResult(told);
  }

  readFile(path: string, limitBytes: number): Promise<Buffer | null> {
    return readFileInside(this, path, limitBytes);
  }

  writeFiles(files: readonly SandboxFile[]): Promise<void> {
    return writeFilesInside(this, files, { confined: true });
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#remove();
    return this.#disposed;
  }

  #containerCommand(): string[] {
    const { program, image } = this.#apptainer;
    const bind = (outside: string, inside: string) => [
      "--bind",
      `${join(this.#folder, outside)}:${inside}`,
    ];
    return [
      ...[program, "--silent", "exec", "--containall", "--cleanenv", "--no-privs"],
      ...["--net", "--network", "none", "--hostname", HOSTNAME],
      ...["--home", `${join(this.#folder, "tmp/home")}:${SCRATCH}/home`],
      // What is written to the image's own folders stays for the next command.
      ...["--overlay", join(this.#folder, "overlay"), ...bind("tmp", SCRATCH)],
      ...(this.#spec.workdir === undefined ? bind("tree", WORKDIR) : []),
      ...(this.#reach === null ? [] : bind("reach", `${REACH_FOLDER}:ro`)),
      ...["--pwd", "/", image],
    ];
  }

  /** `--env` splits at commas; variables of this name are passed on as they are. */
  #environment(request: ExecRequest): Record<string, string> {
    const { PATH = "", HOME, ...others } = scrubbedEnvironment(SCRATCH);
    const inside = { ...others, ...this.#spec.env, ...request.env };
    const passed = Object.entries(inside).map(([name, value]) => [`APPTAINERENV_${name}`, value]);
    const home = process.env["HOME"] ?? HOME ?? "/";
    // The program itself looks for its cache of images and for its helpers.
    const cache = process.env["APPTAINER_CACHEDIR"];
    const own = { PATH: process.env["PATH"] ?? PATH, HOME: home };
    return {
      ...own,
      ...(cache === undefined ? {} : { APPTAINER_CACHEDIR: cache }),
      ...(Object.fromEntries(passed) as Record<string, string>),
    };
  }

  async #requireStart(): Promise<void> {
    const cwd = this.#spec.workdir ?? "/";
    const started = await this.exec({ command: ["true"], timeoutMs: FIRST_TIMEOUT_MS, cwd });
    if (started.exitCode === 0) return;
    const why = started.stderr.toString().trim().split("\n").slice(-3).join(" ");
    const { program, image } = this.#apptainer;
    throw new SandboxError("cannot-start", `${program} cannot start ${image}: ${why}`, {
      hint: `${program} exec ${image} true`,
    });
  }

  async #remove(): Promise<void> {
    this.#disposal.abort(new SandboxError("disposed", `The sandbox ${this.id} has been removed.`));
    await endProcesses([`${SANDBOX_VARIABLE}=${this.id}`]);
    await this.#reach?.forwarder.close();
    await removeTree(this.#folder);
  }
}
