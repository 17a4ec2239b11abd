// What the tests of a sandbox share: the backend, one sandbox that most of them use, and short ways
// to make others and to run a command.
import type {
  ExecRequest,
  ExecResult,
  Sandbox,
  SandboxBackend,
  SandboxLimits,
  SandboxSpec,
} from "../sandboxes/sandbox.ts";

export interface TestSandboxOptions {
  /**
   * The backend as JavaScript that plain Node can import: a second process has to be killed while
   * it owns a sandbox. Without it that one test is skipped.
   */
  readonly compiled?: URL;
  /** Image for backends that run images. */
  readonly image?: string;
}

export const MEGABYTE = 1024 * 1024;

export class SandboxUnderTest {
  readonly backend: SandboxBackend;
  readonly options: TestSandboxOptions;
  readonly kept: readonly (keyof SandboxLimits)[];
  #shared: Sandbox | null = null;

  constructor(
    backend: SandboxBackend,
    options: TestSandboxOptions,
    kept: readonly (keyof SandboxLimits)[],
  ) {
    this.backend = backend;
    this.options = options;
    this.kept = kept;
  }

  async open(): Promise<void> {
    this.#shared = await this.create({ env: { OF_SANDBOX: "sandbox", OF_BOTH: "sandbox" } });
  }

  async close(): Promise<void> {
    await this.#shared?.dispose();
  }

  shared(): Sandbox {
    if (this.#shared === null) throw new Error("The shared sandbox is there only inside of tests.");
    return this.#shared;
  }

  create(spec: Partial<SandboxSpec> = {}): Promise<Sandbox> {
    const { image } = this.options;
    return this.backend.create({
      label: "label:of-a-run",
      limits: {},
      ...(image === undefined ? {} : { image }),
      ...spec,
    });
  }

  async withSandbox(
    spec: Partial<SandboxSpec>,
    use: (sandbox: Sandbox) => Promise<void>,
  ): Promise<void> {
    const sandbox = await this.create(spec);
    try {
      await use(sandbox);
    } finally {
      await sandbox.dispose();
    }
  }

  /** In the shared sandbox. */
  run(
    command: string | readonly string[],
    request: Partial<ExecRequest> = {},
  ): Promise<ExecResult> {
    return execIn(this.shared(), command, request);
  }
}

/** Text is for bash. */
export function execIn(
  sandbox: Sandbox,
  command: string | readonly string[],
  request: Partial<ExecRequest> = {},
): Promise<ExecResult> {
  const argv = typeof command === "string" ? ["bash", "-c", command] : command;
  return sandbox.exec({ command: argv, timeoutMs: 30_000, ...request });
}

/** A result as text, to compare. */
export function seen({ exitCode, signal, timedOut, stdout, stderr }: ExecResult) {
  return { exitCode, signal, timedOut, out: stdout.toString(), err: stderr.toString() };
}
