// Who serves models. What is not here is `openai-compatible` with a base_url: vLLM, Ollama,
// llama.cpp and most hosted services.
import { PlumblineError } from "../core/errors.ts";
import { nearestName } from "../core/nearest-name.ts";
import type { ModelEntry } from "../core/model-entry.ts";
import type { Dialect } from "./model-access.ts";

export interface Provider {
  readonly id: string;
  readonly summary: string;
  /** With its path; null where it must be given. */
  readonly baseUrl: string | null;
  /** Where it may be, for those who must say it. */
  readonly example?: string;
  /** Of dialects that it serves elsewhere. */
  readonly baseUrls?: Partial<Record<Dialect, string>>;
  /** Name of the secret that holds its key; null where it needs none. */
  readonly key: string | null;
  readonly dialects: readonly [Dialect, ...Dialect[]];
}

export const PROVIDERS: readonly Provider[] = [
  {
    id: "openai",
    summary: "OpenAI's own service.",
    baseUrl: "https://api.openai.com/v1",
    key: "OPENAI_API_KEY",
    dialects: ["chat", "responses"],
  },
  {
    id: "anthropic",
    summary: "Anthropic's own service.",
    baseUrl: "https://api.anthropic.com/v1",
    key: "ANTHROPIC_API_KEY",
    dialects: ["messages"],
  },
  {
    id: "openrouter",
    summary: "Models of many vendors behind one service.",
    baseUrl: "https://openrouter.ai/api/v1",
    key: "OPENROUTER_API_KEY",
    dialects: ["chat", "responses", "messages"],
  },
  {
    id: "gemini",
    summary: "Google's models, by their own service and its OpenAI-compatible part.",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    baseUrls: { "generate-content": "https://generativelanguage.googleapis.com/v1beta" },
    key: "GEMINI_API_KEY",
    dialects: ["chat", "generate-content"],
  },
  {
    id: "bedrock",
    summary: "Amazon Bedrock, by its OpenAI-compatible service in a region.",
    baseUrl: null,
    example: "https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1",
    key: "AWS_BEARER_TOKEN_BEDROCK",
    dialects: ["chat", "responses"],
  },
  {
    id: "openai-compatible",
    summary: "Any server that speaks one of the dialects: vLLM, Ollama, llama.cpp …",
    baseUrl: null,
    example: "http://127.0.0.1:8000/v1",
    key: null,
    dialects: ["chat"],
  },
];

/** Where and how a model is served. */
export interface Endpoint {
  readonly baseUrl: string;
  /** Of dialects that are served elsewhere. */
  readonly baseUrls: Partial<Record<Dialect, string>>;
  readonly keyName: string | null;
  readonly dialects: readonly [Dialect, ...Dialect[]];
}

/** Throws a usage error where the entry names no provider or no place. */
export function endpointOf(entry: ModelEntry): Endpoint {
  const provider = PROVIDERS.find(({ id }) => id === entry.provider);
  const known = PROVIDERS.map(({ id }) => id);
  if (provider === undefined) {
    const nearest = nearestName(entry.provider, known) ?? known.join(", ");
    throw new PlumblineError(
      "unknown-provider",
      "usage",
      `Model ${entry.id}: there is no provider ${entry.provider}.`,
      { hint: nearest },
    );
  }
  const baseUrl = entry.base_url ?? provider.baseUrl;
  if (baseUrl === null) {
    throw new PlumblineError(
      "no-base-url",
      "usage",
      `Model ${entry.id} does not say where it is served.`,
      { hint: `base_url in its entry, like ${provider.example ?? "https://host/v1"}` },
    );
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    baseUrls: entry.base_url === undefined ? (provider.baseUrls ?? {}) : {},
    keyName: entry.key === undefined ? provider.key : entry.key,
    dialects: entry.dialects ?? provider.dialects,
  };
}
