// OpenAI Responses.
import type { DialectReader, JsonObject, Told } from "./dialect.ts";
import { callArguments, contentText, count, object, objects, text, textOrNull } from "./json.ts";
import { withEffort, withSettings } from "./with-settings.ts";

export const responses: DialectReader = {
  id: "responses",
  path: "/v1/responses",
  withSettings: (request, settings) => ({
    ...withSettings(request, settings, "reasoning"),
    ...withEffort(request, "reasoning", settings),
    store: false,
  }),
  told: (request) => {
    const { instructions, input } = request;
    const first: Told[] =
      typeof instructions === "string"
        ? [{ kind: "message", role: "system", text: instructions }]
        : [];
    if (typeof input === "string")
      return [...first, { kind: "message", role: "user", text: input }];
    return [...first, ...objects(input).flatMap(toldBy)];
  },
  assemble: (events) => {
    const last = events.findLast(({ type }) => FINAL.has(text(type)));
    return last === undefined ? null : object(last["response"]);
  },
  usage: (answer) => {
    const usage = object(answer["usage"]);
    const [input, output] = [count(usage["input_tokens"]), count(usage["output_tokens"])];
    if (input === null || output === null) return null;
    return {
      inputTokens: input,
      outputTokens: output,
      cachedTokens: count(object(usage["input_tokens_details"])["cached_tokens"]),
      cacheWriteTokens: null,
      reasoningTokens: count(object(usage["output_tokens_details"])["reasoning_tokens"]),
    };
  },
  model: (answer) => textOrNull(answer["model"]),
  turn: (answer) => {
    const items = objects(answer["output"]);
    const of = (type: string) => items.filter((item) => item["type"] === type);
    return {
      text: of("message")
        .map(({ content }) => contentText(content))
        .join(""),
      reasoning: of("reasoning")
        .map(({ summary }) => contentText(summary))
        .join("\n"),
      calls: items.flatMap((item) => {
        const type = text(item["type"]);
        if (!type.endsWith("_call")) return [];
        const id = textOrNull(item["call_id"]) ?? textOrNull(item["id"]);
        const tool = textOrNull(item["name"]) ?? type.replace(/_call$/, "");
        const given = item["arguments"] ?? item["input"] ?? item["action"];
        return [{ id, tool, arguments: callArguments(given) }];
      }),
    };
  },
  error: (type, message) => ({ error: { message, type, param: null, code: type } }),
};

const FINAL = new Set(["response.completed", "response.incomplete", "response.failed"]);

function toldBy(item: JsonObject): Told[] {
  const type = text(item["type"]);
  if (type.endsWith("_call_output")) {
    const { output } = item;
    const said = typeof output === "string" ? output : contentText(output);
    return [{ kind: "result", callId: text(item["call_id"]), output: said }];
  }
  const role = text(item["role"]);
  if (role === "" || role === "assistant") return [];
  const isSystem = role === "system" || role === "developer";
  const said = contentText(item["content"]);
  return [{ kind: "message", role: isSystem ? "system" : "user", text: said }];
}
