// Google's generateContent. Its requests name the model, and whether the answer is streamed, in their
// address; between the gateway's door and the provider both stand in the body, as everywhere else.
import type { DialectReader, JsonObject, RequestSettings, Told } from "./dialect.ts";
import { callArguments, contentText, count, object, objects, text, textOrNull } from "./json.ts";
import { without } from "./json.ts";

const ADDRESS = /^\/v1(?:beta)?\/models\/([^/]+):(generateContent|streamGenerateContent)$/;

export const generateContent: DialectReader = {
  id: "generate-content",
  path: "/v1beta/models/MODEL:generateContent",
  fieldsIn: (path, query) => {
    const [, model = "", method = ""] = ADDRESS.exec(path) ?? [];
    if (method === "generateContent") return { model: decoded(model), stream: false };
    // Without `alt=sse` its stream is one JSON array in pieces, which no client asks for.
    if (method === "" || query.get("alt") !== "sse") return null;
    return { model: decoded(model), stream: true };
  },
  withSettings: (request, settings) => ({
    ...without(request, "generationConfig", "generation_config", "serviceTier", "service_tier"),
    model: settings.model,
    generationConfig: configuration(request, settings),
  }),
  told,
  assemble,
  usage: (answer) => {
    const usage = object(answer["usageMetadata"]);
    const input = count(usage["promptTokenCount"]);
    if (input === null) return null;
    const thoughts = count(usage["thoughtsTokenCount"]);
    return {
      // What the provider's own tools put into the prompt is counted apart, as thoughts are; counts of
      // zero are left out, as everywhere in JSON of protocol buffers.
      inputTokens: input + (count(usage["toolUsePromptTokenCount"]) ?? 0),
      outputTokens: (count(usage["candidatesTokenCount"]) ?? 0) + (thoughts ?? 0),
      cachedTokens: count(usage["cachedContentTokenCount"]),
      cacheWriteTokens: null,
      reasoningTokens: thoughts,
    };
  },
  model: (answer) => textOrNull(answer["modelVersion"]),
  turn: (answer) => {
    const parts = partsOf(object(objects(answer["candidates"])[0]?.["content"]));
    return {
      text: contentText(parts.filter((part) => part["thought"] !== true)),
      reasoning: contentText(parts.filter((part) => part["thought"] === true)),
      calls: callsIn(parts).map((call, index) => ({
        id: callId(index),
        tool: text(call["name"]),
        arguments: callArguments(call["args"]),
      })),
    };
  },
  error: (type, message) => {
    const [code, status] = STATUSES[type] ?? [500, "INTERNAL"];
    return { error: { code, message, status } };
  },
};

/** Errors as the other dialects name them: HTTP status, and Google's name for it. */
const STATUSES: Readonly<Record<string, readonly [number, string]>> = {
  invalid_request_error: [400, "INVALID_ARGUMENT"],
  authentication_error: [401, "UNAUTHENTICATED"],
  permission_error: [403, "PERMISSION_DENIED"],
  not_found_error: [404, "NOT_FOUND"],
  rate_limit_error: [429, "RESOURCE_EXHAUSTED"],
};

function decoded(model: string): string {
  try {
    return decodeURIComponent(model);
  } catch {
    return model;
  }
}

/** Generations before the third think by a number of tokens; these are Google's own for the words. */
const BUDGETS: Readonly<Record<string, number>> = {
  ...{ none: 0, minimal: 1_024, low: 1_024, medium: 8_192, high: 24_576, xhigh: 24_576 },
};

function configuration(request: JsonObject, settings: RequestSettings): JsonObject {
  const { model, temperature, reasoningEffort: effort } = settings;
  const asked = object(request["generationConfig"] ?? request["generation_config"]);
  const thinking = without(
    object(asked["thinkingConfig"] ?? asked["thinking_config"]),
    ...["thinkingBudget", "thinking_budget", "thinkingLevel", "thinking_level"],
  );
  if (effort !== null) {
    if (/gemini-[12]\b/.test(model)) thinking["thinkingBudget"] = BUDGETS[effort];
    else thinking["thinkingLevel"] = effort.toUpperCase();
  }
  return {
    ...without(asked, "temperature", "thinkingConfig", "thinking_config"),
    ...(Object.keys(thinking).length === 0 ? {} : { thinkingConfig: thinking }),
    ...(temperature === null ? {} : { temperature }),
  };
}

