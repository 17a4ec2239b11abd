// What a request may not ask of a provider: tools that run there, and so reach what the sandbox does
// not; what other runs left there; another model than the run's; work that goes on uncounted.
import type { JsonObject } from "./dialects/dialect.ts";
import { objects, text } from "./dialects/json.ts";
import type { Dialect } from "./model-access.ts";

const FOREIGN_KEYS: readonly string[] = [
  ...["mcp_servers", "plugins", "models", "web_search_options", "background", "conversation"],
  ...["previous_response_id", "prompt", "container", "fallbacks", "route"],
  ...["cachedContent", "cached_content"],
];

/** Tools that the client itself carries out. */
const OWN_TOOLS: Readonly<Record<Exclude<Dialect, "generate-content">, RegExp>> = {
  chat: /^(function|custom)$/,
  responses: /^(function|custom|local_shell|shell|apply_patch|namespace|tool_search)$/,
  messages: /^(custom|(bash|text_editor|computer|memory)_\d+)?$/,
};

/** The first such thing, named; null where there is none. */
export function foreignFeature(dialect: Dialect, request: JsonObject): string | null {
  const isSet = (value: unknown) => value !== undefined && value !== null && value !== false;
  const key = FOREIGN_KEYS.find((name) => isSet(request[name]));
  if (key !== undefined) return key;
  const tool = dialect === "generate-content" ? keyedTool(request) : typedTool(dialect, request);
  if (tool !== undefined) return `the tool ${tool}`;
  const said = PROMPT_KEYS.map((name) => request[name]);
  return pointsElsewhere(said) ? "a file by its address" : null;
}

function typedTool(dialect: keyof typeof OWN_TOOLS, request: JsonObject): string | undefined {
  const types = objects(request["tools"]).map(({ type }) => text(type));
  return types.find((type) => !OWN_TOOLS[dialect].test(type));
}

/** There each key of a tool is a kind of tools; one tool may stand without a list around it. */
function keyedTool(request: JsonObject): string | undefined {
  const kinds = objects([request["tools"]].flat()).flatMap((tool) => Object.keys(tool));
  return kinds.find((kind) => !/^function_?declarations$/i.test(kind));
}

const PROMPT_KEYS = ["messages", "input", "contents", "systemInstruction", "system_instruction"];
const ADDRESS_KEYS = ["url", "image_url", "file_url", "fileUri", "file_uri"];
/** What the model itself said, what tools told it, and schemas: addresses there are only words. */
const WORDS_KEYS = ["arguments", "args", "response", "input_schema", "parameters"];

/** Whether a part of a prompt is to be fetched by the provider. */
function pointsElsewhere(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]: [string, unknown]) =>
    typeof inner === "string"
      ? ADDRESS_KEYS.includes(key) && /^(https?|gs):/i.test(inner)
      : !WORDS_KEYS.includes(key) && pointsElsewhere(inner),
  );
}
