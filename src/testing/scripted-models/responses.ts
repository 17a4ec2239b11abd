// OpenAI Responses: items of output, each added, told in deltas and done; every event is numbered.
import { errorBody } from "./chat.ts";
import type { Frame, ScriptedDialect, ScriptedError, Telling } from "./turn.ts";
import { argumentText, pieces } from "./turn.ts";

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Item {
  /** As a stream adds it. */
  readonly added: object;
  /** What is told of it; the stream puts in where it stands. */
  readonly told: readonly Event[];
  readonly done: { readonly id: string };
}

export const scriptedResponses: ScriptedDialect = {
  path: /\/responses$/,
  whole: finished,
  stream: (telling) => {
    const started = { ...head(telling), status: "in_progress", output: [], usage: null };
    const last = finished(telling);
    const events: Event[] = [
      { type: "response.created", response: started },
      { type: "response.in_progress", response: started },
      ...items(telling).flatMap(({ added, told, done }, output_index): Event[] => [
        { type: "response.output_item.added", output_index, item: added },
        ...told.map((event) => ({ ...event, item_id: done.id, output_index })),
        { type: "response.output_item.done", output_index, item: done },
      ]),
      { type: `response.${last.status}`, response: last },
    ];
    return events.map((event, index) => frame({ ...event, sequence_number: index }));
  },
  errorBody,
  errorFrame: ({ code, message, type }: ScriptedError) =>
    frame({ type: "error", code: code ?? type, message, param: null, sequence_number: 1_000_000 }),
};

function frame(event: Event): Frame {
  return { event: event.type, data: JSON.stringify(event) };
}

function head({ turn, request, serial }: Telling): object {
  return {
    ...{ id: `resp_scripted_${serial}`, object: "response", model: turn.model ?? request.model },
    ...{ created_at: Math.floor(Date.now() / 1000), error: null, incomplete_details: null },
    ...{ instructions: null, metadata: {}, parallel_tool_calls: true, temperature: 1, top_p: 1 },
    ...{ tool_choice: "auto", tools: [], previous_response_id: null, truncation: "disabled" },
  };
}

function finished(telling: Telling) {
  const { turn } = telling;
  const reasons = { length: "max_output_tokens", refused: "content_filter" } as const;
  return {
    ...head(telling),
    status: turn.stop === undefined ? "completed" : "incomplete",
    ...(turn.stop === undefined ? {} : { incomplete_details: { reason: reasons[turn.stop] } }),
    output: items(telling).map(({ done }) => done),
    usage: usageOf(telling),
  };
}

function items(telling: Telling): Item[] {
  const { turn } = telling;
  return [
    ...(turn.reasoning === undefined ? [] : [reasoningItem(telling, turn.reasoning)]),
    ...(turn.text === undefined ? [] : [messageItem(telling, turn.text)]),
    ...(turn.toolCalls ?? []).map((_, index) => callItem(telling, index)),
  ];
}

function reasoningItem({ serial }: Telling, text: string): Item {
  const id = `rs_${serial}`;
  const at = { summary_index: 0 };
  const part = { type: "summary_text", text };
  return {
    added: { id, type: "reasoning", summary: [] },
    told: [
      { type: "response.reasoning_summary_part.added", ...at, part: { ...part, text: "" } },
      ...pieces(text).map((delta) => ({
        ...{ type: "response.reasoning_summary_text.delta", ...at, delta },
      })),
      { type: "response.reasoning_summary_text.done", ...at, text },
      { type: "response.reasoning_summary_part.done", ...at, part },
    ],
    done: { id, ...{ type: "reasoning", summary: [part] } },
  };
}

function messageItem({ serial }: Telling, text: string): Item {
  const id = `msg_${serial}`;
  const at = { content_index: 0 };
  const part = { type: "output_text", text, annotations: [], logprobs: [] };
  const message = { id, type: "message", role: "assistant" };
  return {
    added: { ...message, status: "in_progress", content: [] },
    told: [
      { type: "response.content_part.added", ...at, part: { ...part, text: "" } },
      ...pieces(text).map((delta) => ({
        ...{ type: "response.output_text.delta", ...at, delta, logprobs: [] },
      })),
      { type: "response.output_text.done", ...at, text, logprobs: [] },
      { type: "response.content_part.done", ...at, part },
    ],
    done: { ...message, ...{ status: "completed", content: [part] } },
  };
}

function callItem({ turn, request, serial }: Telling, index: number): Item {
  const call = turn.toolCalls?.[index] ?? { name: "", arguments: "" };
  const text = argumentText(call);
  const named = { call_id: `call_${serial}_${index}`, name: call.name };
  if (request.tools.some(({ name, freeText }) => freeText && name === call.name)) {
    const item = { id: `ctc_${serial}_${index}`, type: "custom_tool_call", ...named };
    return {
      added: { ...item, input: "" },
      told: [
        ...pieces(text).map((delta) => ({
          ...{ type: "response.custom_tool_call_input.delta", delta },
        })),
        { type: "response.custom_tool_call_input.done", input: text },
      ],
      done: { ...item, ...{ input: text, status: "completed" } },
    };
  }
  const item = { id: `fc_${serial}_${index}`, type: "function_call", ...named };
  return {
    added: { ...item, arguments: "", status: "in_progress" },
    told: [
      ...pieces(text).map((delta) => ({
        ...{ type: "response.function_call_arguments.delta", delta },
      })),
      { type: "response.function_call_arguments.done", name: call.name, arguments: text },
    ],
    done: { ...item, ...{ arguments: text, status: "completed" } },
  };
}

function usageOf({ turn: { usage } }: Telling): object {
  return {
    input_tokens: usage.input,
    input_tokens_details: {
      cached_tokens: usage.cached ?? 0,
      ...(usage.cacheWrite === undefined ? {} : { cache_write_tokens: usage.cacheWrite }),
    },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    total_tokens: usage.input + usage.output,
  };
}
