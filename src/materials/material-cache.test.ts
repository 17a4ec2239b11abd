import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { modelEntrySchema } from "../core/model-entry.ts";
import type { Material } from "../core/material.ts";
import { PRICE_TABLE } from "../llm/price-table.ts";
import { servedModel } from "../llm/served-model.ts";
import { materialCache } from "./material-cache.ts";
import { contentDigest, materialKey } from "./material-key.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-materials-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folder = scratch;
let told: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(scratch, "cache-"));
  told = [];
});

const cache = () => materialCache(folder, (text) => told.push(text));
const CONTENT = { methods: ["total"], strings: [], rejected: [] };
const KEY = "a".repeat(64);
const MATERIAL: Material = {
  ...{ key: KEY, kind: "keywords", digest: contentDigest(CONTENT), content: CONTENT },
  ...{ asked: "m-1", provider: "openai", temperature: null, reasoningEffort: null },
  ...{ answeredBy: "m-1-2026", madeAt: 5, malformed: 1 },
};
const path = () => join(folder, "materials", "keywords", `${KEY}.json`);

it("gives back what was kept", () => {
  expect(cache().read("keywords", KEY)).toBeNull();
  cache().write(MATERIAL);
  expect(cache().read("keywords", KEY)).toEqual(MATERIAL);
  expect(readdirSync(dirname(path()))).toEqual([`${KEY}.json`]);
  expect(told).toEqual([]);
});

it.each<[string, (text: string) => string, string]>([
  ["cut", (text) => text.slice(0, 40), "it is no JSON"],
  ["empty", () => "", "it is no JSON"],
  ["of another shape", () => "{}", "it is no material"],
  ["altered", (text) => text.replace("total", "other"), "its content is not what its digest says"],
  ["of another key", (text) => text.replace(KEY, "b".repeat(64)), "it answers another question"],
])("takes a file that is %s for none, and says so", (_how, damage, fault) => {
  cache().write(MATERIAL);
  writeFileSync(path(), damage(readFileSync(path(), "utf8")));
  expect(cache().read("keywords", KEY)).toBeNull();
  expect(told).toEqual([`${path()} is ignored: ${fault}\n`]);
  cache().write(MATERIAL);
  expect(cache().read("keywords", KEY)).toEqual(MATERIAL);
});

it("says that it can't be read or written, and goes on", () => {
  mkdirSync(path(), { recursive: true });
  cache().write(MATERIAL);
  expect(cache().read("keywords", KEY)).toBeNull();
  expect(told).toEqual([
    expect.stringMatching(/^What a model made is not kept for other studies: .*: EISDIR\n$/),
    expect.stringMatching(/ is ignored: EISDIR\n$/),
  ]);
});

const model = (changes: object = {}) => {
  const entry = { id: "m-1", provider: "openai", price: { input: 1, output: 1 }, ...changes };
  return servedModel(modelEntrySchema.parse(entry), PRICE_TABLE);
};
const QUESTION = { kind: "keywords", template: "t", input: "i", model: model() } as const;

it.each<[string, object]>([
  ["template", { template: "u" }],
  ["input", { input: "j" }],
  ["model", { model: model({ id: "m-2" }) }],
  ["provider", { model: model({ provider: "openrouter" }) }],
  ["place", { model: model({ base_url: "http://127.0.0.1:1/v1" }) }],
  ["temperature", { model: model({ temperature: 0 }) }],
  ["reasoning effort", { model: model({ reasoning_effort: "low" }) }],
])("does not take another %s for the same question", (_what, change) => {
  expect(materialKey({ ...QUESTION, ...change })).not.toBe(materialKey(QUESTION));
});

it("takes a model under another name and price for the same", () => {
  const other = model({ name: "n", price: { input: 2, output: 2 } });
  expect(materialKey({ ...QUESTION, model: other })).toBe(materialKey(QUESTION));
});
