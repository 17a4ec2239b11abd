import type { JsonObject } from "../dialects/dialect.ts";
import { objects } from "../dialects/json.ts";
import type { Talk, TalkStart } from "./talk.ts";

/** This dialect wants a bound on every answer. */
const MOST_TOKENS = 16_384;

export function messagesTalk({ model, system, tools }: TalkStart): Talk {
  const messages: { readonly role: string; readonly content: readonly JsonObject[] }[] = [];
  const offered = tools.map(({ name, description, parameters }) => {
    return { name, description, input_schema: parameters };
  });
  return {
    user: (text) => void messages.push({ role: "user", content: [{ type: "text", text }] }),
    answer: (body) => void messages.push({ role: "assistant", content: objects(body["content"]) }),
    results: (results) => {
      const content = results.map(({ callId, output }) => {
        return { type: "tool_result", tool_use_id: callId, content: output };
      });
      messages.push({ role: "user", content });
    },
    request: () => ({
      ...{ model, system, max_tokens: MOST_TOKENS, messages: messages.map(marked) },
      ...(tools.length === 0 ? {} : { tools: offered }),
    }),
  };
}

/** The last message marks how far the prompt is worth keeping in the provider's cache. */
function marked(
  message: { readonly role: string; readonly content: readonly JsonObject[] },
  index: number,
  all: readonly unknown[],
): JsonObject {
  if (index < all.length - 1) return message;
  const content = message.content.map((block, at) =>
    at < message.content.length - 1 ? block : { ...block, cache_control: { type: "ephemeral" } },
  );
  return { ...message, content };
}
