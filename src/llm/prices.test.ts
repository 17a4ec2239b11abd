import { describe, expect, it } from "vitest";
import { PRICE_TABLE } from "./price-table.ts";
import { costOf, priceOf, priceTableSchema, withPrices } from "./prices.ts";

const NONE = {
  ...{ inputTokens: 0, outputTokens: 0, cachedTokens: null, cacheWriteTokens: null },
  reasoningTokens: null,
};

describe("a cost", () => {
  it("has each kind of token at its price, none of them twice", () => {
    const usage = {
      ...{ inputTokens: 1_000_000, outputTokens: 200_000, cachedTokens: 600_000 },
      ...{ cacheWriteTokens: 100_000, reasoningTokens: 150_000 },
    };
    const price = { input: 3, cached: 0.3, cache_write: 3.75, output: 15 };
    expect(costOf(usage, price)).toBeCloseTo(0.3 * 3 + 0.6 * 0.3 + 0.1 * 3.75 + 0.2 * 15, 12);
  });

  it("of a cache without a price of its own is that of other prompt tokens", () => {
    const usage = { ...NONE, inputTokens: 10, cachedTokens: 4, cacheWriteTokens: 3 };
    expect(costOf(usage, { input: 1e6, output: 0 })).toBe(10);
  });
});

describe("a price", () => {
  it("is found by the model's id, with or without vendor and date", () => {
    const price = PRICE_TABLE.models["claude-sonnet-4-5"];
    expect(price).toBeDefined();
    for (const id of [
      ...["claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "anthropic/claude-sonnet-4-5"],
      ...["anthropic/claude-sonnet-4-5-20250929"],
    ]) {
      expect(priceOf(PRICE_TABLE, id)).toEqual(price);
    }
    expect(priceOf(PRICE_TABLE, "gpt-5-2025-08-07")).toEqual(PRICE_TABLE.models["gpt-5"]);
  });

  it("that is not known is an error, never zero", () => {
    for (const id of ["gpt-99", "toString", "my/claude-sonnet-4-5-tuned"]) {
      expect(() => priceOf(PRICE_TABLE, id)).toThrow(`There is no price for model ${id}.`);
    }
  });

  it("of one's own stands before the table's", () => {
    const own = priceTableSchema.parse({
      date: "2031-05-06",
      models: { "gpt-5": { input: 1, output: 2 } },
    });
    const both = withPrices(PRICE_TABLE, own);
    expect(both.date).toBe("2031-05-06");
    expect(priceOf(both, "gpt-5")).toEqual({ input: 1, output: 2 });
    expect(priceOf(both, "gpt-4o")).toEqual(PRICE_TABLE.models["gpt-4o"]);
  });
});
