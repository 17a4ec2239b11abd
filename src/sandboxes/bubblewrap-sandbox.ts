// One sandbox of bubblewrap: what is made for it outside, and its commands.
import { chmod, chown, mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Isolation } from "../core/run.ts";
import { SCRATCH, WORKDIR, bubblewrapArguments } from "./bubblewrap-arguments.ts";
import { commandEnding, endNamespace, launchCommand } from "./bubblewrap-launch.ts";
import type { Launch } from "./bubblewrap-launch.ts";
import { carryOut, execResult } from "./carry-out.ts";
import { cgroupFolders, makeCgroup } from "./cgroup.ts";
import { CommandStreams } from "./command-streams.ts";
import { SANDBOX_VARIABLE } from "./end-processes.ts";
import { makeEtc } from "./etc-inside.ts";
import { readFileInside, writeFilesInside } from "./files-inside.ts";
import type { Forwarder } from "./forward-to-socket.ts";
import type { HostMeans } from "./host-means.ts";
import { innerCommand } from "./inner-command.ts";
import type { LabelledFolder } from "./owner-label.ts";
import { inheritedDescriptors } from "./process-table.ts";
import { REACH_ADDRESS, makeReach, withReach } from "./reach-inside.ts";
import { removeRemains } from "./remains.ts";
import type { RuntimeFolder } from "./runtime-folder.ts";
import { SandboxError } from "./sandbox.ts";
import type {
  ExecRequest,
  ExecResult,
  Sandbox,
  SandboxFile,
  SandboxLimits,
  SandboxSpec,
} from "./sandbox.ts";
import { SYSTEM_PATH, scrubbedEnvironment } from "./scrubbed-environment.ts";
import { mountSized } from "./sized-tmpfs.ts";
import { acquireUid } from "./uid-pool.ts";

/** Processes that a command needs besides its own: bubblewrap's two, and the relay's threads. */
const PROCESSES_OF_OURS = 4;
const THREADS_OF_RELAY = 24;

/** What was made, and what it was made from. */
interface Made {
  readonly runtime: RuntimeFolder;
  readonly folder: LabelledFolder;
  readonly spec: SandboxSpec;
  readonly means: HostMeans;
  readonly cgroups: readonly string[];
  /** The sandbox's own; null where it runs as its owner. */
  readonly uid: number | null;
  readonly forwarder: Forwarder | null;
  readonly streams: CommandStreams;
}

export class BubblewrapSandbox implements Sandbox {
  readonly id: string;
  readonly workdir = WORKDIR;
  readonly scratch = SCRATCH;
  readonly isolation: Isolation;
  readonly reachAddress: string | null;
  readonly #made: Made;
  readonly #launch: Launch;
  readonly #disposal = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #disposed: Promise<void> | null = null;

  static async open(
    runtime: RuntimeFolder,
    folder: LabelledFolder,
    spec: SandboxSpec,
    means: HostMeans,
  ): Promise<BubblewrapSandbox> {
    const { cgroupHome } = means;
    const uid = means.isRoot ? await acquireUid(runtime.uids, folder.id) : null;
    // Also without limits: whoever is in it can be found and ended.
    if (cgroupHome !== null) await makeCgroup(cgroupHome, folder.id, withOurs(spec));
    const streams = new CommandStreams(folder.path, uid);
    const steps = [
      makeFiles(folder.path, spec.limits.diskBytes, uid),
      makeEtc(join(folder.path, "etc")),
      streams.makePipes(2),
    ];
    // All of them, before one's failure has everything removed that the others still make.
    await Promise.allSettled(steps);
    await Promise.all(steps);
    const { reachSocket } = spec;
    const forwarder =
      reachSocket === undefined ? null : await makeReach(folder.path, reachSocket, uid);
    const cgroups = cgroupHome === null ? [] : cgroupFolders(cgroupHome, folder.id);
    return new BubblewrapSandbox({
      ...{ runtime, folder, spec, means, cgroups, uid, forwarder, streams },
    });
  }

  private constructor(made: Made) {
    const { spec, means, uid } = made;
    const home = means.cgroupHome;
    const limitedBy = home === null ? "rlimit" : (`cgroup-${home.version}` as const);
    this.#made = made;
    this.#launch = launchOf(made);
    this.id = made.folder.id;
    this.reachAddress = made.forwarder === null ? null : REACH_ADDRESS;
    this.isolation = {
      backend: "bubblewrap",
      filesystem: "isolated",
      network: "isolated",
      processes: "isolated",
      uid: uid ?? process.getuid?.() ?? null,
      memory: spec.limits.memoryBytes === undefined ? null : limitedBy,
      processCount: spec.limits.processes === undefined ? null : limitedBy,
      disk: spec.limits.diskBytes === undefined ? null : "tmpfs",
    };
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
    return writeFilesInside(this, files);
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#remove();
    return this.#disposed;
  }

