// Studies whose keywords come from a model: a scripted model service stands for the provider, all
// else is real. Agents without a model are enough: keywords are the study's, not an agent's.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { variantLogSchema } from "../src/core/variant-log.ts";
import { lastClosedAttempt } from "../src/store/read-run.ts";
import { listStates } from "../src/store/state-store.ts";
import { readStudyFolder } from "../src/store/study-folder.ts";
import { shellCall, startScriptedModelServer } from "../src/testing/index.ts";
import type { ScriptedModelServer, ScriptedTurn } from "../src/testing/index.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (...parts: string[]) => join(folder.path, ...parts);

const KEY = "sk-scripted-0123456789abcdef";
const [ONE, OTHER] = ["starter__ledgerkit-1", "starter__ledgerkit-2"];
const USAGE = { input: 400, output: 30 };
const COST = (400 * 2 + 30 * 10) / 1_000_000;
const answer = (methods: readonly string[], strings: readonly string[] = []): ScriptedTurn => ({
  ...{ text: JSON.stringify({ methods, strings }), usage: USAGE, model: "m-1-2026" },
});

/** What each instance's question gets. */
const script = (turns: Readonly<Record<string, readonly ScriptedTurn[]>>) =>
  startScriptedModelServer({
    conversation: ({ body }) =>
      JSON.stringify(body).includes("Journal.balance") ? "balance" : "other",
    turns: (conversation) => turns[conversation],
  });

interface Wanted {
  readonly instances?: readonly string[];
  readonly scaffolds?: string;
  readonly more?: string;
}

function studyFile(
  { address }: ScriptedModelServer,
  name: string,
  { instances = [ONE], scaffolds = "[gold, nop]", more = "" }: Wanted = {},
) {
  const file = at(`${name}.yaml`);
  const model = [
    `id: v/m-1, name: words, provider: openai-compatible, key: SCRIPTED_KEY, agents: false`,
    `base_url: ${address ?? ""}/v1, price: { input: 2, output: 10 }`,
  ].join(", ");
  const lines = [
    `name: s\nseed: 3\nbenchmarks: [{ id: starter, instances: [${instances.join(", ")}] }]`,
    `scaffolds: ${scaffolds}\nmodels: [{ ${model} }]`,
    "replicates: 1\nvariants: 1\nverify: { null_run: false }",
    "sampler:\n  keywords: { model: words }\n  num_transformations: 2",
    `  transformations: [python/dead-method-injection, python/dead-string-assignment]\n${more}`,
  ];
  writeFileSync(file, lines.join("\n"));
  return file;
}

interface Environment {
  readonly cache?: string;
  readonly fault?: string;
}

const run = (
  file: string,
  study: string,
  { cache = `${study}-cache`, fault = "" }: Environment = {},
  ...more: string[]
) =>
  plumbline(["run", file, "--out", at(study), "--workers", "1", "--json", ...more], {
    env: { SCRIPTED_KEY: KEY, PLUMBLINE_CACHE: at(cache), PLUMBLINE_FAULT: fault },
  });

interface Report {
  readonly spending: unknown;
  readonly materials: readonly { readonly digest: string; readonly runs: readonly string[] }[];
}
const reportOf = (study: string) =>
  JSON.parse(readFileSync(at(study, "report.json"), "utf8")) as Report;

function inStudy<T>(study: string, read: (opened: ReturnType<typeof readStudyFolder>) => T): T {
  const opened = readStudyFolder(at(study));
  try {
    return read(opened);
  } finally {
    opened.close();
  }
}

const statesIn = (study: string) =>
  inStudy(study, ({ db }) =>
    listStates(db).map(({ instanceId, condition, digest }) => [instanceId, condition, digest]),
  );

const logOf = (study: string, instance: string, condition: string) =>
  variantLogSchema.parse(
    JSON.parse(
      readFileSync(
        at(study, "states", "starter", instance, `${condition}-draw-1`, "log.json"),
        "utf8",
      ),
    ),
  );

const materialsOf = (study: string, condition: string, agent: string) =>
  inStudy(study, ({ db }) => {
    return lastClosedAttempt(db, `starter:${ONE}:${condition}:${agent}:1`)?.materials;
  });