const partsOf = (content: JsonObject) => objects(content["parts"]);

const callsIn = (parts: readonly JsonObject[]) =>
  parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [object(functionCall)]));

/**
 * Calls need no id here, and clients change those that there are: a call is told by its place in its
 * turn. A result is heard when it is new, right after that turn.
 */
const callId = (index: number) => `call-${index}`;

function told(request: JsonObject): Told[] {
  const said = request["systemInstruction"] ?? request["system_instruction"];
  const system = typeof said === "string" ? said : contentText(object(said)["parts"]);
  const first: Told[] = system === "" ? [] : [{ kind: "message", role: "system", text: system }];
  const contents = objects(request["contents"]);
  const isModels = ({ role }: JsonObject) => role === "model";
  const newest = contents.findLastIndex(isModels) + 1;
  const before = contents.slice(0, newest);
  const turn = before.slice(before.findLastIndex((content) => !isModels(content)) + 1);
  const open = callsIn(turn.flatMap(partsOf)).map((call, index) => ({ call, id: callId(index) }));
  const others = contents.map((content, index) => {
    if (isModels(content)) return [];
    return partsOf(content).flatMap((part): Told[] => {
      const { functionResponse: response } = part;
      if (response !== undefined) {
        return index < newest ? [] : resultOf(object(response), open);
      }
      const words = text(part["text"]);
      return words === "" ? [] : [{ kind: "message", role: "user", text: words }];
    });
  });
  return [...first, ...others.flat()];
}

interface OpenCall {
  readonly call: JsonObject;
  readonly id: string;
}

/** The result of the call with its id, else of the first with its name that has none yet. */
function resultOf(response: JsonObject, open: OpenCall[]): Told[] {
  const has = (key: string) => (one: OpenCall) => one.call[key] === response[key];
  const byId = response["id"] === undefined ? -1 : open.findIndex(has("id"));
  const [answered] = open.splice(byId >= 0 ? byId : Math.max(0, open.findIndex(has("name"))), 1);
  if (answered === undefined) return [];
  const given = object(response["response"]);
  const output = textOrNull(given["output"]) ?? JSON.stringify(given);
  return [{ kind: "result", callId: answered.id, output }];
}

/** Each chunk is an answer with the parts that are new; the last says why it ended, and all counts. */
function assemble(chunks: readonly JsonObject[]): JsonObject | null {
  const parts: JsonObject[] = [];
  let whole: JsonObject = {};
  let candidate: JsonObject = {};
  let isWhole = false;
  for (const chunk of chunks) {
    const [next = {}] = objects(chunk["candidates"]);
    for (const part of partsOf(object(next["content"]))) grow(parts, part);
    whole = { ...whole, ...chunk };
    candidate = { ...candidate, ...next };
    const isBlocked = object(chunk["promptFeedback"])["blockReason"] !== undefined;
    isWhole ||= isBlocked || next["finishReason"] !== undefined;
  }
  if (!isWhole) return null;
  return { ...whole, candidates: [{ ...candidate, content: { role: "model", parts } }] };
}

/** Text that goes on is one part; what else is said of it (a signature) is kept. */
function grow(parts: JsonObject[], part: JsonObject): void {
  const last = parts.at(-1);
  const goesOn =
    typeof last?.["text"] === "string" &&
    typeof part["text"] === "string" &&
    last["thought"] === part["thought"];
  if (goesOn)
    parts.splice(-1, 1, { ...last, ...part, text: text(last["text"]) + text(part["text"]) });
  else parts.push(part);
}
