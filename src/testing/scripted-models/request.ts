// What a client asked, in one shape for every way of asking; the body stays as it came.
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";

export type ScriptedDialectName = "chat" | "responses" | "messages" | "generate-content";

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
  functionDeclarations: z
    .array(z.looseObject({ name: z.string(), parametersJsonSchema: z.unknown().optional() }))
    .optional(),
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
  systemInstruction: z.unknown().optional(),
  contents: z.unknown().optional(),
});

/** Reads a request; throws a zod error where its body is none. */
export function readRequest(
  dialect: ScriptedDialectName,
  path: string,
  headers: IncomingHttpHeaders,
  body: unknown,
): ScriptedRequest {
  const asked = { ...z.record(z.string(), z.unknown()).parse(body), ...saidByPath(path) };
  const { model, stream, stream_options, tools, ...rest } = bodySchema.parse(asked);
  const { system, instructions, systemInstruction, messages, input, contents } = rest;
  return {
    ...{ dialect, path, headers, body, model, stream: stream === true },
    wantsUsage: stream_options?.include_usage === true,
    tools: (tools ?? []).flatMap(toolsIn).map(offered),
    token: tokenOf(headers),
    texts: [system, instructions, systemInstruction, messages, input, contents].flatMap(textsIn),
  };
}

/** Google's requests name model and streaming in their path. */
function saidByPath(path: string): { readonly model?: string; readonly stream?: boolean } {
  const [, model, method] = /\/models\/([^/]+):(\w+)$/.exec(path) ?? [];
  if (model === undefined) return {};
  return { model: decodeURIComponent(model), stream: method === "streamGenerateContent" };
}

/** One entry of Google's declares several tools. */
function toolsIn(tool: z.infer<typeof toolSchema>): z.infer<typeof toolSchema>[] {
  const { functionDeclarations } = tool;
  if (functionDeclarations === undefined) return [tool];
  return functionDeclarations.map(({ parametersJsonSchema, ...declared }) => ({
    ...declared,
    parameters: parametersJsonSchema ?? declared["parameters"],
  }));
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
  const key = headers["x-api-key"] ?? headers["x-goog-api-key"];
  if (typeof key === "string") return key;
  return /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

const TEXT_KEYS = ["text", "content", "output", "parts", "functionResponse", "response"];

/** Texts lie under these, or are messages themselves, in all dialects. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  const parts = value as Record<string, unknown>;
  return TEXT_KEYS.map((key) => parts[key]).flatMap(textsIn);
}