  async #exec(request: ExecRequest): Promise<ExecResult> {
    const { spec, folder, means, streams } = this.#made;
    const environment = { ...scrubbedEnvironment(this.scratch), ...spec.env, ...request.env };
    const view = {
      folder: folder.path,
      environment,
      mounts: spec.mounts ?? [],
      reach: this.reachAddress !== null,
      disableUserns: means.disableUserns,
    };
    const ended = [this.#disposal.signal, request.signal].filter((signal) => signal !== undefined);
    const ending = await carryOut(
      {
        argv: launchCommand(this.#launch, this.#innerCommand(request)),
        streams,
        // The label is what a sweep looks for; bubblewrap passes nothing of this on.
        env: { PATH: SYSTEM_PATH, [SANDBOX_VARIABLE]: this.id },
        argumentBytes: nulSeparated(bubblewrapArguments(view)),
        endTree: endNamespace,
      },
      request,
      AbortSignal.any(ended),
    );
    return execResult(commandEnding(ending));
  }

  #innerCommand(request: ExecRequest): string[] {
    const { spec, cgroups } = this.#made;
    const { memoryBytes } = spec.limits;
    const command = innerCommand(request, this.workdir);
    const limited =
      memoryBytes === undefined || cgroups.length > 0
        ? command
        : ["prlimit", `--as=${memoryBytes}`, ...command];
    return this.reachAddress === null ? limited : withReach(limited);
  }

  async #remove(): Promise<void> {
    const { runtime, folder, cgroups, forwarder } = this.#made;
    this.#disposal.abort(new SandboxError("disposed", `The sandbox ${this.id} has been removed.`));
    await Promise.allSettled(this.#running);
    await forwarder?.close();
    await removeRemains(runtime, folder, cgroups);
  }
}

/** `processes` is meant for commands; what it takes to run them comes on top. */
function withOurs(spec: SandboxSpec): SandboxLimits {
  const { processes, ...others } = spec.limits;
  if (processes === undefined) return others;
  const relay = spec.reachSocket === undefined ? 0 : THREADS_OF_RELAY;
  return { ...others, processes: processes + PROCESSES_OF_OURS + relay };
}

function launchOf({ means, cgroups, spec, uid }: Made): Launch {
  const { bash, bwrap, prlimit, setpriv } = means.programs;
  if (bash === null || bwrap === null) throw new SandboxError("programs-missing", "No bubblewrap.");
  const { processes } = withOurs(spec);
  return {
    bwrap,
    closed: { bash, descriptors: inheritedDescriptors() },
    cgroups: cgroups.map((folder) => join(folder, "cgroup.procs")),
    prlimit:
      processes === undefined || cgroups.length > 0 || prlimit === null
        ? null
        : { program: prlimit, processes },
    setpriv: uid === null || setpriv === null ? null : { program: setpriv, uid },
  };
}

/** The tree, the scratch folder and shared memory lie together, where one limit bounds them. */
async function makeFiles(
  folder: string,
  diskBytes: number | undefined,
  uid: number | null,
): Promise<void> {
  const files = join(folder, "files");
  await makeFolder(files, 0o700, uid);
  if (diskBytes !== undefined) await mountSized(files, diskBytes, uid ?? 0);
  await makeFolder(join(files, "tree"), 0o755, uid);
  await makeFolder(join(files, "tmp"), 0o1777, uid);
  await makeFolder(join(files, "tmp", "home"), 0o755, uid);
  await makeFolder(join(files, "shm"), 0o1777, uid);
}

async function makeFolder(path: string, mode: number, uid: number | null): Promise<void> {
  await mkdir(path);
  await chmod(path, mode);
  if (uid !== null) await chown(path, uid, uid);
}

function nulSeparated(args: readonly string[]): Buffer {
  // It would begin an option of bubblewrap.
  if (args.some((argument) => argument.includes("\0"))) {
    throw new SandboxError("bad-request", "An environment variable holds a NUL character.");
  }
  return Buffer.from(args.map((argument) => `${argument}\0`).join(""));
}
