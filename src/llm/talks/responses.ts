import { objects } from "../dialects/json.ts";
import type { JsonObject } from "../dialects/dialect.ts";
import type { Talk, TalkStart } from "./talk.ts";

export function responsesTalk({ model, system, tools }: TalkStart): Talk {
  const input: JsonObject[] = [];
  const offered = tools.map((tool) => ({ type: "function", ...tool }));
  return {
    user: (content) => void input.push({ role: "user", content }),
    answer: (body) => void input.push(...objects(body["output"])),
    results: (results) => {
      for (const { callId, output } of results) {
        input.push({ type: "function_call_output", call_id: callId, output });
      }
    },
    request: () => ({
      ...{ model, instructions: system, input: [...input] },
      // Nothing is kept at the provider: what the model thought comes back to it sealed.
      include: ["reasoning.encrypted_content"],
      ...(tools.length === 0 ? {} : { tools: offered }),
    }),
  };
}
