// The models of a study: priced once and for all, reached by one gateway, tried before it starts.
import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { systemClock } from "../core/clock.ts";
import { PlumblineError } from "../core/errors.ts";
import { modelName } from "../core/model-entry.ts";
import type { ModelEntry } from "../core/model-entry.ts";
import { openGateway } from "../llm/gateway.ts";
import { PRICE_TABLE } from "../llm/price-table.ts";
import { priceOf, priceTableSchema, withPrices } from "../llm/prices.ts";
import type { PriceTable } from "../llm/prices.ts";
import { openSecrets } from "../llm/secrets.ts";
import { servedModel } from "../llm/served-model.ts";
import type { StudyFile } from "../study/plan/study-file.ts";
import type { StudyModels } from "../study/run/attempt-model.ts";

/** How models are reached, as the command line says it. */
export interface ModelOptions {
  readonly record: boolean;
  /** Study folder whose recording answers; null: the providers do. */
  readonly replayFrom: string | null;
  /** YAML file of prices that stand before the table's. */
  readonly prices: string | null;
  readonly secrets: string | null;
}

export const NO_MODEL_OPTIONS: ModelOptions = {
  ...{ record: false, replayFrom: null, prices: null, secrets: null },
};

/** The price table, with those of a file before its own. */
export function priceTable(file: string | null): PriceTable {
  if (file === null) return PRICE_TABLE;
  if (!existsSync(file)) throw badPrices(file, "it is not there");
  const parsed = priceTableSchema.safeParse(parse(readFileSync(file, "utf8")));
  if (parsed.success) return withPrices(PRICE_TABLE, parsed.data);
  const [issue] = parsed.error.issues;
  throw badPrices(file, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`);
}

function badPrices(file: string, why: string): PlumblineError {
  return new PlumblineError("bad-prices", "usage", `${file} is no price table: ${why}.`, {
    hint: "date: 2026-01-31 and models: { NAME: { input: 1.25, output: 10 } }",
  });
}

/**
 * A study whose models have prices: their own, else those that it was begun with, else the table's.
 * Both arms, and all its days, have one schedule.
 */
export function pricedStudy(
  study: StudyFile,
  begun: StudyFile | null,
  table: PriceTable,
): StudyFile {
  const before = new Map(begun?.models.map((model) => [modelName(model), model]));
  const priced = (model: ModelEntry): ModelEntry => {
    const price = model.price ?? before.get(modelName(model))?.price ?? priceOf(table, model.id);
    return { ...model, price };
  };
  return { ...study, models: study.models.map(priced) };
}

/** Null for a study without models. The caller closes the gateway. */
export function openStudyModels(study: StudyFile, options: ModelOptions): StudyModels | null {
  if (study.models.length === 0) return null;
  const table = priceTable(options.prices);
  const served = study.models.map((entry) => servedModel(entry, table));
  const gateway = openGateway({
    models: new Map(served.map((model) => [model.name, model])),
    secrets: openSecrets(process.env, options.secrets),
    clock: systemClock,
  });
  const { steps, tokens, cost_usd: costUsd } = study.limits;
  const { record, replayFrom } = options;
  const budget = { costUsd: study.budget.cost_usd, tokens: study.budget.tokens };
  return { gateway, limits: { steps, tokens, costUsd }, budget, record, replayFrom };
}
