// From mini-swe-agent's messages to events. An answer of the model and the outputs that follow it
// are one step; a turn without a readable command is a step with no tool event.
import type { Trajectory } from "../../../core/trajectory.ts";
import { eventLog, type EventLog, type When } from "../event-log.ts";
import { callArguments, commandOf, usageOf } from "../recorded-values.ts";
import type { MiniAnswer, MiniFile, MiniMessage, MiniUsage } from "./mini-schema.ts";
import { readObservation } from "./observation.ts";

/** A command that waits for its output. */
interface Pending {
  readonly tool: string;
  readonly callId: string | null;
  readonly arguments: Readonly<Record<string, unknown>> | string;
  readonly command: string | null;
}

export function readMini(file: MiniFile, name: string, truncated: string | null): Trajectory {
  const { info, messages } = file;
  const ours = info.plumbline;
  const log = eventLog(ours == null ? null : 0);
  let pending: Pending[] = [];
  for (const message of messages) {
    if (isTurn(message)) {
      giveUp(log, pending);
      pending = readTurn(log, message);
    } else if (message.role !== "exit") {
      pending = readReply(log, message, pending);
    }
  }
  giveUp(log, pending);
  const exit = messages.findLast(({ role }) => role === "exit");
  const exitStatus = filled(info.exit_status) ?? filled(exit?.extra?.exit_status);
  return {
    schemaVersion: 2,
    runId: ours?.run_id ?? file.instance_id ?? name,
    instanceId: file.instance_id ?? null,
    agent: ours?.agent ?? ["mini-swe-agent", info.mini_version ?? ""].join(" ").trim(),
    model: info.config?.model?.model_name ?? null,
    events: log.events,
    exitStatus,
    submission: ours == null ? submissionOf(file, exit, exitStatus) : ours.submission,
    conclusion: ours?.conclusion ?? exceptionText(exit) ?? log.lastWords,
    reported: ours == null ? totals(info) : ours.reported,
    truncated: truncated ?? ours?.truncated ?? null,
  };
}

/** At a limit it writes an empty submission: nothing was handed in. */
function submissionOf({ info }: MiniFile, exit: MiniMessage | undefined, status: string | null) {
  const submission = info.submission ?? exit?.extra?.submission ?? null;
  return submission === "" && status !== "Submitted" ? null : submission;
}

function totals({ model_stats: stats }: MiniFile["info"]): Trajectory["reported"] {
  if (stats == null) return null;
  return {
    ...{ inputTokens: null, outputTokens: null, cachedTokens: null, cacheWriteTokens: null },
    ...{ reasoningTokens: null, costUsd: stats.instance_cost ?? null },
    modelCalls: stats.api_calls ?? null,
  };
}

function isTurn({ role, object }: MiniMessage): boolean {
  return role === "assistant" || object === "response";
}

function readTurn(log: EventLog, message: MiniMessage): Pending[] {
  const { extra } = message;
  const response = message.object === "response" ? null : answerOf(extra?.response);
  const answer = response ?? message;
  const inner = response?.choices?.[0]?.message;
  const items = Array.isArray(message.output) ? message.output : [];
  const text =
    message.object === "response" ? joined(items, "message", "content") : message.content;
  const reasoning =
    message.reasoning_content ??
    inner?.reasoning_content ??
    inner?.reasoning ??
    joined(items, "reasoning", "summary");
  const kept = extra?.plumbline;
  const usage = turnUsage(answer.usage ?? null, extra?.cost ?? null);
  if (kept?.no_answer !== true) {
    const time = extra?.timestamp ?? answer.created_at ?? response?.created;
    const record = { text, reasoning, model: answer.model, durationMs: kept?.duration_ms };
    log.turn({ ...record, usage }, when(extra, time));
  }
  return actionsOf(message);
}

/** The commands of a turn: as its tool calls say, or as was read from its text. */
function actionsOf({ content, tool_calls, output, extra }: MiniMessage): Pending[] {
  const items = Array.isArray(output) ? output.filter(({ type }) => type === "function_call") : [];
  const calls = [
    ...(tool_calls ?? []).map((call) => ({ id: call.id, ...call.function })),
    ...items.map(({ call_id, name, ...item }) => ({ ...item, id: call_id, name: name ?? "bash" })),
  ];
  if (calls.length > 0) {
    return calls.map((call) => {
      const args = callArguments(call.arguments);
      const command = commandOf(args);
      return { tool: call.name, callId: call.id ?? null, arguments: args, command };
    });
  }
  const listed = extra?.actions?.flatMap(({ command }) => (command === undefined ? [] : [command]));
  const written = listed ?? textActions(content);
  // In text mode exactly one command is run; with more, none is.
  if (listed === undefined && written.length !== 1) return [];
  return written.map((command) => ({
    ...{ tool: "bash", callId: null, arguments: { command }, command },
  }));
}

