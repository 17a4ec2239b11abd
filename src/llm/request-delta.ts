// A request as what it adds to the one before. Scaffolds send the whole conversation each time: kept
// whole, a recording would grow with the square of its turns.
import { z } from "zod";
import type { JsonObject } from "./dialects/dialect.ts";
import { object } from "./dialects/json.ts";
import { isSameJson } from "./json-differences.ts";

export const requestDeltaSchema = z.object({
  /** Keys whose value is that of the request before. */
  same: z.array(z.string()),
  /** How many items at the beginning of a list are those of the request before, by key. */
  kept: z.record(z.string(), z.int().min(1)),
  /** Everything else; of the lists in `kept`, the items that follow. */
  request: z.record(z.string(), z.unknown()),
});
export type RequestDelta = z.infer<typeof requestDeltaSchema>;

export function deltaOf(before: JsonObject, request: JsonObject): RequestDelta {
  const delta: RequestDelta = { same: [], kept: {}, request: {} };
  for (const [key, value] of Object.entries(request)) {
    const known = before[key];
    const kept = commonItems(known, value);
    if (Object.hasOwn(before, key) && isSameJson(known, value)) delta.same.push(key);
    else if (Array.isArray(value) && kept > 0) {
      delta.kept[key] = kept;
      delta.request[key] = value.slice(kept);
    } else delta.request[key] = value;
  }
  return delta;
}

/** The whole request; its keys may come in another order. */
export function requestOf(before: JsonObject, { same, kept, request }: RequestDelta): JsonObject {
  const whole: Record<string, unknown> = { ...request };
  for (const key of same) whole[key] = object(before)[key];
  for (const [key, count] of Object.entries(kept)) {
    whole[key] = [...list(before[key]).slice(0, count), ...list(request[key])];
  }
  return whole;
}

function commonItems(one: unknown, other: unknown): number {
  const [left, right] = [list(one), list(other)];
  const end = left.findIndex(
    (item, index) => index >= right.length || !isSameJson(item, right[index]),
  );
  return end < 0 ? left.length : end;
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
