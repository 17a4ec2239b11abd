// The settings of a study in a request: what all dialects have alike.
import type { JsonObject, RequestSettings } from "./dialect.ts";
import { object, without } from "./json.ts";

/**
 * A request with model and temperature as the study has them, without its own and without the keys in
 * `dropped`. A service tier has another price: it is never asked for.
 */
export function withSettings(
  request: JsonObject,
  { model, temperature }: RequestSettings,
  ...dropped: readonly string[]
): JsonObject {
  return {
    ...without(request, "temperature", "service_tier", ...dropped),
    model,
    ...(temperature === null ? {} : { temperature }),
  };
}

/** The object under `key`, which also holds other things, with the study's reasoning effort in it. */
export function withEffort(
  request: JsonObject,
  key: string,
  { reasoningEffort }: RequestSettings,
): JsonObject {
  const rest = without(object(request[key]), "effort");
  const asked = reasoningEffort === null ? rest : { ...rest, effort: reasoningEffort };
  return Object.keys(asked).length === 0 ? {} : { [key]: asked };
}
