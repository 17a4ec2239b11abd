// What model turns cost: tokens by a dated table, the same for every scaffold and both arms. A model
// without a price is an error: a cost of zero would be a lie, and its limit would never be reached.
import { z } from "zod";
import { PlumblineError } from "../core/errors.ts";
import { priceSchema } from "../core/model-entry.ts";
import type { Price } from "../core/model-entry.ts";
import type { TokenUsage } from "../core/trajectory.ts";

export const priceTableSchema = z.strictObject({
  date: z.iso.date().describe("When these prices were looked up."),
  models: z.record(z.string(), priceSchema),
});
export type PriceTable = z.infer<typeof priceTableSchema>;

/** A table in which the prices of `over` stand before those of `table`; dated by the later one. */
export function withPrices(table: PriceTable, over: PriceTable): PriceTable {
  const date = over.date > table.date ? over.date : table.date;
  return { date, models: { ...table.models, ...over.models } };
}

/**
 * Price of a model by its id, with or without its vendor (`openai/gpt-5`) and its date
 * (`gpt-5-2025-08-07`). Throws a usage error where the table has none.
 */
export function priceOf({ models }: PriceTable, id: string): Price {
  for (const name of [id, withoutDate(id), withoutVendor(id), withoutDate(withoutVendor(id))]) {
    if (Object.hasOwn(models, name)) return models[name] as Price;
  }
  throw new PlumblineError("unknown-price", "usage", `There is no price for model ${id}.`, {
    hint: "price: { input: …, output: … } in its entry (US dollars per million tokens; 0 where it costs nothing)",
  });
}

const withoutVendor = (id: string) => id.slice(id.lastIndexOf("/") + 1);
const withoutDate = (id: string) => id.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");

const MILLION = 1_000_000;

/** US dollars for tokens that a provider counted. */
export function costOf(usage: Omit<TokenUsage, "costUsd">, price: Price): number {
  const cached = usage.cachedTokens ?? 0;
  const written = usage.cacheWriteTokens ?? 0;
  const fresh = Math.max(0, (usage.inputTokens ?? 0) - cached - written);
  const sum =
    fresh * price.input +
    cached * (price.cached ?? price.input) +
    written * (price.cache_write ?? price.input) +
    (usage.outputTokens ?? 0) * price.output;
  return sum / MILLION;
}
