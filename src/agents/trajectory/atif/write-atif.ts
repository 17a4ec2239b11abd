// From events to ATIF 1.7. What that format has no place for stands in `extra.plumbline`, so that
// nothing is lost on the way back.
import { PlumblineError } from "../../../core/errors.ts";
import type {
  AssistantEvent,
  TokenUsage,
  ToolEvent,
  Trajectory,
} from "../../../core/trajectory.ts";
import { groupTurns, type Turn } from "../group-turns.ts";
import { splitAgent } from "../split-agent.ts";

export function writeAtif(trajectory: Trajectory): unknown {
  const turns = groupTurns(trajectory.events);
  if (turns.length === 0) {
    const message = `${trajectory.runId} has no events, and ATIF has no trajectory without a step.`;
    throw new PlumblineError("no-events", "usage", message);
  }
  const { name, version } = splitAgent(trajectory.agent);
  return {
    schema_version: "ATIF-v1.7",
    session_id: trajectory.runId,
    agent: { name, version: version ?? "unknown", ...some({ model_name: trajectory.model }) },
    steps: turns.map((turn, index) => ({ step_id: index + 1, ...stepOf(turn, index) })),
    ...some({ final_metrics: finalMetrics(trajectory.reported) }),
    extra: {
      plumbline: some({
        ...{ instance_id: trajectory.instanceId, exit_status: trajectory.exitStatus },
        ...{ submission: trajectory.submission, conclusion: trajectory.conclusion },
        truncated: trajectory.truncated,
      }),
    },
  };
}

function stepOf(turn: Turn, index: number): object {
  if (turn.kind === "message") {
    const { role, text, step, atMs } = turn.event;
    return { source: role, message: text, extra: { plumbline: some({ step, at_ms: atMs }) } };
  }
  const { answer, tools, step } = turn;
  const calls = tools.map((event, at) => ({
    event,
    id: event.callId ?? `call_${index + 1}_${at + 1}`,
  }));
  const results = calls.map(({ event, id }) => result(event, id));
  const [atMs, durationMs] = [answer?.atMs ?? null, answer?.durationMs ?? null];
  return {
    source: "agent",
    ...(answer === null ? { message: "", llm_call_count: 0 } : answered(answer)),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(call), observation: { results } }),
    extra: { plumbline: some({ step, at_ms: atMs, duration_ms: durationMs }) },
  };
}

function answered({ text, reasoning, model, usage }: AssistantEvent): object {
  return {
    message: text,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...some({ model_name: model, metrics: usage === null ? null : metrics(usage) }),
    llm_call_count: 1,
  };
}

/** Null where there is nothing in it. */
function orNull(extra: object): object | null {
  return Object.keys(extra).length === 0 ? null : extra;
}

function metrics(usage: TokenUsage): object {
  const extra = some({
    cache_write_tokens: usage.cacheWriteTokens,
    reasoning_tokens: usage.reasoningTokens,
  });
  return some({
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    cached_tokens: usage.cachedTokens,
    cost_usd: usage.costUsd,
    extra: orNull(extra),
  });
}

interface Call {
  readonly event: ToolEvent;
  readonly id: string;
}

function call({ event: { tool, arguments: args, command }, id }: Call): object {
  const isText = typeof args === "string";
  const plumbline = { ...some({ command }), ...(isText ? { arguments: args } : {}) };
  return {
    ...{ tool_call_id: id, function_name: tool, arguments: isText ? {} : args },
    extra: { plumbline },
  };
}

function result(event: ToolEvent, id: string): object {
  const { output, atMs, exitCode, timedOut, outputTruncated, durationMs } = event;
  const plumbline = {
    ...some({ at_ms: atMs, exit_code: exitCode, duration_ms: durationMs }),
    ...{ timed_out: timedOut, output_truncated: outputTruncated },
    ...(output === null ? { no_output: true } : {}),
  };
  return { source_call_id: id, ...some({ content: output }), extra: { plumbline } };
}

function finalMetrics(reported: Trajectory["reported"]): object | null {
  if (reported === null) return null;
  const extra = some({
    total_reasoning_tokens: reported.reasoningTokens,
    total_cache_write_tokens: reported.cacheWriteTokens,
    model_calls: reported.modelCalls,
  });
  return some({
    total_prompt_tokens: reported.inputTokens,
    total_completion_tokens: reported.outputTokens,
    total_cached_tokens: reported.cachedTokens,
    total_cost_usd: reported.costUsd,
    extra: orNull(extra),
  });
}

/** The format leaves out what is null. */
function some(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
