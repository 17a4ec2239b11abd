// The events that a program prints, one JSON object a line. Lines that are none are its log.
import type { z } from "zod";

/** Those that the schema knows, in order; others are skipped, since versions add kinds. */
export function jsonLines<Schema extends z.ZodType>(
  printed: Uint8Array,
  schema: Schema,
): z.infer<Schema>[] {
  const found: z.infer<Schema>[] = [];
  for (const line of Buffer.from(printed).toString("utf8").split("\n")) {
    if (!line.startsWith("{")) continue;
    const event = schema.safeParse(parsed(line));
    if (event.success) found.push(event.data);
  }
  return found;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
