// Anthropic Messages: blocks of content, each with its start, deltas and stop. Prompt tokens of the
// cache are counted apart there.
import type { Frame, ScriptedDialect, ScriptedError, Telling } from "./turn.ts";
import { argumentText, pieces } from "./turn.ts";

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Block {
  /** As a stream begins it. */
  readonly empty: object;
  readonly deltas: readonly object[];
  readonly whole: object;
}

export const scriptedMessages: ScriptedDialect = {
  path: /\/messages$/,
  whole: (telling) => ({
    ...head(
      telling,
      blocks(telling).map(({ whole }) => whole),
    ),
    ...ending(telling),
    usage: { ...inputUsage(telling), ...outputUsage(telling) },
  }),
  stream: (telling) => {
    const started = {
      ...head(telling, []),
      ...{ stop_reason: null, stop_sequence: null },
      usage: { ...inputUsage(telling), output_tokens: 1 },
    };
    return [
      frame({ type: "message_start", message: started }),
      frame({ type: "ping" }),
      ...blocks(telling).flatMap((block, index) => [
        frame({ type: "content_block_start", index, content_block: block.empty }),
        ...block.deltas.map((delta) => frame({ type: "content_block_delta", index, delta })),
        frame({ type: "content_block_stop", index }),
      ]),
      frame({ type: "message_delta", delta: ending(telling), usage: outputUsage(telling) }),
      frame({ type: "message_stop" }),
    ];
  },
  errorBody,
  errorFrame: (error) => frame(errorBody(error)),
};

function frame(event: Event): Frame {
  return { event: event.type, data: JSON.stringify(event) };
}

function errorBody({ type, message }: ScriptedError): Event {
  return { type: "error", error: { type, message }, request_id: "req_scripted" };
}

function head({ turn, request, serial }: Telling, content: readonly object[]): object {
  return {
    ...{ id: `msg_scripted_${serial}`, type: "message", role: "assistant" },
    ...{ model: turn.model ?? request.model, content },
  };
}

function blocks({ turn, serial }: Telling): Block[] {
  const found: Block[] = [];
  if (turn.reasoning !== undefined) {
    const signature = `scripted-${serial}`;
    found.push({
      empty: { type: "thinking", thinking: "", signature: "" },
      deltas: [
        ...pieces(turn.reasoning).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature },
      ],
      whole: { type: "thinking", thinking: turn.reasoning, signature },
    });
  }
  if (turn.text !== undefined) {
    found.push({
      empty: { type: "text", text: "" },
      deltas: pieces(turn.text).map((text) => ({ type: "text_delta", text })),
      whole: { type: "text", text: turn.text },
    });
  }
  (turn.toolCalls ?? []).forEach((call, index) => {
    const named = { type: "tool_use", id: `toolu_${serial}_${index}`, name: call.name };
    const deltas = pieces(argumentText(call)).map((text) => ({
      ...{ type: "input_json_delta", partial_json: text },
    }));
    found.push({
      empty: { ...named, input: {} },
      deltas,
      // An answer that is not streamed holds an object here; what is none stands as the text.
      whole: { ...named, input: call.arguments },
    });
  });
  return found;
}

function ending({ turn }: Telling): object {
  const own = (turn.toolCalls ?? []).length > 0 ? "tool_use" : "end_turn";
  const reasons = { length: "max_tokens", refused: "refusal" } as const;
  const reason = turn.stop === undefined ? own : reasons[turn.stop];
  return { stop_reason: reason, stop_sequence: null };
}

function inputUsage({ turn: { usage } }: Telling): object {
  const [cached, written] = [usage.cached ?? 0, usage.cacheWrite ?? 0];
  return {
    input_tokens: usage.input - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
  };
}

function outputUsage({ turn: { usage } }: Telling): object {
  return {
    output_tokens: usage.output,
    ...(usage.reasoning === undefined
      ? {}
      : { output_tokens_details: { thinking_tokens: usage.reasoning } }),
  };
}
