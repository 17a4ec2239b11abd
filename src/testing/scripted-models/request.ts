// What a client asked, in one shape for every way of asking; the body stays as it came.
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";

export type ScriptedDialectName = "chat" | "responses" | "messages";

/** A tool that the client offers. */
export interface OfferedTool {
  readonly name: string;
  /** Free text instead of JSON: a custom tool of the Responses API. */
  readonly freeText: boolean;
  /** Types of its parameters, by name, as its JSON schema gives them. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ScriptedRequest {
  readonly dialect: ScriptedDialectName;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly model: string;
  readonly stream: boolean;
  /** Whether a chat stream shall end with its usage. */
  readonly wantsUsage: boolean;
  readonly tools: readonly OfferedTool[];
  /** The key or token that it bears; null without one. */
  readonly token: string | null;
  /** Everything that it says, prompts and answers to tool calls, in order. */
  readonly texts: readonly string[];
}

const parametersSchema = z
  .object({
    properties: z.record(z.string(), z.looseObject({ type: z.unknown().optional() })).default({}),
  })
  .catch({ properties: {} });

const toolSchema = z.looseObject({
  type: z.string().optional(),
  name: z.string().optional(),
  function: z.looseObject({ name: z.string(), parameters: z.unknown() }).optional(),
  parameters: z.unknown().optional(),
  input_schema: z.unknown().optional(),
});

const bodySchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  tools: z.array(toolSchema).nullish(),
  system: z.unknown().optional(),
  instructions: z.unknown().optional(),
  input: z.unknown().optional(),
  messages: z.unknown().optional(),
});

/** Reads a request; throws a zod error where its body is none. */
export function readRequest(
  dialect: ScriptedDialectName,
  path: string,
  headers: IncomingHttpHeaders,
  body: unknown,
): ScriptedRequest {
  const { model, stream, stream_options, tools, ...rest } = bodySchema.parse(body);
  return {
    ...{ dialect, path, headers, body, model, stream: stream === true },
    wantsUsage: stream_options?.include_usage === true,
    tools: (tools ?? []).map(offered),
    token: tokenOf(headers),
    texts: [rest.system, rest.instructions, rest.messages, rest.input].flatMap(textsIn),
  };
}

function offered(tool: z.infer<typeof toolSchema>): OfferedTool {
  const schema = tool.function?.parameters ?? tool.parameters ?? tool.input_schema;
  const { properties } = parametersSchema.parse(schema);
  return {
    name: tool.function?.name ?? tool.name ?? tool.type ?? "",
    freeText: tool.type === "custom",
    parameters: Object.fromEntries(
      Object.entries(properties).map(([name, { type }]) => [name, String(type)]),
    ),
  };
}

function tokenOf(headers: IncomingHttpHeaders): string | null {
  const key = headers["x-api-key"];
  if (typeof key === "string") return key;
  return /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

/** Texts lie under `text`, `content` or `output`, or are messages themselves, in all dialects. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  const parts = value as Record<string, unknown>;
  return [parts["text"], parts["content"], parts["output"]].flatMap(textsIn);
}
