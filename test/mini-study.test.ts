// A study of a scaffold with a model, end to end: a scripted model service stands for the provider,
// everything else is real. What the script says that turns took is what the record says.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { trajectorySchema } from "../src/core/trajectory.ts";
import { lastClosedAttempt } from "../src/store/read-run.ts";
import { openStudyFolder } from "../src/store/study-folder.ts";
import { shellCall, startScriptedModelServer } from "../src/testing/index.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (...parts: string[]) => join(folder.path, ...parts);

const INSTANCE = "starter__ledgerkit-1";
const KEY = "sk-scripted-0123456789abcdef";
const FIX =
  "sed -i 's/startswith(ancestor)/startswith(ancestor + SEPARATOR)/' ledgerkit/accounts.py";
const TURNS = [
  shellCall("grep -n 'def is_within' -A 3 ledgerkit/accounts.py", {
    ...{ text: "I look.", usage: { input: 1_000, output: 50, cached: 200, reasoning: 30 } },
  }),
  shellCall(FIX, { text: "I mend.", usage: { input: 1_200, output: 60, cached: 1_000 } }),
  shellCall("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", { usage: { input: 1_300, output: 7 } }),
];
/** Of the three turns, at the prices below. */
const COST = (800 * 2 + 200 * 0.5 + 200 * 2 + 1_000 * 0.5 + 1_300 * 2 + 117 * 10) / 1_000_000;

function studyFile(address: string, dialect: string, more = ""): string {
  const file = at(`${dialect}.yaml`);
  const model = [
    `id: scripted/model-1, name: scripted, provider: openai-compatible, key: SCRIPTED_KEY`,
    `base_url: ${address}/v1, dialects: [${dialect}]`,
    `price: { input: 2, cached: 0.5, output: 10 }, temperature: 0.5`,
  ].join(", ");
  const lines = [
    `name: s\nbenchmarks: [{ id: starter, instances: [${INSTANCE}] }]`,
    `scaffolds: [mini]\nmodels: [{ ${model} }]`,
    `conditions: [seed]\nreplicates: 1\nverify: { null_run: false }\n${more}`,
  ];
  writeFileSync(file, lines.join("\n"));
  return file;
}

function attemptOf(study: string, instance = INSTANCE) {
  const opened = openStudyFolder(at(study));
  try {
    return lastClosedAttempt(opened.db, `starter:${instance}:seed:mini+scripted:1`);
  } finally {
    opened.close();
  }
}

