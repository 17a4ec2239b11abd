// OpenAI Chat Completions, as most servers speak it.
import type { DialectReader, JsonObject, Told, ToolCall } from "./dialect.ts";
import { callArguments, contentText, count, object, objects, text, textOrNull } from "./json.ts";
import { withSettings } from "./with-settings.ts";

export const chat: DialectReader = {
  id: "chat",
  path: "/v1/chat/completions",
  withSettings: (request, settings) => ({
    ...withSettings(request, settings, "reasoning_effort"),
    ...(settings.reasoningEffort === null ? {} : { reasoning_effort: settings.reasoningEffort }),
    ...(request["stream"] === true
      ? { stream_options: { ...object(request["stream_options"]), include_usage: true } }
      : {}),
  }),
  told: (request) => objects(request["messages"]).flatMap(toldBy),
  assemble,
  usage: (answer) => {
    const usage = object(answer["usage"]);
    const [input, output] = [count(usage["prompt_tokens"]), count(usage["completion_tokens"])];
    if (input === null || output === null) return null;
    const details = object(usage["prompt_tokens_details"]);
    return {
      inputTokens: input,
      outputTokens: output,
      cachedTokens: count(details["cached_tokens"]),
      cacheWriteTokens: count(details["cache_write_tokens"]),
      reasoningTokens: count(object(usage["completion_tokens_details"])["reasoning_tokens"]),
    };
  },
  model: (answer) => textOrNull(answer["model"]),
  turn: (answer) => {
    const message = object(objects(answer["choices"])[0]?.["message"]);
    return {
      text: contentText(message["content"]),
      reasoning: text(message["reasoning"]) || text(message["reasoning_content"]),
      calls: objects(message["tool_calls"]).map(toolCall),
    };
  },
  error: (type, message) => ({ error: { message, type, param: null, code: type } }),
};

function toldBy(message: JsonObject): Told[] {
  const role = message["role"];
  const said = contentText(message["content"]);
  if (role === "assistant") return [];
  if (role === "tool") {
    return [{ kind: "result", callId: text(message["tool_call_id"]), output: said }];
  }
  const isSystem = role === "system" || role === "developer";
  return [{ kind: "message", role: isSystem ? "system" : "user", text: said }];
}

function toolCall(call: JsonObject): ToolCall {
  const called = object(call["function"]);
  return {
    id: textOrNull(call["id"]),
    tool: text(called["name"]),
    arguments: callArguments(called["arguments"]),
  };
}

interface Growing {
  id: string | null;
  name: string;
  arguments: string;
}

/** Chunks carry deltas of one message; the last with usage may carry no choice at all. */
function assemble(chunks: readonly JsonObject[]): JsonObject | null {
  const message = { content: "", reasoning: "" };
  const calls = new Map<number, Growing>();
  let finish: string | null = null;
  let usage: unknown;
  for (const chunk of chunks) {
    usage = chunk["usage"] ?? usage;
    for (const choice of objects(chunk["choices"])) {
      if ((count(choice["index"]) ?? 0) !== 0) continue;
      const delta = object(choice["delta"]);
      message.content += text(delta["content"]);
      message.reasoning += text(delta["reasoning"]) || text(delta["reasoning_content"]);
      for (const part of objects(delta["tool_calls"])) grow(calls, part);
      finish = textOrNull(choice["finish_reason"]) ?? finish;
    }
  }
  if (finish === null) return null;
  const toolCalls = [...calls.values()].map(({ id, ...called }) => {
    return { id, type: "function", function: called };
  });
  const whole = {
    role: "assistant",
    content: message.content,
    ...(message.reasoning === "" ? {} : { reasoning: message.reasoning }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
  const first = chunks[0] ?? {};
  return {
    ...{ id: first["id"], object: "chat.completion", model: first["model"] },
    choices: [{ index: 0, message: whole, finish_reason: finish }],
    usage,
  };
}

function grow(calls: Map<number, Growing>, part: JsonObject): void {
  const index = count(part["index"]) ?? 0;
  const called = object(part["function"]);
  const call = calls.get(index) ?? { id: null, name: "", arguments: "" };
  call.id = textOrNull(part["id"]) ?? call.id;
  call.name += text(called["name"]);
  call.arguments += text(called["arguments"]);
  calls.set(index, call);
}
