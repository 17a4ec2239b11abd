// A model that a study uses, ready to be asked: where, under which name, at which price.
import { modelName } from "../core/model-entry.ts";
import type { ModelEntry, Price } from "../core/model-entry.ts";
import type { RequestSettings } from "./dialects/dialect.ts";
import type { Dialect } from "./model-access.ts";
import { priceOf } from "./prices.ts";
import type { PriceTable } from "./prices.ts";
import { endpointOf } from "./providers.ts";
import type { Endpoint } from "./providers.ts";

export interface ServedModel {
  /** Its name in the study: what agents ask for. */
  readonly name: string;
  /** As its provider names it. */
  readonly id: string;
  readonly provider: string;
  readonly endpoint: Endpoint;
  /** The first is the one that is asked where there is a choice. */
  readonly dialects: readonly [Dialect, ...Dialect[]];
  readonly settings: RequestSettings;
  readonly price: Price;
}

/** Throws a usage error where an entry names no provider, no place, or has no price. */
export function servedModel(entry: ModelEntry, prices: PriceTable): ServedModel {
  const endpoint = endpointOf(entry);
  const { id, provider, temperature, reasoning_effort: reasoningEffort } = entry;
  return {
    ...{ name: modelName(entry), id, provider, endpoint, dialects: endpoint.dialects },
    settings: { model: id, temperature, reasoningEffort },
    price: entry.price ?? priceOf(prices, id),
  };
}