const filesOf = (study: string) =>
  readdirSync(at(study), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const run = (file: string, study: string, ...more: string[]) =>
  plumbline(["run", file, "--out", at(study), "--workers", "1", ...more], {
    env: { SCRIPTED_KEY: KEY, PLUMBLINE_CACHE: at("cache") },
  });

it.each(["chat", "responses", "messages", "generate-content"])(
  "mini resolves an instance over %s; steps, tokens and cost are the script's; it replays",
  async (dialect) => {
    const server = await startScriptedModelServer({ turns: TURNS });
    const file = studyFile(server.address ?? "", dialect);
    const done = await run(file, dialect, "--record");
    await server.close();
    expect(done.exitCode, done.stderr).toBe(0);
    // The first question is the study's own: whether anybody answers.
    const [probe, ...asked] = server.requests.map(({ question }) => question?.body ?? {});
    expect(probe).not.toHaveProperty("tools");
    expect(asked).toHaveLength(3);
    for (const request of asked) {
      expect(request).toMatchObject(
        dialect === "generate-content"
          ? { generationConfig: { temperature: 0.5 } }
          : { model: "scripted/model-1", temperature: 0.5 },
      );
    }
    const models = server.requests.map(({ question }) => question?.model);
    expect(new Set(models)).toEqual(new Set(["scripted/model-1"]));
    const counts = server.counts();
    expect(counts).toMatchObject({ turns: 3, unforeseen: 1, faults: 0 });

    const attempt = attemptOf(dialect);
    expect(attempt?.ending).toEqual({ kind: "finished", decision: "submit" });
    expect(attempt?.usage).toMatchObject({
      ...{ steps: 3, modelCalls: 3, cutCalls: 0, inputTokens: 3_500, outputTokens: 117 },
      ...{ cachedTokens: 1_200 },
    });
    expect(attempt?.usage.costUsd).toBeCloseTo(COST, 12);
    expect(attempt?.model).toMatchObject({
      ...{ asked: "scripted/model-1", temperature: 0.5, replayed: false, incidents: [] },
    });
    expect(Buffer.from(attempt?.patch ?? []).toString()).toContain("ancestor + SEPARATOR");
    expect(done.stdout).toMatch(/mini\+scripted/);

    const attemptFolder = `runs/starter/${INSTANCE}/seed/mini+scripted/1/attempt-1`;
    const trajectory = trajectorySchema.parse(
      JSON.parse(readFileSync(at(dialect, attemptFolder, "trajectory.json"), "utf8")),
    );
    expect(trajectory.events.map(({ role, step }) => [role, step])).toEqual([
      ...[
        ["system", 0],
        ["user", 0],
        ["assistant", 1],
        ["tool", 1],
      ],
      ...[
        ["assistant", 2],
        ["tool", 2],
        ["assistant", 3],
        ["tool", 3],
      ],
    ]);

    // The provider is gone; the recording answers, to the byte.
    const again = await run(file, `${dialect}-again`, "--record", "--llm-replay", at(dialect));
    expect(again.exitCode, again.stderr).toBe(0);
    const replayed = attemptOf(`${dialect}-again`);
    expect(replayed?.model).toMatchObject({ replayed: true, incidents: [] });
    expect({ ...replayed?.usage, wallMs: 0 }).toEqual({ ...attempt?.usage, wallMs: 0 });
    expect(replayed?.patch).toEqual(attempt?.patch);
    const bodies = (study: string) =>
      readFileSync(at(study, attemptFolder, "exchanges.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((line) => {
          const { request, body } = JSON.parse(line) as { request: unknown; body: string };
          return { request, body };
        });
    expect(bodies(`${dialect}-again`)).toEqual(bodies(dialect));

    // The key went to the provider, and nowhere else.
    for (const path of [...filesOf(dialect), ...filesOf(`${dialect}-again`)]) {
      expect(readFileSync(path).includes(KEY), path).toBe(false);
    }
    const sent = server.requests.map(({ headers }) => JSON.stringify(headers));
    expect(sent.every((headers) => headers.includes(KEY))).toBe(true);
  },
  600_000,
);

it.each([
  ["steps: 2", "steps", 2],
  ["tokens: 3000", "tokens", 3],
  ["cost_usd: 0.004", "cost", 3],
] as const)(
  "stops an agent at %s, and keeps its work",
  async (limit, which, steps) => {
    const look = () => shellCall("ls", { usage: { input: 1_000, output: 10 } });
    const turns = [...TURNS.slice(1, 2), ...Array.from({ length: 20 }, look)];
    await using server = await startScriptedModelServer({ turns });
    const file = studyFile(server.address ?? "", "chat", `limits: { ${limit} }\n`);
    const done = await run(file, `limit-${which}`);
    expect(done.exitCode, done.stderr).toBe(0);
    const attempt = attemptOf(`limit-${which}`);
    expect(attempt?.ending).toEqual({ kind: "limit", which });
    expect(attempt?.usage.steps).toBe(steps);
    expect(Buffer.from(attempt?.patch ?? []).toString()).toContain("ancestor + SEPARATOR");
  },
  300_000,
);

it("begins no run once the study's budget is spent, and goes on with a larger one", async () => {
  const turn = () => shellCall("ls", { usage: { input: 1_000, output: 10 } });
  await using server = await startScriptedModelServer({ turns: Array.from({ length: 40 }, turn) });
  const limits = "limits: { steps: 2 }\nbudget: { cost_usd: 0.006 }\n";
  const file = studyFile(server.address ?? "", "chat", limits);
  const more = () => {
    const text = readFileSync(file, "utf8").replace("replicates: 1", "replicates: 4");
    writeFileSync(file, text);
  };
  more();
  // Two steps cost 0.0042: the second run ends over the budget, the third does not begin.
  const stopped = await run(file, "budget");
  expect(stopped.exitCode).toBe(1);
  expect(stopped.stderr).toContain("The study's budget is spent: 0.01 US dollars, 4040 tokens.");
  const recorded = () => readdirSync(at(`budget/runs/starter/${INSTANCE}/seed/mini+scripted`));
  expect(recorded()).toHaveLength(2);
  writeFileSync(file, readFileSync(file, "utf8").replace("0.006", "1"));
  const done = await run(file, "budget");
  expect(done.exitCode, done.stderr).toBe(0);
  expect(recorded()).toHaveLength(4);
}, 600_000);

it("repeats what a provider could not serve in a fresh environment, and counts it as no answer", async () => {
  await using server = await startScriptedModelServer({
    conversation: ({ tools }) => (tools.length === 0 ? "probe" : "run"),
    turns: (conversation) =>
      conversation === "probe"
        ? undefined
        : [
            { text: "", usage: { input: 1, output: 1 }, faults: [{ kind: "status", status: 401 }] },
            ...TURNS,
          ],
  });
  const file = studyFile(server.address ?? "", "chat");
  const done = await run(file, "infra", "--json", "--record");
  expect(done.exitCode, done.stderr).toBe(0);
  const attempt = attemptOf("infra");
  expect(attempt?.number).toBe(2);

  // As though the first attempt had been interrupted: the one that was kept answers.
  rmSync(at("infra/runs/starter", INSTANCE, "seed/mini+scripted/1/attempt-1"), { recursive: true });
  const again = await run(file, "infra-again", "--llm-replay", at("infra"));
  expect(again.exitCode, again.stderr).toBe(0);
  const replayed = attemptOf("infra-again");
  expect(replayed).toMatchObject({ number: 1, patch: attempt?.patch });
}, 600_000);

it("stops where an answer can't be kept, and goes on once it can", async () => {
  const turns = [TURNS, TURNS, TURNS].flat();
  await using server = await startScriptedModelServer({ turns });
  const file = studyFile(server.address ?? "", "chat");
  expect(await run(file, "unkept", "--record")).toMatchObject({ exitCode: 0 });
  writeFileSync(file, readFileSync(file, "utf8").replace("replicates: 1", "replicates: 2"));
  // A folder where the next recording goes: nobody can write a file there.
  const place = at("unkept/runs/starter", INSTANCE, "seed/mini+scripted/2/attempt-1");
  mkdirSync(join(place, "exchanges.jsonl"), { recursive: true });
  const stopped = await run(file, "unkept", "--record");
  expect(stopped.exitCode).toBe(3);
  expect(stopped.stderr).toContain("An answer can't be kept: EISDIR");
  const done = await run(file, "unkept", "--record");
  expect(done.exitCode, done.stderr).toBe(0);
  expect(existsSync(place)).toBe(false);
  expect(existsSync(join(place, "../attempt-2/exchanges.jsonl"))).toBe(true);
}, 300_000);

it("keeps patches with scratch files and without, and grades the form that the study says", async () => {
  const leave = "mkdir -p build; echo 'import ledgerkit' | tee reproduce.py build/a.py > /dev/null";
  const usage = { input: 10, output: 1 };
  const work = (...commands: string[]) =>
    [...commands, "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"].map((command) =>
      shellCall(command, { usage }),
    );
  const place = `runs/starter/${INSTANCE}/seed/mini+scripted/1/attempt-1`;
  const kept = (study: string, name: string) => readFileSync(at(study, place, name), "utf8");
  const studyOf = async (study: string, turns: ReturnType<typeof work>, more = "") => {
    await using server = await startScriptedModelServer({ turns });
    const done = await run(studyFile(server.address ?? "", "chat", more), study, "--json");
    expect(done.exitCode, done.stderr).toBe(0);
    return kept(study, "report.json");
  };
  const created = (patch: string) =>
    [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path]) => path);

  expect(await studyOf("whole", work(FIX, leave))).toContain('"resolved": true');
  expect(created(kept("whole", "patch.diff"))).toEqual([
    ...["build/a.py", "ledgerkit/accounts.py", "reproduce.py"],
  ]);
  expect(created(kept("whole", "patch-without-scratch.diff"))).toEqual(["ledgerkit/accounts.py"]);
  expect(JSON.parse(kept("whole", "scratch.json"))).toEqual([
    { path: "build/a.py", reason: "build-product" },
    { path: "reproduce.py", reason: "outside-packages" },
  ]);

  const without = "keep_scratch: false\n";
  expect(await studyOf("trimmed", work(FIX, leave), without)).toContain('"resolved": true');
  expect(kept("trimmed", "patch.diff")).toBe(kept("whole", "patch-without-scratch.diff"));
  expect(kept("trimmed", "patch-with-scratch.diff")).toBe(kept("whole", "patch.diff"));
  // Nothing else is left of it: it is no submission.
  await studyOf("only-scratch", work(leave), without);
  expect(Buffer.from(attemptOf("only-scratch")?.patch ?? [0])).toHaveLength(0);
}, 600_000);

