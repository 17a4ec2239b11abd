// From ATIF's steps to events. What lies in other documents, subagents and continuations, is not
// read; `truncated` says so.
import type { Trajectory } from "../../../core/trajectory.ts";
import { eventLog, type EventLog, type When } from "../event-log.ts";
import { callArguments, commandOf, usageOf } from "../recorded-values.ts";
import type { AtifFile, AtifMetrics, AtifResult, AtifStep } from "./atif-schema.ts";

export function readAtif(file: AtifFile, name: string, truncated: string | null): Trajectory {
  const ours = file.extra?.plumbline;
  const log = eventLog(ours == null ? null : 0);
  const steps = file.steps ?? [];
  for (const step of steps) if (step.is_copied_context !== true) readStep(log, step);
  const { agent } = file;
  const version = agent?.version === "unknown" ? "" : (agent?.version ?? "");
  const missing = [...(truncated === null ? [] : [truncated]), ...otherDocuments(file)];
  return {
    schemaVersion: 2,
    runId: file.session_id ?? file.trajectory_id ?? name,
    instanceId: ours?.instance_id ?? null,
    agent: agent === undefined ? "unknown" : `${agent.name} ${version}`.trim(),
    model: agent?.model_name ?? null,
    events: log.events,
    exitStatus: ours?.exit_status ?? null,
    submission: ours?.submission ?? null,
    conclusion: ours?.conclusion ?? log.lastWords,
    reported: totals(file),
    truncated: missing.length === 0 ? (ours?.truncated ?? null) : missing.join("; "),
  };
}

function otherDocuments(file: AtifFile): string[] {
  const copied = file.steps?.filter((step) => step.is_copied_context === true).length ?? 0;
  const subagents = file.subagent_trajectories?.length ?? 0;
  const next = file.continued_trajectory_ref;
  return [
    ...(copied === 0 ? [] : [`${copied} steps are copies from an earlier trajectory`]),
    ...(subagents === 0 ? [] : [`${subagents} trajectories of subagents are left out`]),
    ...(next == null ? [] : [`it goes on in ${next}`]),
  ];
}

function readStep(log: EventLog, step: AtifStep): void {
  const kept = step.extra?.plumbline;
  const when: When = {
    timeMs: kept?.at_ms ?? (step.timestamp == null ? null : timeOf(step.timestamp)),
    step: kept?.step,
  };
  const results = step.observation?.results ?? [];
  if (step.source !== "agent") {
    log.message(step.source, step.message, when);
    for (const { content } of results) log.message(step.source, content, when);
    return;
  }
  // A step without any inference: calls of an agent, or a part of one, that has no model.
  if (step.llm_call_count !== 0) {
    const record = {
      ...{ text: step.message, reasoning: step.reasoning_content ?? "" },
      ...{ model: step.model_name, durationMs: kept?.duration_ms },
      usage: step.metrics == null ? null : metricsUsage(step.metrics),
    };
    log.turn(record, when);
  }
  readCalls(log, step, results, { step: kept?.step, timeMs: kept == null ? when.timeMs : null });
}

function readCalls(
  log: EventLog,
  { tool_calls: calls }: AtifStep,
  results: readonly AtifResult[],
  when: When,
): void {
  const byCall = new Map<string | null, AtifResult[]>();
  for (const result of results) {
    const id = result.source_call_id ?? null;
    const known = byCall.get(id);
    if (known === undefined) byCall.set(id, [result]);
    else known.push(result);
  }
  for (const call of calls ?? []) {
    const given = call.extra?.plumbline;
    const args = given?.arguments ?? callArguments(call.arguments);
    const command = given == null ? commandOf(args) : (given.command ?? null);
    const [result, ...more] = byCall.get(call.tool_call_id) ?? [];
    byCall.delete(call.tool_call_id);
    const record = {
      tool: call.function_name,
      callId: call.tool_call_id,
      arguments: args,
      command,
    };
    log.tool(result === undefined ? record : { ...record, ...outcome([result, ...more]) }, {
      ...when,
      timeMs: result?.extra?.plumbline?.at_ms ?? when.timeMs,
    });
  }
  // Results of actions that are no calls, as agents without tool calls have them.
  for (const other of [...byCall.values()].flat()) log.message("user", other.content, when);
}

function outcome(results: readonly [AtifResult, ...AtifResult[]]) {
  const kept = results[0].extra?.plumbline;
  return {
    output: kept?.no_output === true ? null : results.map(({ content }) => content).join("\n"),
    exitCode: kept?.exit_code ?? null,
    timedOut: kept?.timed_out ?? false,
    outputTruncated: kept?.output_truncated ?? false,
    durationMs: kept?.duration_ms ?? null,
  };
}

function metricsUsage({ extra, ...metrics }: AtifMetrics) {
  return usageOf({
    inputTokens: metrics.prompt_tokens,
    outputTokens: metrics.completion_tokens,
    cachedTokens: metrics.cached_tokens,
    cacheWriteTokens: extra?.cache_write_tokens ?? extra?.cache_creation_input_tokens,
    reasoningTokens: extra?.reasoning_tokens ?? extra?.completion_tokens_details?.reasoning_tokens,
    costUsd: metrics.cost_usd,
  });
}

function totals({ final_metrics: totals }: AtifFile): Trajectory["reported"] {
  const usage = usageOf({
    inputTokens: totals?.total_prompt_tokens,
    outputTokens: totals?.total_completion_tokens,
    cachedTokens: totals?.total_cached_tokens,
    cacheWriteTokens: totals?.extra?.total_cache_write_tokens,
    reasoningTokens: totals?.extra?.total_reasoning_tokens,
    costUsd: totals?.total_cost_usd,
  });
  const modelCalls = totals?.extra?.model_calls ?? null;
  if (usage === null && modelCalls === null) return null;
  const nothing = {
    ...{ inputTokens: null, outputTokens: null, cachedTokens: null, cacheWriteTokens: null },
    ...{ reasoningTokens: null, costUsd: null },
  };
  return { ...nothing, ...usage, modelCalls };
}

function timeOf(timestamp: string): number | null {
  const timeMs = Date.parse(timestamp);
  return Number.isNaN(timeMs) ? null : timeMs;
}
