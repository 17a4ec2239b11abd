// OpenAI Chat Completions: one choice, chunks of deltas, usage in a last chunk on demand.
import type { Frame, ScriptedDialect, ScriptedError, Telling } from "./turn.ts";
import { argumentText, pieces } from "./turn.ts";

export const scriptedChat: ScriptedDialect = {
  path: /\/chat\/completions$/,
  whole: (telling) => {
    const { turn } = telling;
    const message = {
      role: "assistant",
      content: turn.text ?? null,
      refusal: null,
      ...(turn.reasoning === undefined ? {} : { reasoning_content: turn.reasoning }),
      ...(calls(telling).length === 0 ? {} : { tool_calls: calls(telling) }),
    };
    return {
      ...head(telling, "chat.completion"),
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(telling) }],
      usage: usageOf(telling),
    };
  },
  stream: (telling) => {
    const chunk = (delta: object, finish: string | null = null) => ({
      ...head(telling, "chat.completion.chunk"),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(telling.request.wantsUsage ? { usage: null } : {}),
    });
    const chunks: object[] = [
      chunk({ role: "assistant", content: "" }),
      ...pieces(telling.turn.reasoning ?? "").map((text) => chunk({ reasoning_content: text })),
      ...pieces(telling.turn.text ?? "").map((text) => chunk({ content: text })),
      ...callDeltas(telling).map((call) => chunk({ tool_calls: [call] })),
      chunk({}, finishReason(telling)),
    ];
    if (telling.request.wantsUsage) {
      const last = { ...head(telling, "chat.completion.chunk"), choices: [] };
      chunks.push({ ...last, usage: usageOf(telling) });
    }
    return [...chunks.map(frame), { data: "[DONE]" }];
  },
  errorBody,
  errorFrame: (error) => frame(errorBody(error)),
};

function frame(value: object): Frame {
  return { data: JSON.stringify(value) };
}

export function errorBody({ type, code, message }: ScriptedError): object {
  return { error: { message, type, param: null, code } };
}

function head({ turn, request, serial }: Telling, object: string): object {
  return {
    ...{ id: `chatcmpl-scripted-${serial}`, object, created: Math.floor(Date.now() / 1000) },
    ...{ model: turn.model ?? request.model, service_tier: "default" },
  };
}

function calls({ turn, serial }: Telling) {
  return (turn.toolCalls ?? []).map((call, index) => ({
    id: `call_${serial}_${index}`,
    type: "function",
    function: { name: call.name, arguments: argumentText(call) },
  }));
}

/** A call begins with its id and name; its arguments follow in pieces. */
function callDeltas(telling: Telling): object[] {
  return calls(telling).flatMap(({ id, type, function: made }, index) => [
    { index, id, type, function: { name: made.name, arguments: "" } },
    ...pieces(made.arguments).map((text) => ({ index, function: { arguments: text } })),
  ]);
}

function finishReason({ turn }: Telling): string {
  if (turn.stop !== undefined) return turn.stop === "length" ? "length" : "content_filter";
  return (turn.toolCalls ?? []).length > 0 ? "tool_calls" : "stop";
}

function usageOf({ turn: { usage } }: Telling): object {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cached ?? 0,
      ...(usage.cacheWrite === undefined ? {} : { cache_write_tokens: usage.cacheWrite }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
  };
}
