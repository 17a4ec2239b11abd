// Keywords by a model, through the gateway and from a scripted model service; databases, caches and
// recordings are real.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { systemClock } from "../core/clock.ts";
import { modelEntrySchema } from "../core/model-entry.ts";
import { openGateway } from "../llm/gateway.ts";
import { PRICE_TABLE } from "../llm/price-table.ts";
import { openSecrets } from "../llm/secrets.ts";
import { servedModel } from "../llm/served-model.ts";
import { studySpending } from "../store/model-spending.ts";
import { openStudyFolder } from "../store/study-folder.ts";
import { listMaterials } from "../store/study-materials.ts";
import { startScriptedModelServer } from "../testing/index.ts";
import type { ScriptedModelServer, ScriptedTurn } from "../testing/index.ts";
import { materialCache } from "./material-cache.ts";
import { keywordOrder } from "./model-keywords.ts";
import { obtainMaterial } from "./obtain-material.ts";
import type { MaterialSources } from "./obtain-material.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-keywords-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const PROBLEM = "`total()` raises 'no rate' in class Invoice";
const USAGE = { input: 100, output: 20 };
const COST = (100 * 2 + 20 * 10) / 1_000_000;
const GOOD: ScriptedTurn = {
  text: '{"methods": ["total", "class"], "strings": ["no rate"]}',
  ...{ usage: USAGE, model: "m-1-2026" },
};
const BAD: ScriptedTurn = { text: "There are two.", usage: USAGE };

interface Place extends AsyncDisposable {
  readonly sources: MaterialSources;
  readonly told: readonly string[];
}

interface Wanted {
  readonly folder?: string;
  readonly cache?: string;
  readonly dialect?: string;
  readonly costUsd?: number;
  readonly replayFrom?: string;
  readonly beforeAsking?: () => void;
}

/** A study of its own in a new folder, unless told otherwise. */
function place(address: string, wanted: Wanted = {}): Place {
  const folder = wanted.folder ?? mkdtempSync(join(scratch, "study-"));
  const entry = modelEntrySchema.parse({
    ...{ id: "v/m-1", name: "m1", provider: "openai-compatible", key: null, temperature: 0.5 },
    ...{ base_url: `${address}/v1`, dialects: [wanted.dialect ?? "chat"] },
    price: { input: 2, output: 10 },
  });
  const model = servedModel(entry, PRICE_TABLE);
  const gateway = openGateway({
    ...{ models: new Map([[model.name, model]]), secrets: openSecrets({}, null) },
    ...{ clock: systemClock, patience: { tries: 2, longestWaitMs: 1_000 } },
  });
  const opened = openStudyFolder(folder);
  const told: string[] = [];
  const cache = materialCache(wanted.cache ?? folder, (text) => told.push(text));
  return {
    told,
    sources: {
      ...{ folder, db: opened.db, cache, gateway, record: true, clock: systemClock },
      ...{ replayFrom: wanted.replayFrom ?? null, signal: new AbortController().signal },
      limits: { tokens: null, costUsd: wanted.costUsd ?? null },
      beforeAsking: wanted.beforeAsking ?? (() => undefined),
    },
    [Symbol.asyncDispose]: () => {
      gateway.close();
      opened.close();
      return Promise.resolve();
    },
  };
}

const ORDER = keywordOrder("m1", PROBLEM);
const server = (...turns: ScriptedTurn[]) => startScriptedModelServer({ turns });
const addressOf = ({ address }: ScriptedModelServer) => address ?? "";

it.each(["chat", "responses", "messages"])(
  "asks once over %s, keeps what is a keyword, and counts the rest with its reason",
  async (dialect) => {
    await using model = await server(GOOD);
    await using here = place(addressOf(model), { dialect });
    const { material, content } = await obtainMaterial(here.sources, ORDER);
    expect(content).toEqual({
      ...{ methods: ["total"], strings: ["no rate"] },
      rejected: [{ as: "method", text: "class", reason: "a reserved word" }],
    });
    expect(material).toMatchObject({
      ...{ kind: "keywords", asked: "v/m-1", answeredBy: "m-1-2026", temperature: 0.5 },
      malformed: 0,
    });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.text).toContain("`total()` raises 'no rate' in class Invoice");
    expect(model.requests[0]?.question?.body).toMatchObject({ model: "v/m-1", temperature: 0.5 });
    expect(studySpending(here.sources.db)).toEqual({
      agents: { costUsd: 0, tokens: 0 },
      materials: { costUsd: COST, tokens: 120 },
    });
    expect(listMaterials(here.sources.db)).toEqual([
      { material, ask: 1, tokens: 120, costUsd: COST, runs: [] },
    ]);
  },
);

