// Guards end to end: the text is in the question that comes before anything was edited, in the
// conditions that carry it and in no other. A scripted model service stands for the provider.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { trajectorySchema } from "../src/core/trajectory.ts";
import { lastClosedAttempt } from "../src/store/read-run.ts";
import { openStudyFolder } from "../src/store/study-folder.ts";
import { GUARDS } from "../src/study/conditions/guard.ts";
import { shellCall, startScriptedModelServer } from "../src/testing/index.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (...parts: string[]) => join(folder.path, ...parts);

const INSTANCE = "starter__ledgerkit-1";
const EDIT = "echo '# seen' >> ledgerkit/accounts.py";
const TURNS = [
  shellCall("cat ledgerkit/accounts.py", { usage: { input: 10, output: 1 } }),
  shellCall(EDIT, { usage: { input: 10, output: 1 } }),
  shellCall("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", { usage: { input: 10, output: 1 } }),
];
const GUARD_TEXTS = Object.values(GUARDS);

/** In the order of the study file, which is that of the runs. */
const CONDITIONS = [
  { member: "seed", entry: "seed", texts: [] },
  { member: "variant-1", entry: "variant", texts: [] },
  {
    member: "careful-1",
    entry: "{ condition: variant, name: careful, guard: interpretation }",
    texts: [GUARDS.interpretation],
  },
  {
    member: "anchored",
    entry: "{ condition: seed, name: anchored, guard: test-first }",
    texts: [GUARDS["test-first"]],
  },
];

function studyFile(address: string): string {
  const file = at("study.yaml");
  const model = [
    `id: scripted/model-1, name: scripted, provider: openai-compatible, key: SCRIPTED_KEY`,
    `base_url: ${address}/v1, dialects: [chat], price: { input: 1, output: 1 }`,
  ].join(", ");
  const lines = [
    `name: s\nseed: 4\nbenchmarks: [{ id: starter, instances: [${INSTANCE}] }]`,
    `scaffolds: [mini]`,
    `models: [{ ${model} }]`,
    `conditions: [${CONDITIONS.map(({ entry }) => entry).join(", ")}]`,
    `replicates: 1\nvariants: 1\nverify: { null_run: false }\n`,
  ];
  writeFileSync(file, lines.join("\n"));
  return file;
}

const guardsIn = (text: string) => GUARD_TEXTS.filter((guard) => text.includes(guard));

it("tells a guard before the first edit, where it is asked for and nowhere else", async () => {
  const turns = CONDITIONS.flatMap(() => TURNS);
  await using server = await startScriptedModelServer({ turns });
  const file = studyFile(server.address ?? "");
  const done = await plumbline(["run", file, "--out", at("s"), "--workers", "1"], {
    env: { SCRIPTED_KEY: "sk-scripted", PLUMBLINE_CACHE: at("cache") },
  });
  expect(done.exitCode, done.stderr).toBe(0);

  // The first question is the study's own: whether anybody answers.
  const asked = server.requests.slice(1).map(({ question }) => (question?.texts ?? []).join("\n"));
  expect(asked).toHaveLength(turns.length);
  for (const [run, { member, texts }] of CONDITIONS.entries()) {
    const ofRun = asked.slice(run * TURNS.length, (run + 1) * TURNS.length);
    expect(ofRun.map(guardsIn), member).toEqual(ofRun.map(() => texts));
  }

  const opened = openStudyFolder(at("s"));
  const digests = CONDITIONS.map(({ member }) => {
    const id = `starter:${INSTANCE}:${member}:mini+scripted:1`;
    return lastClosedAttempt(opened.db, id)?.stateDigest;
  });
  opened.close();
  // A guard changes what an agent is told, not what it is given.
  const [seed, variant, careful, anchored] = digests;
  expect(seed).toBeTruthy();
  expect([careful, anchored]).toEqual([variant, seed]);
  expect(variant).not.toBe(seed);

  for (const { member, texts } of CONDITIONS) {
    const path = `runs/starter/${INSTANCE}/${member}/mini+scripted/1/attempt-1/trajectory.json`;
    const { events } = trajectorySchema.parse(JSON.parse(readFileSync(at("s", path), "utf8")));
    const edit = events.findIndex((event) => event.role === "tool" && event.command === EDIT);
    const told = events
      .slice(0, edit)
      .flatMap(({ role, step, ...event }) =>
        role === "user" && step === 0 && "text" in event ? guardsIn(event.text) : [],
      );
    expect(edit, member).toBeGreaterThan(0);
    expect(told, member).toEqual(texts);
  }

  // Runs that were told more stand beside the arms of the study, not in them.
  const report = JSON.parse(readFileSync(at("s/report.json"), "utf8")) as {
    otherConditions: { condition: string }[];
  };
  expect(report.otherConditions.map(({ condition }) => condition).sort()).toEqual([
    "anchored",
    "careful-1",
  ]);
}, 300_000);
