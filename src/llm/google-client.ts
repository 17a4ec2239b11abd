// Speaks to Google's generateContent by plain HTTP: Google's own library gives answers only as it
// understood them, and they are to pass as they came.
import { text } from "./dialects/json.ts";
import { TransportFault, bytesOf, causeOf, once } from "./tried.ts";
import type { ProviderClient, Tried } from "./tried.ts";

/** `key` is null where the server needs none. */
export function googleClient(
  baseUrl: string,
  key: string | null,
  options: RequestInit,
): ProviderClient {
  return async ({ body, signal }) => {
    const { model, stream, ...asked } = body;
    const method = stream === true ? "streamGenerateContent?alt=sse" : "generateContent";
    const headers = {
      "content-type": "application/json",
      ...(key === null ? {} : { "x-goog-api-key": key }),
    };
    // Whoever a redirect leads to shall not get the key.
    const request: RequestInit = {
      ...options,
      method: "POST",
      headers,
      redirect: "manual",
      signal,
    };
    try {
      const address = `${baseUrl}/models/${encodeURIComponent(text(model))}:${method}`;
      const response = await fetch(address, { ...request, body: JSON.stringify(asked) });
      return await triedWith(response, key);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof TransportFault ? error : new TransportFault(causeOf(error));
    }
  };
}

async function triedWith(response: Response, key: string | null): Promise<Tried> {
  const { ok, status, headers } = response;
  if (ok) return { status, headers, chunks: bytesOf(response) };
  const said = await response.text();
  // Some providers say which key it was that they did not take.
  const shown = key === null ? said : said.replaceAll(key, "[secret]");
  return { status, headers, chunks: once(Buffer.from(shown)) };
}
