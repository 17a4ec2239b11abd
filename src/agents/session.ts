// What an agent acts through. One command is one step: counted, limited, recorded.
import type { Clock } from "../core/clock.ts";
import type { Step, Trajectory } from "../core/trajectory.ts";
import type { Sandbox } from "../sandboxes/sandbox.ts";

export interface AgentLimits {
  readonly steps: number;
  /** Wall time of the whole attempt, milliseconds. */
  readonly wallMs: number;
  /** Wall time of one command, milliseconds. */
  readonly commandMs: number;
  /** Most bytes of output that an agent is shown of one command. */
  readonly outputBytes: number;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** stdout and stderr as written, decoded as UTF-8 with replacement. */
  readonly output: string;
  readonly outputTruncated: boolean;
}

export interface AgentSession {
  /** Absolute path of the work tree. */
  readonly workdir: string;
  /** Absolute path of a scratch folder outside the work tree. */
  readonly scratch: string;
  /** Runs a bash command in the work tree. Throws LimitReached when a limit ends the attempt. */
  run(
    command: string,
    options?: { thought?: string; timeoutMs?: number; stdin?: string },
  ): Promise<CommandResult>;
}

/** Ends an attempt at one of its limits. Control flow, not an error; agents let it pass. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  readonly which: "steps" | "cost" | "time";
  constructor(which: "steps" | "cost" | "time") {
    super(`The limit of ${which} is reached.`);
    this.which = which;
  }
}

export interface RecordedSession extends AgentSession {
  readonly steps: readonly Step[];
  trajectory(conclusion: string): Trajectory;
}

export interface SessionOptions {
  readonly sandbox: Sandbox;
  readonly limits: AgentLimits;
  readonly runId: string;
  readonly agent: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onStep?: (step: Step) => void;
}

/** A session on a sandbox that records what passes through it. */
export function recordedSession(options: SessionOptions): RecordedSession {
  const { sandbox, limits, clock, signal } = options;
  const steps: Step[] = [];
  const startedAt = clock.monotonicMs();

  const run: AgentSession["run"] = async (command, runOptions = {}) => {
    signal.throwIfAborted();
    if (steps.length >= limits.steps) throw new LimitReached("steps");
    const startedAtMs = clock.monotonicMs() - startedAt;
    const leftMs = limits.wallMs - startedAtMs;
    if (leftMs <= 0) throw new LimitReached("time");
    const timeoutMs = Math.min(leftMs, runOptions.timeoutMs ?? limits.commandMs, limits.commandMs);
    const result = await sandbox.exec({
      command: ["bash", "-c", command],
      timeoutMs,
      outputLimitBytes: limits.outputBytes,
      mergeOutput: true,
      signal,
      ...(runOptions.stdin === undefined ? {} : { stdin: Buffer.from(runOptions.stdin) }),
    });
    const step: Step = {
      number: steps.length + 1,
      thought: runOptions.thought ?? "",
      command,
      exitCode: result.exitCode,
      timedOut: result.timedOut,
      output: result.stdout.toString("utf8"),
      outputTruncated: result.outputTruncated,
      startedAtMs,
      durationMs: result.durationMs,
    };
    steps.push(step);
    options.onStep?.(step);
    if (result.timedOut && timeoutMs >= leftMs) throw new LimitReached("time");
    return {
      exitCode: step.exitCode,
      timedOut: step.timedOut,
      output: step.output,
      outputTruncated: step.outputTruncated,
    };
  };

  return {
    workdir: sandbox.workdir,
    scratch: sandbox.scratch,
    steps,
    run,
    trajectory: (conclusion) => ({
      schemaVersion: 1,
      runId: options.runId,
      agent: options.agent,
      steps,
      conclusion,
    }),
  };
}