const CODE_BLOCK = /```(?:bash|mswea_bash_command)[^\S\n]*\n([\s\S]*?)\n[^\S\n]*```/g;

function textActions(content: string): string[] {
  return Array.from(content.matchAll(CODE_BLOCK), ([, command = ""]) => command.trim());
}

/** A message that answers a turn: an output where a command waits for one, else what it is told. */
function readReply(log: EventLog, message: MiniMessage, pending: Pending[]): Pending[] {
  const { role, extra } = message;
  const id = message.tool_call_id ?? message.call_id;
  const isOutput = message.type === "function_call_output" || role === "tool" || role === "user";
  const index = id === null || id === undefined ? 0 : pending.findIndex((p) => p.callId === id);
  const action = isOutput && extra?.interrupt_type == null ? pending[index] : undefined;
  if (action === undefined) {
    readRejected(log, message);
    log.message(role === "system" ? "system" : "user", replyText(message), when(extra));
    return pending;
  }
  const seen = readObservation(replyText(message), extra?.returncode, extra?.exception_info);
  log.tool({ ...action, ...(keptResult(extra?.plumbline) ?? seen) }, when(extra));
  return pending.filter((other) => other !== action);
}

/** The result as one of our own exports holds it. */
function keptResult(kept: NonNullable<MiniMessage["extra"]>["plumbline"]) {
  if (kept?.output_truncated === undefined || kept.timed_out === undefined) return null;
  const { output = null, exit_code: exitCode = null, duration_ms: durationMs = null } = kept;
  const { output_truncated: outputTruncated, timed_out: timedOut, command = null } = kept;
  return { output, exitCode, durationMs, outputTruncated, timedOut, command };
}

function replyText({ content, output }: MiniMessage): string {
  return typeof output === "string" ? output : content;
}

/** A turn that could not be read is in no message of its own, yet it was answered and paid for. */
function readRejected(log: EventLog, { extra }: MiniMessage): void {
  const answer = answerOf(extra?.response);
  if (extra?.interrupt_type !== "FormatError") return;
  if (answer === null && extra.model_response == null) return;
  const inner = answer?.choices?.[0]?.message;
  const items = answer?.output ?? [];
  const text =
    inner?.content ?? (joined(items, "message", "content") || (extra.model_response ?? ""));
  const reasoning =
    inner?.reasoning_content ?? inner?.reasoning ?? joined(items, "reasoning", "summary");
  const usage = turnUsage(answer?.usage ?? null, extra.cost ?? null);
  log.turn({ text, reasoning, model: answer?.model, usage }, when(extra));
}

/** Commands of the last turn that no output answers. */
function giveUp(log: EventLog, pending: readonly Pending[]): void {
  for (const action of pending) log.tool(action);
}

function answerOf(response: MiniAnswer | string | null | undefined): MiniAnswer | null {
  return typeof response === "object" ? response : null;
}

type Item = NonNullable<MiniAnswer["output"]>[number];

function joined(items: readonly Item[], type: string, part: "content" | "summary"): string {
  const texts = items.filter((item) => item.type === type).map((item) => item[part]);
  return texts.join("\n");
}

function turnUsage(usage: MiniUsage | null, cost: number | null) {
  const input = usage?.prompt_tokens_details ?? usage?.input_tokens_details;
  const output = usage?.completion_tokens_details ?? usage?.output_tokens_details;
  return usageOf({
    inputTokens: usage?.prompt_tokens ?? usage?.input_tokens,
    outputTokens: usage?.completion_tokens ?? usage?.output_tokens,
    cachedTokens: input?.cached_tokens ?? usage?.cache_read_input_tokens,
    cacheWriteTokens: input?.cache_write_tokens ?? usage?.cache_creation_input_tokens,
    reasoningTokens: output?.reasoning_tokens,
    costUsd: cost ?? usage?.cost,
  });
}

function filled(text: string | null | undefined): string | null {
  return text === "" || text === undefined ? null : text;
}

/** What ended it, where that was no decision of its own. */
function exceptionText(exit: MiniMessage | undefined): string | null {
  const { exit_status: status, submission } = exit?.extra ?? {};
  const text = exit?.content ?? "";
  return text === "" || text === status || text === submission ? null : text;
}

function when(extra: MiniMessage["extra"], time: unknown = extra?.timestamp): When {
  const { at_ms: atMs, step } = extra?.plumbline ?? {};
  return { timeMs: atMs ?? (typeof time === "number" ? time * 1000 : null), step };
}
