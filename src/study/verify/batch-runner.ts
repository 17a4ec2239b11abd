// Runs batches of tests on states of a project: each state in a sandbox of its own, so that the
// user's folder is never touched, and each result kept by everything that it depends on, so that a
// check which was interrupted asks only for what it lacks.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PlumblineError } from "../../core/errors.ts";
import type { FileTree } from "../../core/file-tree.ts";
import { treeDigest } from "../../core/tree-digest.ts";
import type { TestLogParser } from "../../grading/parsers/test-log-parser.ts";
import type { Sandbox, SandboxBackend } from "../../sandboxes/sandbox.ts";
import { writeFileAtomic } from "../../store/write-file-atomic.ts";
import { observationSchema, type Observation } from "./observation.ts";
import { batchCommand, type TestBatch } from "./test-batches.ts";

const LOG_LIMIT_BYTES = 64 * 1024 * 1024;
const MISSING_PROGRAM = [126, 127];

export interface BatchRunnerOptions {
  readonly backend: SandboxBackend;
  readonly command: string;
  readonly parser: TestLogParser;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Results are kept here. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export class BatchRunner {
  readonly #options: BatchRunnerOptions;
  readonly #digests = new WeakMap<FileTree, string>();
  #open: { readonly state: string; readonly sandbox: Sandbox } | null = null;

  constructor(options: BatchRunnerOptions) {
    this.#options = options;
  }

  /** What a batch does on a state. Runs with other numbers are other runs of the same. */
  async observe(tree: FileTree, batch: TestBatch, run = 1): Promise<Observation> {
    const { folder } = this.#options;
    const key = this.#keyOf(tree, batch, run);
    const path = join(folder, "results", `${key}.json`);
    const kept = readKept(path);
    if (kept !== null) return kept;
    const sandbox = await this.#sandboxFor(tree, run);
    const { observation, log } = await this.#run(sandbox, batch);
    writeFileAtomic(join(folder, "logs", `${key}.log`), log);
    writeFileAtomic(path, `${JSON.stringify(observation)}\n`);
    return observation;
  }

  /** The end of what a batch printed, for messages. */
  logTail(tree: FileTree, batch: TestBatch, run = 1): string {
    const path = join(this.#options.folder, "logs", `${this.#keyOf(tree, batch, run)}.log`);
    return readFileSync(path, "utf8").trimEnd().split("\n").slice(-5).join("\n");
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.sandbox.dispose();
  }

  #keyOf(tree: FileTree, batch: TestBatch, run: number): string {
    const { command, parser, env, timeoutMs } = this.#options;
    const parts = [this.#digestOf(tree), command, parser.id, env, timeoutMs, batch.files, run];
    return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
  }

  #digestOf(tree: FileTree): string {
    let digest = this.#digests.get(tree);
    if (digest === undefined) this.#digests.set(tree, (digest = treeDigest(tree)));
    return digest;
  }

  async #sandboxFor(tree: FileTree, run: number): Promise<Sandbox> {
    const state = `${this.#digestOf(tree)} ${run}`;
    if (this.#open?.state === state) return this.#open.sandbox;
    await this.close();
    const sandbox = await this.#options.backend.create({ label: "check-project", limits: {} });
    this.#open = { state, sandbox };
    await sandbox.writeFiles(Array.from(tree, ([path, file]) => ({ path, ...file })));
    return sandbox;
  }

  async #run(sandbox: Sandbox, batch: TestBatch) {
    const { command, parser, env, timeoutMs, signal } = this.#options;
    const result = await sandbox.exec({
      command: ["bash", "-c", batchCommand(command, batch)],
      env: withFolder(env, sandbox.workdir),
      timeoutMs,
      outputLimitBytes: LOG_LIMIT_BYTES,
      mergeOutput: true,
      signal,
    });
    // Each sandbox has a folder of its own, which may show in a test's name.
    const log = result.stdout
      .toString("utf8")
      .replaceAll(sandbox.workdir, "<project>")
      .replaceAll(sandbox.scratch, "<scratch>");
    const { exitCode, timedOut, durationMs } = result;
    const statuses = Object.fromEntries(parser.parse(log));
    if (MISSING_PROGRAM.includes(exitCode ?? 0) && Object.keys(statuses).length === 0) {
      const message = `The test command can't be started: ${log.trim().split("\n").at(-1) ?? ""}`;
      throw new PlumblineError("no-test-command", "usage", message, {
        hint: '--test-command "/path/to/venv/bin/python -m pytest"',
      });
    }
    const ending = timedOut ? "timeout" : endingOf(exitCode, result.signal);
    return { observation: { statuses, ending, durationMs }, log };
  }
}

/** `{project}` in the environment stands for the folder of the state. */
function withFolder(env: Readonly<Record<string, string>>, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replaceAll("{project}", folder)]),
  );
}

function endingOf(exitCode: number | null, signal: string | null): string {
  return exitCode === null ? `signal ${signal ?? "unknown"}` : `exit ${exitCode}`;
}

function readKept(path: string): Observation | null {
  try {
    return observationSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}
