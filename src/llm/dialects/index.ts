import type { Dialect } from "../model-access.ts";
import { chat } from "./chat.ts";
import type { DialectReader, JsonObject } from "./dialect.ts";
import { generateContent } from "./generate-content.ts";
import { messages } from "./messages.ts";
import { responses } from "./responses.ts";

export const DIALECTS: Readonly<Record<Dialect, DialectReader>> = {
  ...{ chat, responses, messages, "generate-content": generateContent },
};

/** Whose requests go to an address, and what it says of them; null where nobody's do. */
export function dialectAt(
  path: string,
  query: URLSearchParams,
): { readonly reader: DialectReader; readonly fields: JsonObject } | null {
  for (const reader of Object.values(DIALECTS)) {
    const plain = path === reader.path ? {} : null;
    const fields = reader.fieldsIn === undefined ? plain : reader.fieldsIn(path, query);
    if (fields !== null) return { reader, fields };
  }
  return null;
}
