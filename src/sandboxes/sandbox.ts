// The contract of a sandbox: an isolated place where commands of one run are carried out.
// A command that fails, is not found or runs into its time limit is a *result*. A sandbox that
// cannot be made or has died is an *error* (SandboxError), and never the agent's doing.
import { PlumblineError } from "../core/errors.ts";
import type { ErrorDetails } from "../core/errors.ts";
import type { Isolation } from "../core/run.ts";

export interface ExecRequest {
  /** Program and arguments; no shell is put between. */
  readonly command: readonly string[];
  /** Absolute path inside; the work tree where absent. */
  readonly cwd?: string;
  /** Added to the sandbox's own scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  readonly timeoutMs: number;
  /** Most bytes kept of each output stream; what is longer keeps its head and tail halves. */
  readonly outputLimitBytes?: number;
  /** Interleave stderr into stdout, in the order written. */
  readonly mergeOutput?: boolean;
  readonly signal?: AbortSignal;
}

export interface ExecResult {
  /**
   * Null when the command was ended by a signal. 126 and 127 also say that the folder or the
   * program was not there.
   */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly outputTruncated: boolean;
  readonly durationMs: number;
}

/** What a sandbox may use. A limit that is asked for and cannot be had is refused at creation. */
export interface SandboxLimits {
  /** With a limit on disk, files lie in memory and count as such: both together stay below this. */
  readonly memoryBytes?: number;
  readonly processes?: number;
  /** Bytes of everything that can be written: the work tree and /tmp together. */
  readonly diskBytes?: number;
}

/** A folder of this machine that is seen inside and can't be written there. */
export interface ReadOnlyMount {
  readonly outside: string;
  readonly inside: string;
}

export interface SandboxSpec {
  /** Says whose it is, for people who look from outside: a run id. Nothing inside shows it. */
  readonly label: string;
  readonly limits: SandboxLimits;
  /** Unix socket outside that is reached at one address inside; nothing else is. */
  readonly reachSocket?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Refused by backends that can't mount. */
  readonly mounts?: readonly ReadOnlyMount[];
  /** Container image; only backends that run images take one. */
  readonly image?: string;
  /** Folder of the image that is the work tree, as the image has it. An empty one where absent. */
  readonly workdir?: string;
}

export interface SandboxFile {
  /** Relative to the work tree, or absolute inside the sandbox. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: "100644" | "100755" | "120000";
}

export interface Sandbox {
  readonly id: string;
  /** Absolute path of the work tree, as commands inside see it. */
  readonly workdir: string;
  /** Absolute path of a private scratch folder, as commands inside see it. */
  readonly scratch: string;
  readonly isolation: Isolation;
  /** Address inside (`http://127.0.0.1:PORT`) that leads to the socket outside, if one was asked for. */
  readonly reachAddress: string | null;
  /** All that the command started has ended when this resolves. Throws the reason of an abort. */
  exec(request: ExecRequest): Promise<ExecResult>;
  /**
   * Bytes of a plain file inside, or null where there is none. Follows links as the sandbox sees
   * them. Throws `file-too-large` rather than give a part.
   */
  readFile(path: string, limitBytes: number): Promise<Buffer | null>;
  /**
   * Writes files inside, making folders as needed; what is in the way is replaced. Never follows a
   * link out of the sandbox.
   */
  writeFiles(files: readonly SandboxFile[]): Promise<void>;
  /** Ends everything inside and removes it. May be called twice. */
  dispose(): Promise<void>;
}

export interface Availability {
  readonly available: boolean;
  /** Why not, or what is missing, in one line; empty where all is well. */
  readonly reason: string;
  /** Which of the limits can really be kept here. */
  readonly limits: readonly (keyof SandboxLimits)[];
}

export interface SandboxBackend {
  readonly id: string;
  readonly summary: string;
  check(): Promise<Availability>;
  create(spec: SandboxSpec): Promise<Sandbox>;
  /** Removes what owners that no longer live have left, by its label. Returns what was removed. */
  sweep(): Promise<readonly string[]>;
}

/** Declares a backend; the registry finds it by this call. */
export function defineSandbox(backend: SandboxBackend): SandboxBackend {
  return backend;
}

/** The environment failed: not the agent's doing. Retried in a fresh sandbox. */
export class SandboxError extends PlumblineError {
  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(code, "environment", message, details);
  }
}
