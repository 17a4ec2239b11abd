// Reading JSON of a shape that is not known: what is not there, or is something else, is empty.
import type { JsonObject } from "./dialect.ts";

export function object(value: unknown): JsonObject {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : {};
}

export function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(object) : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A count, or null where none is told. */
export function count(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The text of a message's content: a string, or parts with text. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return objects(content)
    .map((part) => text(part["text"]))
    .join("");
}

/** Arguments of a tool call: a JSON object, or the text where it is none. */
export function callArguments(value: unknown): JsonObject | string {
  if (typeof value !== "string") return object(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as JsonObject)
      : value;
  } catch {
    return value;
  }
}

/** An object without some of its keys. */
export function without(value: JsonObject, ...keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