it("reports scores with and without runs that the scanner flags", async () => {
  const mining = shellCall("git log --all -p", { usage: { input: 10, output: 1 } });
  await using server = await startScriptedModelServer({ turns: [mining, ...TURNS, ...TURNS] });
  const file = studyFile(server.address ?? "", "chat");
  writeFileSync(file, readFileSync(file, "utf8").replace("replicates: 1", "replicates: 2"));
  const done = await run(file, "flagged", "--json");
  expect(done.exitCode, done.stderr).toBe(0);
  const report = (text: string) =>
    JSON.parse(text) as { withoutFlaggedRuns: Record<string, unknown>; arms: unknown };
  const rate = (resolved: number, n: number) => [
    { arms: { seed: { measured: n, outcomes: { resolved } } } },
  ];
  const { withoutFlaggedRuns, ...whole } = report(done.stdout);
  expect(whole).toMatchObject({ configurations: rate(2, 2) });
  expect(withoutFlaggedRuns).toMatchObject({ scanned: 2, configurations: rate(1, 1) });
  expect(withoutFlaggedRuns["flagged"]).toEqual([`starter:${INSTANCE}:seed:mini+scripted:1`]);
  // What was found is kept, and read again.
  const again = await plumbline(["report", at("flagged"), "--json"]);
  expect(report(again.stdout).withoutFlaggedRuns).toEqual(withoutFlaggedRuns);
  const text = await plumbline(["report", at("flagged")]);
  expect(text.stdout).toContain("Flagged: 1 of 2 runs with a trajectory.");
  expect(text.stdout).toContain("Resolve rate without flagged runs");
}, 600_000);

it("says so where there is no recording to answer from", async () => {
  const file = studyFile("http://127.0.0.1:9", "chat");
  const refused = await run(file, "unrecorded", "--llm-replay", at("nowhere"));
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("exchanges.jsonl is not there");
}, 300_000);

it("says what is wrong with a model before anything is spent", async () => {
  await using server = await startScriptedModelServer({
    turns: [
      { usage: { input: 1, output: 1 }, faults: [{ kind: "status", status: 401, times: 9 }] },
    ],
  });
  const file = studyFile(server.address ?? "", "chat");
  const refused = await run(file, "refused");
  expect(refused).toMatchObject({ exitCode: 3, stdout: "" });
  expect(refused.stderr).toContain("Model scripted can't be used");
  expect(existsSync(at("refused/runs"))).toBe(false);
  const keyless = await plumbline(["run", file, "--out", at("keyless")], { env: {} });
  expect(keyless.exitCode).not.toBe(0);
  expect(keyless.stderr).toContain("There is no secret SCRIPTED_KEY.");
}, 300_000);
