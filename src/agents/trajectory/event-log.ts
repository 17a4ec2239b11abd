// Events in the making: counts the model turns, and times from the first that the file tells.
import type { ToolEvent, TokenUsage, TrajectoryEvent } from "../../core/trajectory.ts";

export interface TurnRecord {
  readonly text: string;
  readonly reasoning?: string | undefined;
  readonly model?: string | null | undefined;
  readonly usage?: TokenUsage | null | undefined;
  readonly durationMs?: number | null | undefined;
}

/** What is not given is not known. */
export type ToolRecord = Pick<ToolEvent, "tool" | "arguments"> &
  Partial<Omit<ToolEvent, "role" | "step" | "atMs" | "tool" | "arguments">>;

export interface EventLog {
  readonly events: TrajectoryEvent[];
  /** Text of the last model turn. */
  readonly lastWords: string;
  message(role: "system" | "user", text: string, when?: When): void;
  turn(record: TurnRecord, when?: When): void;
  tool(record: ToolRecord, when?: When): void;
}

export interface When {
  /** On any clock, the same for all events of a file. */
  readonly timeMs?: number | null | undefined;
  /** Where the file says it; else a turn is one step more, and all else belongs to the last turn. */
  readonly step?: number | undefined;
}

/** `startMs` is when the agent started; the first time that is given, where that is not known. */
export function eventLog(startMs: number | null = null): EventLog {
  const events: TrajectoryEvent[] = [];
  let step = 0;
  let lastWords = "";
  const begin = ({ timeMs, step: told }: When, more: number) => {
    step = told ?? step + more;
    if (timeMs !== null && timeMs !== undefined) startMs ??= timeMs;
    return { step, atMs: startMs === null || timeMs == null ? null : timeMs - startMs };
  };
  return {
    events,
    get lastWords() {
      return lastWords;
    },
    message: (role, text, when = {}) => void events.push({ ...begin(when, 0), role, text }),
    turn: ({ text, reasoning, model, usage, durationMs }, when = {}) => {
      lastWords = text;
      events.push({
        ...{ ...begin(when, 1), role: "assistant", text, reasoning: reasoning ?? "" },
        ...{ model: model ?? null, usage: usage ?? null, durationMs: durationMs ?? null },
      });
    },
    tool: (record, when = {}) => {
      const unknown = { callId: null, command: null, output: null, exitCode: null };
      events.push({
        ...{ ...begin(when, 0), role: "tool", ...unknown },
        ...{ timedOut: false, outputTruncated: false, durationMs: null, ...record },
      });
    },
  };
}