it("asks again after an answer that can't be read, and says what was wrong with it", async () => {
  await using model = await server(BAD, { ...BAD, text: "" }, GOOD);
  await using here = place(addressOf(model));
  const { material } = await obtainMaterial(here.sources, ORDER);
  expect(material.malformed).toBe(2);
  expect(model.requests.map(({ text }) => text.split("could not be read").length - 1)).toEqual([
    ...[0, 1, 2],
  ]);
  expect(studySpending(here.sources.db).materials).toEqual({ costUsd: 3 * COST, tokens: 360 });
});

it("gives up after three answers that can't be read; they are paid for all the same", async () => {
  await using model = await server(BAD, BAD, BAD, GOOD);
  await using here = place(addressOf(model));
  await expect(obtainMaterial(here.sources, ORDER)).rejects.toMatchObject({
    ...{ code: "malformed-keywords", kind: "environment" },
    message: expect.stringContaining("it holds no whole JSON object") as string,
  });
  expect(listMaterials(here.sources.db)).toEqual([]);
  expect(studySpending(here.sources.db).materials.tokens).toBe(360);
  // The next time it is asked anew, and recorded beside what was before.
  const { material } = await obtainMaterial(here.sources, ORDER);
  expect(listMaterials(here.sources.db)).toMatchObject([{ ask: 2, tokens: 480 }]);
  const recording = (ask: number) => {
    const parts = ["materials", "keywords", material.key, `ask-${ask}`, "exchanges.jsonl"];
    return readFileSync(join(here.sources.folder, ...parts), "utf8")
      .trim()
      .split("\n");
  };
  expect([recording(1).length, recording(2).length]).toEqual([3, 1]);
});

it("takes an empty answer for what it is", async () => {
  await using model = await server({ ...GOOD, text: '{"methods": [], "strings": []}' });
  await using here = place(addressOf(model));
  const { content } = await obtainMaterial(here.sources, ORDER);
  expect(content).toEqual({ methods: [], strings: [], rejected: [] });
});

it("is the environment's failure where the model is not there", async () => {
  await using gone = await server();
  const address = addressOf(gone);
  await gone.close();
  await using here = place(address);
  await expect(obtainMaterial(here.sources, ORDER)).rejects.toMatchObject({
    ...{ code: "model-unavailable", kind: "environment" },
  });
  expect(listMaterials(here.sources.db)).toEqual([]);
});

it("costs nothing in the study that has it, nor in the next one", async () => {
  await using model = await server(GOOD);
  const cache = mkdtempSync(join(scratch, "cache-"));
  await using here = place(addressOf(model), { cache });
  const first = await obtainMaterial(here.sources, ORDER);
  expect(await obtainMaterial(here.sources, ORDER)).toEqual(first);
  const beforeAsking = () => expect.unreachable("nothing is to be asked");
  await using there = place(addressOf(model), { cache, beforeAsking });
  expect(await obtainMaterial(there.sources, ORDER)).toEqual(first);
  expect(model.requests).toHaveLength(1);
  expect(listMaterials(there.sources.db)).toMatchObject([
    { ask: null, tokens: null, costUsd: null },
  ]);
  expect(studySpending(there.sources.db).materials).toEqual({ costUsd: 0, tokens: 0 });
});

it("asks nothing where nothing more may be spent", async () => {
  await using model = await server(GOOD);
  const beforeAsking = () => {
    throw new Error("spent");
  };
  await using here = place(addressOf(model), { beforeAsking });
  await expect(obtainMaterial(here.sources, ORDER)).rejects.toThrow("spent");
  expect(model.requests).toEqual([]);
});

it("holds the limit on cost between answers that can't be read", async () => {
  await using model = await server(BAD, GOOD);
  await using here = place(addressOf(model), { costUsd: COST });
  await expect(obtainMaterial(here.sources, ORDER)).rejects.toMatchObject({ which: "cost" });
  expect(model.requests).toHaveLength(1);
});

it("replays what was asked, and takes over what was not, with the server gone", async () => {
  const model = await server(BAD, GOOD);
  const address = addressOf(model);
  const cache = mkdtempSync(join(scratch, "cache-"));
  await using here = place(address, { cache });
  const first = await obtainMaterial(here.sources, ORDER);
  await using kept = place(address, { cache });
  await obtainMaterial(kept.sources, ORDER);
  await model.close();

  await using again = place(address, { replayFrom: here.sources.folder });
  expect(await obtainMaterial(again.sources, ORDER)).toEqual(first);
  expect(studySpending(again.sources.db)).toEqual(studySpending(here.sources.db));
  expect(again.sources.cache.read("keywords", first.material.key)).toBeNull();

  await using over = place(address, { replayFrom: kept.sources.folder });
  expect(await obtainMaterial(over.sources, ORDER)).toEqual(first);
  expect(studySpending(over.sources.db).materials.tokens).toBe(0);

  const other = keywordOrder("m1", "another problem");
  await expect(obtainMaterial(over.sources, other)).rejects.toMatchObject({
    ...{ code: "no-recording", kind: "usage" },
  });
});