it("asks once an instance; all agents meet the same variants, and the record says what made them", async () => {
  const server = await script({
    balance: [answer(["balance", "is_within", "class"], ["Expenses:Carpets"])],
    other: [answer([])],
  });
  const file = studyFile(server, "whole", { instances: [ONE, OTHER] });
  const done = await run(file, "whole", {}, "--record");
  expect(done.exitCode, done.stderr).toBe(0);
  expect(server.requests).toHaveLength(2);
  expect(done.stderr).toContain("Keywords by words: 2 asked for, 0 kept from before");

  const log = logOf("whole", ONE, "variant-1");
  expect(log.keywords.methods[0]).toEqual({
    text: "balance",
    origin: expect.stringMatching(/^model v\/m-1: keywords [0-9a-f]{12}$/) as string,
  });
  expect(log.rewrites.map(({ keyword }) => keyword)).toContain("Expenses:Carpets");
  expect(logOf("whole", OTHER, "variant-1").keywords).toEqual({ methods: [], strings: [] });

  const used = materialsOf("whole", "variant-1", "gold");
  expect(used).toMatchObject([
    {
      ...{ kind: "keywords", asked: "v/m-1", provider: "openai-compatible" },
      answeredBy: "m-1-2026",
    },
  ]);
  expect(materialsOf("whole", "variant-1", "nop")).toEqual(used);
  expect(materialsOf("whole", "sham-1", "nop")).toEqual(used);
  expect(materialsOf("whole", "seed", "gold")).toEqual([]);
  const digests = inStudy("whole", ({ db }) =>
    ["gold", "nop"].map((agent) => {
      return lastClosedAttempt(db, `starter:${ONE}:variant-1:${agent}:1`)?.stateDigest;
    }),
  );
  expect(digests[0]).toBe(digests[1]);

  const report = reportOf("whole");
  expect(report.spending).toEqual({
    agents: { costUsd: 0, tokens: 0 },
    materials: { costUsd: 2 * COST, tokens: 860 },
  });
  expect(report.materials.find(({ digest }) => digest === used?.[0]?.digest)).toMatchObject({
    ...{ keptFromBefore: false, costUsd: COST, tokens: 430, malformed: 0 },
    words: { methods: 1, strings: 1 },
    rejected: { "a reserved word": 1, "not in the problem statement": 1 },
    runs: ["sham-1:gold", "sham-1:nop", "variant-1:gold", "variant-1:nop"].map(
      (name) => `starter:${ONE}:${name}:1`,
    ),
  });
  const shown = await plumbline(["report", at("whole")]);
  expect(shown.stdout).toContain(
    "Models took: agents 0.0000 US dollars, 0 tokens; materials 0.0022 US dollars, 860 tokens.",
  );
  const status = await plumbline(["status", at("whole")]);
  expect(status.stdout).toContain("materials 0.0022 US dollars, 860 tokens.");

  // The same command asks for nothing more; another study has them from before; neither pays.
  expect((await run(file, "whole")).exitCode).toBe(0);
  const next = await run(file, "next", { cache: "whole-cache" });
  expect(next.exitCode, next.stderr).toBe(0);
  expect(next.stderr).toContain("Keywords by words: 0 asked for, 2 kept from before");
  expect(server.requests).toHaveLength(2);
  expect(reportOf("next")).toMatchObject({
    spending: { materials: { costUsd: 0, tokens: 0 } },
    materials: [{ keptFromBefore: true }, { keptFromBefore: true }],
  });
  expect(statesIn("next")).toEqual(statesIn("whole"));

  // The provider is gone: the recording gives the same variants, to the byte.
  await server.close();
  const replayed = await run(file, "again", {}, "--llm-replay", at("whole"));
  expect(replayed.exitCode, replayed.stderr).toBe(0);
  expect(statesIn("again")).toEqual(statesIn("whole"));
  const stateFile = (study: string, name: string) =>
    readFileSync(at(study, "states", "starter", ONE, "variant-1-draw-1", name));
  for (const name of ["log.json", "state.diff"]) {
    expect(stateFile("again", name), name).toEqual(stateFile("whole", name));
  }
  expect(reportOf("again").spending).toEqual(report.spending);

  // The key is in no file.
  for (const entry of readdirSync(folder.path, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) expect(readFileSync(path).includes(KEY), path).toBe(false);
  }
}, 900_000);

