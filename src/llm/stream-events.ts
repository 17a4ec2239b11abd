// The data of a stream's server-sent events (WHATWG HTML, section 9.2), as JSON objects.
import { createParser } from "eventsource-parser";
import { object } from "./dialects/json.ts";
import type { JsonObject } from "./dialects/dialect.ts";

/** What is no JSON (OpenAI's closing `[DONE]`) is left out. */
export function streamEvents(text: string): JsonObject[] {
  const events: JsonObject[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      try {
        events.push(object(JSON.parse(data)));
      } catch {
        // Not JSON.
      }
    },
  });
  parser.feed(text);
  return events;
}

/**
 * A Chat Completions stream without the event that carries only the usage: the gateway asks for it
 * always, and a client that has not asked for it may not expect a chunk without choices.
 */
export async function* withoutUsageEvent(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const parts = rest.split(BETWEEN_EVENTS);
    rest = parts.pop() ?? "";
    let shown = "";
    for (let at = 0; at < parts.length; at += 2) {
      const [event = "", end = ""] = parts.slice(at, at + 2);
      if (!isUsageEvent(event)) shown += event + end;
    }
    if (shown !== "") yield Buffer.from(shown);
  }
  if (rest !== "") yield Buffer.from(rest);
}

/** A line end may be any of three; what was matched is kept beside the events. */
const BETWEEN_EVENTS = /(\r\n\r\n|\n\n|\r\r)/;

function isUsageEvent(event: string): boolean {
  if (!event.includes('"usage"')) return false;
  const [only] = streamEvents(`${event}\n\n`);
  const choices = only?.["choices"];
  return Array.isArray(choices) && choices.length === 0;
}
