// Speaks to a provider by its vendor's own client library where that gives answers as they came, one
// try at a time: what is tried again, and when, is decided in one place for all of them.
import Anthropic, { APIError as AnthropicError } from "@anthropic-ai/sdk";
import { Agent } from "undici";
import OpenAI, { APIError as OpenAIError } from "openai";
import type { Dialect } from "./model-access.ts";
import { googleClient } from "./google-client.ts";
import type { Endpoint } from "./providers.ts";
import { TransportFault, bytesOf, causeOf, once } from "./tried.ts";
import type { ProviderClient, Tried } from "./tried.ts";

/** As the types of Node have it, which are of another release. */
type Dispatcher = NonNullable<RequestInit["dispatcher"]>;

/** Longer than any model thinks; the limits of a run are kept elsewhere. */
const TIMEOUT_MS = 20 * 60_000;

const PATHS: Readonly<Record<Exclude<Dialect, "generate-content">, string>> = {
  chat: "/chat/completions",
  responses: "/responses",
  messages: "/messages",
};

/** `key` is null where the server needs none. */
export function providerClient(
  { baseUrl: baseURL, baseUrls }: Pick<Endpoint, "baseUrl" | "baseUrls">,
  key: string | null,
): ProviderClient {
  // Node's own fetch would give up after five minutes without a byte.
  const dispatcher = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const fetchOptions = { dispatcher: dispatcher as unknown as Dispatcher };
  const options = {
    fetchOptions,
    baseURL,
    apiKey: key ?? "none",
    maxRetries: 0,
    timeout: TIMEOUT_MS,
  };
  const openai = new OpenAI({ ...options, organization: null, project: null });
  const anthropic = new Anthropic({ ...options, authToken: null });
  const google = googleClient(baseUrls["generate-content"] ?? baseURL, key, fetchOptions);
  return async (asked) => {
    const { dialect, body, signal } = asked;
    if (dialect === "generate-content") return google(asked);
    const request = { body, signal, stream: body["stream"] === true };
    const path = PATHS[dialect];
    try {
      const response =
        dialect === "messages"
          ? await anthropic.post(path, request).asResponse()
          : await openai.post(path, request).asResponse();
      return { status: response.status, headers: response.headers, chunks: bytesOf(response) };
    } catch (error) {
      signal.throwIfAborted();
      return refusal(error, key);
    }
  };
}

/** What the libraries throw: an answer that is no success, or no answer at all. */
function refusal(error: unknown, key: string | null): Tried {
  const isApiError = error instanceof OpenAIError || error instanceof AnthropicError;
  if (!isApiError) throw error;
  const { status, headers } = error as { status?: number; headers?: Headers };
  if (status === undefined || headers === undefined) {
    throw new TransportFault(causeOf(error), { cause: error });
  }
  const body = JSON.stringify(errorBody(error));
  // Some providers say which key it was that they did not take.
  const shown = key === null ? body : body.replaceAll(key, "[secret]");
  return { status, headers, chunks: once(Buffer.from(shown)) };
}

/** One library gives what stands under `error`, the other the whole body. */
function errorBody(error: OpenAIError | AnthropicError): unknown {
  const { error: said } = error as { error?: unknown };
  if (said === undefined || said === null) return { error: { message: error.message } };
  return error instanceof OpenAIError ? { error: said } : said;
}
