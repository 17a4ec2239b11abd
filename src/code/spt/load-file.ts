// A Python file as everything that rewrites it wants it: its text, its tree and what is known of it.
import { ModuleFacts } from "../syntax/python/facts.ts";
import { parsePython } from "../syntax/python/parse.ts";
import { decodeSource, type SourceText } from "../syntax/source-text.ts";

export type LoadedFile =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      readonly source: SourceText;
      readonly facts: ModuleFacts;
    }
  | { readonly ok: false; readonly reason: string };

/** Above this a file is data rather than source, and parsing it is slow. */
export const LARGEST_BYTES = 4 * 1024 * 1024;

/** Reads a file, or tells why it can't be rewritten. Nothing is kept of it. */
export function loadFile(bytes: Uint8Array): LoadedFile {
  if (bytes.length > LARGEST_BYTES) return { ok: false, reason: "larger than 4 MB" };
  const decoded = decodeSource(bytes);
  if (!decoded.ok) return decoded;
  const parsed = parsePython(decoded.source.text);
  if (!parsed.ok) return parsed;
  const facts = new ModuleFacts(parsed.module, decoded.source.newline);
  return { ok: true, bytes, source: decoded.source, facts };
}
