import { object, objects } from "../dialects/json.ts";
import type { JsonObject } from "../dialects/dialect.ts";
import type { Talk, TalkStart } from "./talk.ts";

export function chatTalk({ model, system, tools }: TalkStart): Talk {
  const messages: JsonObject[] = [{ role: "system", content: system }];
  const offered = tools.map((tool) => ({ type: "function", function: { ...tool } }));
  return {
    user: (content) => void messages.push({ role: "user", content }),
    answer: (body) => void messages.push(object(objects(body["choices"])[0]?.["message"])),
    results: (results) => {
      for (const { callId, output } of results) {
        messages.push({ role: "tool", tool_call_id: callId, content: output });
      }
    },
    request: () => {
      return { model, messages: [...messages], ...(tools.length === 0 ? {} : { tools: offered }) };
    },
  };
}
