// What a request may not ask of a provider: tools that run there, and so reach what the sandbox does
// not; what other runs left there; another model than the run's; work that goes on uncounted.
import type { JsonObject } from "./dialects/dialect.ts";
import { objects, text } from "./dialects/json.ts";
import type { Dialect } from "./model-access.ts";

const FOREIGN_KEYS: readonly string[] = [
  ...["mcp_servers", "plugins", "models", "web_search_options", "background", "conversation"],
  ...["previous_response_id", "prompt", "container", "fallbacks", "route"],
];

/** Tools that the client itself carries out. */
const OWN_TOOLS: Readonly<Record<Dialect, RegExp>> = {
  chat: /^(function|custom)$/,
  responses: /^(function|custom|local_shell|shell|apply_patch|namespace|tool_search)$/,
  messages: /^(custom|(bash|text_editor|computer|memory)_\d+)?$/,
};

/** The first such thing, named; null where there is none. */
export function foreignFeature(dialect: Dialect, request: JsonObject): string | null {
  const isSet = (value: unknown) => value !== undefined && value !== null && value !== false;
  const key = FOREIGN_KEYS.find((name) => isSet(request[name]));
  if (key !== undefined) return key;
  const tool = objects(request["tools"]).find(({ type }) => !OWN_TOOLS[dialect].test(text(type)));
  if (tool !== undefined) return `the tool ${text(tool["type"])}`;
  const said = request["messages"] ?? request["input"];
  return pointsElsewhere(said) ? "a file by its address" : null;
}

const ADDRESS_KEYS = ["url", "image_url", "file_url"];

/** Whether a part of a prompt is to be fetched by the provider. */
function pointsElsewhere(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]: [string, unknown]) =>
    typeof inner === "string"
      ? ADDRESS_KEYS.includes(key) && /^https?:/i.test(inner)
      : !["arguments", "input_schema", "parameters"].includes(key) && pointsElsewhere(inner),
  );
}
