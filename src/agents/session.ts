// What an agent acts through: every command is limited and recorded. For agents without a model one
// command is one step; for agents with one, a step is a model turn, which the gateway counts.
import type { Clock } from "../core/clock.ts";
import { LimitReached } from "../core/limit-reached.ts";
import type { AssistantEvent, MessageEvent, TrajectoryEvent } from "../core/trajectory.ts";
import type { ExecResult, Sandbox } from "../sandboxes/sandbox.ts";

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

export interface CommandOptions {
  /** What the agent says of it, if it says such things. */
  readonly thought?: string;
  readonly timeoutMs?: number;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The tool call that it answers. */
  readonly call?: { readonly id: string; readonly arguments: Readonly<Record<string, unknown>> };
}

/** A scaffold that is a program of its own and runs in the sandbox for as long as it likes. */
export interface ProgramRequest {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Most bytes kept of each stream. */
  readonly outputBytes?: number;
}

export interface AgentSession {
  /** Absolute path of the work tree. */
  readonly workdir: string;
  /** Absolute path of a scratch folder outside the work tree. */
  readonly scratch: string;
  /** Wall time of one command, milliseconds. */
  readonly commandMs: number;
  /** Runs a bash command in the work tree. Throws LimitReached when a limit ends the attempt. */
  run(command: string, options?: CommandOptions): Promise<CommandResult>;
  /**
   * Runs the agent's own program in the work tree: no step, and nothing that the trajectory shows.
   * Throws LimitReached when a limit ends the attempt; all that it started has ended then.
   */
  program(request: ProgramRequest): Promise<ExecResult>;
  /** Puts what was said into the trajectory. */
  say(event: Said): void;
}

/** What was said, as who says it knows it; the session knows when and in which step. */
export type Said = Omit<MessageEvent, "step" | "atMs"> | Omit<AssistantEvent, "step" | "atMs">;

export interface RecordedSession extends AgentSession {
  readonly events: readonly TrajectoryEvent[];
  /** Steps so far. */
  readonly steps: number;
}

export interface SessionOptions {
  readonly sandbox: Sandbox;
  readonly limits: AgentLimits;
  readonly clock: Clock;
  /** Ends whatever runs; with `waitedMs`, also when the time is up. */
  readonly signal: AbortSignal;
  /** Model turns so far, for agents with a model; where absent, commands are the steps. */
  readonly modelSteps?: () => number;
  /** How long the model's provider has kept it waiting, milliseconds: no time of the agent's. */
  readonly waitedMs?: () => number;
  /** Where programs inside reach the gateway. */
  readonly gateway?: string | null;
}

/** Most bytes that are kept of what a scaffold's own program prints. */
const PROGRAM_OUTPUT_BYTES = 16 * 1024 * 1024;

/** What a timer can hold. */
const LONGEST_MS = 2 ** 31 - 1;

/** A session on a sandbox that records what passes through it. */
export function recordedSession(options: SessionOptions): RecordedSession {
  const { sandbox, limits, clock, signal, modelSteps } = options;
  const events: TrajectoryEvent[] = [];
  const startedAt = clock.monotonicMs();
  const now = () => clock.monotonicMs() - startedAt;
  let commands = 0;
  const steps = () => modelSteps?.() ?? commands;
  const say = (event: Said) => void events.push({ ...event, step: steps(), atMs: now() });

  const timeLeft = () => {
    signal.throwIfAborted();
    const leftMs = limits.wallMs + (options.waitedMs?.() ?? 0) - now();
    if (leftMs <= 0) throw new LimitReached("time");
    return leftMs;
  };

  const run: AgentSession["run"] = async (command, runOptions = {}) => {
    const leftMs = timeLeft();
    if (modelSteps === undefined) {
      if (commands >= limits.steps) throw new LimitReached("steps");
      commands += 1;
      if (runOptions.thought !== undefined) say(thinking(runOptions.thought));
    }
    const atMs = now();
    const timeoutMs = Math.min(leftMs, runOptions.timeoutMs ?? limits.commandMs, limits.commandMs);
    const result = await sandbox.exec({
      command: ["bash", "-c", command],
      timeoutMs,
      outputLimitBytes: limits.outputBytes,
      mergeOutput: true,
      signal,
      ...(runOptions.env === undefined ? {} : { env: runOptions.env }),
      ...(runOptions.stdin === undefined ? {} : { stdin: Buffer.from(runOptions.stdin) }),
    });
    const { exitCode, timedOut, outputTruncated, durationMs } = result;
    const shown = { exitCode, timedOut, output: result.stdout.toString("utf8"), outputTruncated };
    const call = { id: null, arguments: { command }, ...runOptions.call };
    events.push({
      ...{ step: steps(), atMs, role: "tool", tool: "bash" },
      ...{ callId: call.id, arguments: call.arguments, command, durationMs, ...shown },
    });
    if (timedOut && timeoutMs >= leftMs) throw new LimitReached("time");
    return shown;
  };

  const program: AgentSession["program"] = async ({ command, env, stdin, outputBytes }) => {
    const leftMs = timeLeft();
    const result = await sandbox.exec({
      command,
      // While it runs, its provider may keep it waiting: then the signal ends it.
      timeoutMs: options.waitedMs === undefined ? leftMs : LONGEST_MS,
      outputLimitBytes: outputBytes ?? PROGRAM_OUTPUT_BYTES,
      signal,
      stdin: Buffer.from(stdin ?? ""),
      env: { ...proxies(options.gateway ?? null), ...env },
    });
    if (result.timedOut) throw new LimitReached("time");
    return result;
  };

  return {
    ...{ workdir: sandbox.workdir, scratch: sandbox.scratch, commandMs: limits.commandMs },
    ...{ events, run, program, say },
    get steps() {
      return steps();
    },
  };
}

/**
 * There is no network inside. Programs that would speak to other hosts are sent to the gateway, which
 * refuses them as well, and notes it.
 */
function proxies(gateway: string | null): Record<string, string> {
  if (gateway === null) return {};
  const here = "127.0.0.1,localhost";
  return {
    ...{ HTTP_PROXY: gateway, HTTPS_PROXY: gateway, NO_PROXY: here },
    ...{ http_proxy: gateway, https_proxy: gateway, no_proxy: here },
  };
}

function thinking(text: string): Said {
  return { role: "assistant", text, reasoning: "", model: null, usage: null, durationMs: null };
}
