// List prices as their providers published them, in US dollars per million tokens. A study keeps the
// table that it was begun with. What is missing or has changed goes into a file of one's own
// (`--prices FILE`) or into the model's entry in the study file.
import type { PriceTable } from "./prices.ts";

export const PRICE_TABLE: PriceTable = {
  date: "2025-11-24",
  models: {
    "gpt-5.1": { input: 1.25, cached: 0.125, output: 10 },
    "gpt-5": { input: 1.25, cached: 0.125, output: 10 },
    "gpt-5-mini": { input: 0.25, cached: 0.025, output: 2 },
    "gpt-5-nano": { input: 0.05, cached: 0.005, output: 0.4 },
    "gpt-5-codex": { input: 1.25, cached: 0.125, output: 10 },
    "gpt-4.1": { input: 2, cached: 0.5, output: 8 },
    "gpt-4.1-mini": { input: 0.4, cached: 0.1, output: 1.6 },
    "gpt-4o": { input: 2.5, cached: 1.25, output: 10 },
    "gpt-4o-mini": { input: 0.15, cached: 0.075, output: 0.6 },
    o3: { input: 2, cached: 0.5, output: 8 },
    "o4-mini": { input: 1.1, cached: 0.275, output: 4.4 },
    "claude-opus-4-5": { input: 5, cached: 0.5, cache_write: 6.25, output: 25 },
    "claude-opus-4-1": { input: 15, cached: 1.5, cache_write: 18.75, output: 75 },
    "claude-sonnet-4-5": { input: 3, cached: 0.3, cache_write: 3.75, output: 15 },
    "claude-sonnet-4": { input: 3, cached: 0.3, cache_write: 3.75, output: 15 },
    "claude-haiku-4-5": { input: 1, cached: 0.1, cache_write: 1.25, output: 5 },
    "claude-3-5-haiku": { input: 0.8, cached: 0.08, cache_write: 1, output: 4 },
    "gemini-3-pro-preview": { input: 2, cached: 0.2, output: 12 },
    "gemini-2.5-pro": { input: 1.25, cached: 0.125, output: 10 },
    "gemini-2.5-flash": { input: 0.3, cached: 0.03, output: 2.5 },
  },
};