it("loses nothing where the model fails, or the process is killed", async () => {
  await using server = await script({
    balance: [answer(["balance"])],
    other: [
      { ...answer(["post"]), faults: [{ kind: "status", status: 401 }] },
      answer(["never asked for"]),
    ],
  });
  const file = studyFile(server, "faults", { instances: [ONE, OTHER] });
  const failed = await run(file, "faults");
  expect(failed.exitCode).toBe(3);
  expect(failed.stderr).toContain(
    `The keywords of ${OTHER} can't be had from model words: The provider answers 401`,
  );
  expect(existsSync(at("faults", "runs"))).toBe(false);
  const answered = () => server.counts().turns;
  expect(answered()).toBe(1);

  // Neither the material of before the failure is asked for again, nor that of before the kill:
  // the study has its own, whatever becomes of the cache.
  const killed = await run(file, "faults", { fault: "keywords-kept:2" });
  expect(killed.signal).toBe("SIGKILL");
  expect(answered()).toBe(2);
  rmSync(at("faults-cache"), { recursive: true });
  const done = await run(file, "faults");
  expect(done.exitCode, done.stderr).toBe(0);
  expect(answered()).toBe(2);
  expect(reportOf("faults").spending).toMatchObject({ materials: { tokens: 860 } });
}, 900_000);

it("asks for no further material once the study's budget is spent", async () => {
  await using server = await script({
    balance: [answer(["balance"])],
    other: [answer(["post"])],
  });
  const more = "budget: { tokens: 430 }\n";
  const file = studyFile(server, "budget", { instances: [ONE, OTHER], more });
  const stopped = await run(file, "budget");
  expect(stopped.exitCode).toBe(1);
  expect(stopped.stderr).toContain("The study's budget is spent: 0.00 US dollars, 430 tokens.");
  expect(server.requests).toHaveLength(1);
  writeFileSync(file, readFileSync(file, "utf8").replace("430", "2000"));
  const done = await run(file, "budget");
  expect(done.exitCode, done.stderr).toBe(0);
  expect(server.requests).toHaveLength(2);
}, 900_000);

it("takes them from the model behind the agents, counted apart from what these take", async () => {
  const submit = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";
  const turn = shellCall(submit, { usage: { input: 1_000, output: 10 } });
  const keywords = answer([], ["Expenses:Carpets"]);
  const server = await startScriptedModelServer({
    conversation: ({ tools, body }) =>
      tools.length > 0 ? "agent" : JSON.stringify(body).includes("<issue>") ? "words" : "probe",
    turns: (name) => ({ agent: [turn, turn, turn], words: [keywords] })[name],
  });
  const file = studyFile(server, "behind", { scaffolds: "[mini]" });
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(", agents: false", "").replace("{ model: words }", "agent-model"),
  );
  const done = await run(file, "behind", {}, "--record");
  expect(done.exitCode, done.stderr).toBe(0);
  await server.close();
  expect(server.counts()).toMatchObject({ turns: 4, unforeseen: 1 });
  const { spending } = reportOf("behind");
  expect(spending).toEqual({
    agents: { costUsd: expect.closeTo(0.0063, 10) as number, tokens: 3_030 },
    materials: { costUsd: COST, tokens: 430 },
  });
  expect(materialsOf("behind", "variant-1", "mini+words")).toMatchObject([{ asked: "v/m-1" }]);

  const again = await run(file, "behind-again", {}, "--llm-replay", at("behind"));
  expect(again.exitCode, again.stderr).toBe(0);
  expect(statesIn("behind-again")).toEqual(statesIn("behind"));
  expect(reportOf("behind-again").spending).toEqual(spending);
}, 900_000);

it("asks for nothing in a study whose conditions use no keywords", async () => {
  await using server = await script({});
  const file = studyFile(server, "seed", { more: "conditions: [seed]\n" });
  const done = await run(file, "seed");
  expect(done.exitCode, done.stderr).toBe(0);
  expect(server.requests).toEqual([]);
}, 300_000);
