// Anthropic Messages.
import type { DialectReader, JsonObject, Told } from "./dialect.ts";
import { callArguments, contentText, count, object, objects, text, textOrNull } from "./json.ts";
import { withEffort, withSettings } from "./with-settings.ts";

export const messages: DialectReader = {
  id: "messages",
  path: "/v1/messages",
  withSettings: (request, settings) => ({
    ...withSettings(request, settings, "output_config"),
    ...withEffort(request, "output_config", settings),
  }),
  told: (request) => {
    const system = contentText(request["system"]);
    const first: Told[] = system === "" ? [] : [{ kind: "message", role: "system", text: system }];
    return [...first, ...objects(request["messages"]).flatMap(toldBy)];
  },
  assemble,
  usage: (answer) => {
    const usage = object(answer["usage"]);
    const [fresh, output] = [count(usage["input_tokens"]), count(usage["output_tokens"])];
    if (fresh === null || output === null) return null;
    const cached = count(usage["cache_read_input_tokens"]);
    const written = count(usage["cache_creation_input_tokens"]);
    return {
      // This dialect counts what a cache gave or took apart from the rest of the prompt.
      inputTokens: fresh + (cached ?? 0) + (written ?? 0),
      outputTokens: output,
      cachedTokens: cached,
      cacheWriteTokens: written,
      reasoningTokens: null,
    };
  },
  model: (answer) => textOrNull(answer["model"]),
  turn: (answer) => {
    const blocks = objects(answer["content"]);
    const joined = (type: string, key: string) =>
      blocks
        .filter((block) => block["type"] === type)
        .map((block) => text(block[key]))
        .join("");
    return {
      text: joined("text", "text"),
      reasoning: joined("thinking", "thinking"),
      calls: blocks
        .filter((block) => block["type"] === "tool_use")
        .map((block) => ({
          id: textOrNull(block["id"]),
          tool: text(block["name"]),
          arguments: callArguments(block["input"]),
        })),
    };
  },
  error: (type, message) => ({ type: "error", error: { type, message } }),
};

function toldBy(message: JsonObject): Told[] {
  if (message["role"] === "assistant") return [];
  const { content } = message;
  if (typeof content === "string") return [{ kind: "message", role: "user", text: content }];
  return objects(content).flatMap((block): Told[] => {
    if (block["type"] === "tool_result") {
      const output = contentText(block["content"]);
      return [{ kind: "result", callId: text(block["tool_use_id"]), output }];
    }
    const said = text(block["text"]);
    return said === "" ? [] : [{ kind: "message", role: "user", text: said }];
  });
}

/** A start with the message, blocks that grow by deltas, and a last delta with the final count. */
function assemble(events: readonly JsonObject[]): JsonObject | null {
  let message: JsonObject = {};
  const blocks: Record<string, unknown>[] = [];
  const inputs = new Map<number, string>();
  let isWhole = false;
  for (const event of events) {
    const index = count(event["index"]) ?? 0;
    const delta = object(event["delta"]);
    switch (event["type"]) {
      case "message_start":
        message = object(event["message"]);
        break;
      case "content_block_start":
        blocks[index] = { ...object(event["content_block"]) };
        break;
      case "content_block_delta":
        if (delta["type"] === "input_json_delta") {
          inputs.set(index, (inputs.get(index) ?? "") + text(delta["partial_json"]));
        } else growText(blocks[index], delta);
        break;
      case "message_delta": {
        const usage = { ...object(message["usage"]), ...object(event["usage"]) };
        message = { ...message, ...delta, usage };
        break;
      }
      case "message_stop":
        isWhole = true;
    }
  }
  if (!isWhole) return null;
  for (const [index, json] of inputs) {
    const block = blocks[index];
    if (block !== undefined && json !== "") block["input"] = callArguments(json);
  }
  return { ...message, content: blocks };
}

function growText(block: Record<string, unknown> | undefined, delta: JsonObject): void {
  if (block === undefined) return;
  for (const key of ["text", "thinking", "signature"]) {
    if (typeof delta[key] === "string") block[key] = text(block[key]) + delta[key];
  }
}
