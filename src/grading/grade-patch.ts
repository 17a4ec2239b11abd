// Grades a patch: applied to the tree that its agent was given, in an environment that the agent
// never saw, with test files and test infrastructure put back before the instance's own tests are
// written over them. Only what the parser reports as passed counts as passed.
import { randomBytes } from "node:crypto";
import type { Clock } from "../core/clock.ts";
import type { Instance } from "../core/instance.ts";
import type { Grade, TestStatus } from "../core/run.ts";
import type { TestCommand } from "../core/test-command.ts";
import type { Sandbox } from "../sandboxes/sandbox.ts";
import { SandboxError } from "../sandboxes/sandbox.ts";
import { MARKED_TESTS, markedInput, readMarked } from "./marked-tests.ts";
import { noTestsReason, wasCutOff } from "./no-tests-reason.ts";
import type { TestLogParser } from "./parsers/test-log-parser.ts";
import { requiredResults } from "./required-results.ts";

const APPLY_TIMEOUT_MS = 120_000;
/** Enough for any verbose test log; what is longer keeps its head and tail. */
const LOG_LIMIT_BYTES = 32 * 1024 * 1024;

export interface GradeRequest {
  /** Holds the prepared tree, committed, and nothing of the agent. */
  readonly sandbox: Sandbox;
  readonly instance: Instance;
  /** The agent's own diff. */
  readonly patch: Uint8Array;
  /** Paths that the patch touches and that come back as they were. */
  readonly putBack: readonly string[];
  readonly tests: TestCommand;
  /** Whether a test id without parameters stands for all variants of that test. */
  readonly expandsParameters: boolean;
  /** Whether the sandbox runs the image that the benchmark made for the instance. */
  readonly inImage: boolean;
  readonly parser: TestLogParser;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type GradeResult = Pick<
  Grade,
  "durationMs" | "parser" | "observation" | "failToPass" | "passToPass"
> & { readonly log: Buffer };

/** Carries out one grading. Faults of the environment are observations, not exceptions. */
export async function gradePatch(request: GradeRequest): Promise<GradeResult> {
  const { clock, instance, parser } = request;
  const startedAt = clock.monotonicMs();
  const result = (observed: Omit<GradeResult, "durationMs" | "parser">): GradeResult => ({
    durationMs: clock.monotonicMs() - startedAt,
    parser: parser.id,
    ...observed,
  });
  try {
    await applyAll(request);
    await writeTestFiles(request);
  } catch (error) {
    request.signal.throwIfAborted();
    if (!(error instanceof SandboxError)) throw error;
    const observation = { kind: "infra", code: error.code, evidence: error.message } as const;
    return result({ observation, ...nothingSeen(instance), log: Buffer.alloc(0) });
  }
  return result(await observeTests(request));
}

async function observeTests(
  request: GradeRequest,
): Promise<Omit<GradeResult, "durationMs" | "parser">> {
  const { sandbox, instance, tests, inImage, parser, signal } = request;
  const mark = randomBytes(16).toString("hex");
  const setup = (tests.setup ?? [])
    .filter(({ kind }) => inImage || kind !== "image")
    .map(({ script }) => script)
    .join("\n");
  const { timeoutMs, env } = tests;
  const run = await sandbox.exec({
    command: ["bash", "-c", MARKED_TESTS],
    stdin: markedInput(mark, setup, tests.command),
    ...{ env, timeoutMs, signal },
    outputLimitBytes: LOG_LIMIT_BYTES,
    mergeOutput: true,
  });
  const log = run.stdout;
  if (run.timedOut) {
    const observation = { kind: "timeout", limitMs: timeoutMs } as const;
    return { observation, ...nothingSeen(instance), log };
  }
  const { output, exitCode } = readMarked(log, mark) ?? { output: log, exitCode: null };
  const text = output.toString("utf8");
  const statuses = wasCutOff(exitCode) ? new Map<string, TestStatus>() : parser.parse(text);
  const reason = statuses.size > 0 ? null : noTestsReason(text, exitCode);
  if (reason !== null) {
    return { observation: { kind: "no-tests", ...reason }, ...nothingSeen(instance), log };
  }
  return {
    observation: { kind: "tests", exitCode },
    ...requiredResults(instance, statuses, request.expandsParameters),
    log,
  };
}

/** Patch, test files back, test patch: each step's failure has its own name. */
async function applyAll({ sandbox, patch, putBack, instance, signal }: GradeRequest) {
  const steps: readonly [code: string, script: string, stdin: Uint8Array][] = [
    ["patch-did-not-apply", APPLY, patch],
    ["test-files-not-restored", RESTORE, Buffer.from(putBack.map((p) => `${p}\0`).join(""))],
    ["test-patch-did-not-apply", APPLY, Buffer.from(instance.test_patch)],
  ];
  for (const [code, script, stdin] of steps) {
    if (stdin.length === 0) continue;
    const { exitCode, stdout } = await sandbox.exec({
      command: ["bash", "-euo", "pipefail", "-c", script],
      stdin,
      timeoutMs: APPLY_TIMEOUT_MS,
      outputLimitBytes: 16_384,
      mergeOutput: true,
      signal,
    });
    if (exitCode !== 0) throw new SandboxError(code, stdout.toString("utf8").trim() || code);
  }
}

async function writeTestFiles({ sandbox, tests }: GradeRequest): Promise<void> {
  const files = (tests.files ?? []).map((file) => ({ ...file, mode: "100644" as const }));
  if (files.length > 0) await sandbox.writeFiles(files);
}

const APPLY = "git apply --whitespace=nowarn -";
// A path that the prepared commit has comes back as it was; one that it has not goes away.
const RESTORE = `
while IFS= read -r -d '' path; do
  rm -rf -- "$path"
  if git cat-file -e "HEAD:$path" 2>/dev/null; then git checkout -q HEAD -- ":(literal)$path"; fi
done`;

function nothingSeen(instance: Instance) {
  return requiredResults(instance, new Map(), false);
}
