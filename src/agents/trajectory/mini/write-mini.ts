// From events to mini-swe-agent's format 1.1, in tool-call mode. What that format has no place for
// stands in `extra.plumbline`, so that nothing is lost on the way back.
import type {
  AssistantEvent,
  TokenUsage,
  ToolEvent,
  Trajectory,
  TrajectoryEvent,
} from "../../../core/trajectory.ts";
import { groupTurns, type Turn } from "../group-turns.ts";
import { splitAgent } from "../split-agent.ts";
import { writeObservation } from "./observation.ts";

export function writeMini(trajectory: Trajectory): unknown {
  const { reported, exitStatus, submission, model, instanceId } = trajectory;
  const { runId, agent, conclusion, truncated } = trajectory;
  const { name, version } = splitAgent(agent);
  const ending = { exit_status: exitStatus ?? "", submission: submission ?? "" };
  const exit = { role: "exit", content: submission ?? exitStatus ?? "", extra: ending };
  return {
    info: {
      model_stats: {
        instance_cost: reported?.costUsd ?? sumOf(trajectory.events, "costUsd"),
        api_calls: reported?.modelCalls ?? turnsOf(trajectory.events).length,
      },
      config: { model: { model_name: model } },
      mini_version: name === "mini-swe-agent" ? version : null,
      ...ending,
      plumbline: { run_id: runId, agent, conclusion, submission, reported, truncated },
    },
    messages: [...groupTurns(trajectory.events).flatMap(messagesOf), exit],
    trajectory_format: "mini-swe-agent-1.1",
    ...(instanceId === null ? {} : { instance_id: instanceId }),
  };
}

function turnsOf(events: readonly TrajectoryEvent[]): AssistantEvent[] {
  return events.filter((event) => event.role === "assistant");
}

function sumOf(events: readonly TrajectoryEvent[], field: keyof TokenUsage): number | null {
  const known = turnsOf(events).flatMap(({ usage }) => usage?.[field] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function messagesOf(turn: Turn, index: number): unknown[] {
  if (turn.kind === "message") {
    const { role, text } = turn.event;
    return [{ role, content: text, extra: placed(turn.event) }];
  }
  const calls = turn.tools.map((event, at) => ({
    event,
    id: event.callId ?? `call_${index + 1}_${at + 1}`,
  }));
  const said = turn.answer === null ? unsaid(turn.step, calls) : answer(turn.answer, calls);
  return [said, ...calls.map(({ event, id }) => output(event, id))];
}

interface Call {
  readonly event: ToolEvent;
  readonly id: string;
}

function answer(event: AssistantEvent, calls: readonly Call[]): unknown {
  const { text, reasoning, usage, durationMs, model } = event;
  return {
    ...{ role: "assistant", content: text, ...called(calls) },
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    extra: {
      actions: actions(calls),
      response: { object: "chat.completion", model, usage: chatUsage(usage) },
      ...(usage?.costUsd == null ? {} : { cost: usage.costUsd }),
      ...placed(event, durationMs === null ? {} : { duration_ms: durationMs }),
    },
  };
}

/** Calls of an agent without a model. */
function unsaid(step: number, calls: readonly Call[]): unknown {
  const extra = { actions: actions(calls), plumbline: { step, no_answer: true } };
  return { role: "assistant", content: "", ...called(calls), extra };
}

function called(calls: readonly Call[]): Readonly<Record<string, unknown>> {
  return calls.length === 0 ? {} : { tool_calls: calls.map(toolCall) };
}

function actions(calls: readonly Call[]): unknown[] {
  return calls.flatMap(({ event: { command }, id }) =>
    command === null ? [] : [{ command, tool_call_id: id }],
  );
}

function chatUsage(usage: TokenUsage | null): unknown {
  if (usage === null) return null;
  const { cachedTokens, cacheWriteTokens } = usage;
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: cacheWriteTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}

function toolCall({ event, id }: Call): unknown {
  const { arguments: args, tool } = event;
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return { id, type: "function", function: { name: tool, arguments: text } };
}

function output(event: ToolEvent, id: string): unknown {
  const { exitCode, timedOut, outputTruncated, durationMs } = event;
  return {
    role: "tool",
    tool_call_id: id,
    content: writeObservation(event.output ?? "", exitCode),
    extra: {
      raw_output: event.output ?? "",
      returncode: exitCode ?? -1,
      exception_info: timedOut ? "The command timed out." : "",
      ...placed(event, {
        ...{ output: event.output, output_truncated: outputTruncated, timed_out: timedOut },
        ...{ exit_code: exitCode, command: event.command, duration_ms: durationMs },
      }),
    },
  };
}

/** When it was, in seconds as the format has it, and as we have it. */
function placed({ atMs, step }: TrajectoryEvent, more: object = {}): object {
  const exact = { step, at_ms: atMs, ...more };
  return { ...(atMs === null ? {} : { timestamp: atMs / 1000 }), plumbline: exact };
}
