// A real language model, as small as they get, drives `mini` on an instance: real sampling, real
// malformed turns and real counts go through every part. It need not resolve anything.
// `npm run check:tiny-model` serves one; PLUMBLINE_TINY_MODEL is where.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { trajectorySchema } from "../src/core/trajectory.ts";
import { lastClosedAttempt } from "../src/store/read-run.ts";
import { openStudyFolder } from "../src/store/study-folder.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const INSTANCE = "starter__ledgerkit-1";
const STEPS = 4;
const address = process.env["PLUMBLINE_TINY_MODEL"];
if (address === undefined) {
  process.stdout.write("skipped: a tiny language model (PLUMBLINE_TINY_MODEL is not set)\n");
}
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (...parts: string[]) => join(folder.path, ...parts);

/** What the server itself said that its answers took. */
const saidUsage = z.object({
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }),
});
const exchangeLine = z.object({ body: z.string() });

function studyFile(name: string, mode: string, server: string): string {
  const model = `{ id: smollm2, name: tiny, provider: openai-compatible, base_url: "${server}", temperature: 0.8, price: { input: 1, output: 2 } }`;
  const lines = [
    `name: s\nbenchmarks: [{ id: starter, instances: [${INSTANCE}] }]`,
    `scaffolds: [{ id: mini, settings: { mode: ${mode} } }]\nmodels: [${model}]`,
    `conditions: [seed]\nreplicates: 1\nretries: 0\nverify: { null_run: false }`,
    `limits: { steps: ${STEPS} }\n`,
  ];
  writeFileSync(at(name), lines.join("\n"));
  return at(name);
}

function recordOf(study: string) {
  const opened = openStudyFolder(at(study));
  try {
    return {
      attempt: lastClosedAttempt(opened.db, `starter:${INSTANCE}:seed:mini+tiny:1`),
      outcomes: opened.db.prepare("SELECT outcome FROM runs").pluck().all(),
    };
  } finally {
    opened.close();
  }
}

function filesOf(study: string) {
  const place = at(study, `runs/starter/${INSTANCE}/seed/mini+tiny/1/attempt-1`);
  const trajectory = readFileSync(join(place, "trajectory.json"), "utf8");
  const exchanges = readFileSync(join(place, "exchanges.jsonl"), "utf8").trimEnd().split("\n");
  return {
    trajectory: trajectorySchema.parse(JSON.parse(trajectory)),
    said: exchanges.map((line) =>
      saidUsage.parse(JSON.parse(exchangeLine.parse(JSON.parse(line)).body)),
    ),
  };
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

it.skipIf(address === undefined).each(["text", "tools"])(
  "a tiny model works on an instance in %s mode; what it took is what it said; it replays",
  async (mode) => {
    const file = studyFile(`${mode}.yaml`, mode, address ?? "");
    const done = await plumbline(["run", file, "--out", at(mode), "--record"]);
    expect(done.exitCode, done.stderr).toBe(0);
    const { attempt, outcomes } = recordOf(mode);
    expect(["resolved", "unresolved", "empty", "limit"]).toContain(outcomes[0]);
    const { trajectory, said } = filesOf(mode);
    const input = total(said.map(({ usage }) => usage.prompt_tokens));
    const output = total(said.map(({ usage }) => usage.completion_tokens));
    process.stdout.write(
      `${mode}: ${String(outcomes[0])} after ${said.length} turns, ${input} tokens in, ${output} out\n`,
    );
    expect(attempt?.usage).toMatchObject({
      ...{ modelCalls: said.length, inputTokens: input, outputTokens: output, cutCalls: 0 },
    });
    expect(attempt?.usage.costUsd).toBeCloseTo((input + 2 * output) / 1e6, 12);
    const turns = trajectory.events.filter(({ role }) => role === "assistant");
    expect(turns.length).toBe(said.length);
    expect(said.length).toBeLessThanOrEqual(STEPS);

    const unreachable = studyFile(`${mode}-again.yaml`, mode, "http://127.0.0.1:9/v1");
    const replayed = at(`${mode}-again`);
    const again = await plumbline([
      "run",
      unreachable,
      "--out",
      replayed,
      "--llm-replay",
      at(mode),
    ]);
    expect(again.exitCode, again.stderr).toBe(0);
    const second = recordOf(`${mode}-again`);
    expect(second.outcomes).toEqual(outcomes);
    expect(second.attempt?.patch).toEqual(attempt?.patch);
    expect({ ...second.attempt?.usage, wallMs: 0 }).toEqual({ ...attempt?.usage, wallMs: 0 });
  },
  1_800_000,
);
