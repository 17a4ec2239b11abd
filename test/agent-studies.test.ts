// Each scaffold that is a program of its own resolves the same instance in a whole study, through
// the gateway, against a scripted model service; and again from its recording, with the service gone.
// The programs are large: PLUMBLINE_AGENTS names those to run, PLUMBLINE_AGENT_CACHE where they are
// installed.
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { trajectorySchema } from "../src/core/trajectory.ts";
import { lastClosedAttempt } from "../src/store/read-run.ts";
import { openStudyFolder } from "../src/store/study-folder.ts";
import { shellCall, startScriptedModelServer } from "../src/testing/index.ts";
import type { TurnOrMaker } from "../src/testing/index.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const INSTANCE = "starter__ledgerkit-1";
const KEY = "sk-scripted-0123456789abcdef";
const FIX =
  "sed -i 's/startswith(ancestor)/startswith(ancestor + SEPARATOR)/' ledgerkit/accounts.py";
const SUBMIT =
  "git diff > /tmp/patch.txt; echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat /tmp/patch.txt";

interface Case {
  readonly dialect: string;
  readonly last: TurnOrMaker;
}

const SAYS_DONE = { text: "It is done.", usage: { input: 1_300, output: 7 } };
const CASES: Readonly<Record<string, Case>> = {
  opencode: { dialect: "chat", last: SAYS_DONE },
  codex: { dialect: "responses", last: SAYS_DONE },
  "claude-code": { dialect: "messages", last: SAYS_DONE },
  gemini: { dialect: "generate-content", last: SAYS_DONE },
  "mini-swe-agent": {
    dialect: "chat",
    last: shellCall(SUBMIT, { usage: { input: 1_300, output: 7 } }),
  },
  "swe-agent": {
    dialect: "chat",
    // Without the review that it asks for at first.
    last: shellCall("submit -f", { usage: { input: 1_300, output: 7 } }),
  },
};
/** Something that it tries and may not have, then the work. */
const turnsOf = ({ last }: Case): TurnOrMaker[] => [
  shellCall("curl -sS -m 5 https://example.org/fix.py; env | grep -c SCRIPTED", {
    ...{ text: "I look.", usage: { input: 1_000, output: 50, cached: 200 } },
  }),
  shellCall(FIX, { text: "I mend.", usage: { input: 1_200, output: 60, cached: 1_000 } }),
  last,
];

const asked = (process.env["PLUMBLINE_AGENTS"] ?? "").split(",").filter((id) => id !== "");
const cache = process.env["PLUMBLINE_AGENT_CACHE"];
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (...parts: string[]) => join(folder.path, ...parts);

if (cache !== undefined && asked.length > 0) {
  // Root's sandboxes run as other users.
  chmodSync(folder.path, 0o755);
  mkdirSync(at("cache"));
  symlinkSync(cache, at("cache/agents"));
}

for (const [id, trial] of Object.entries(CASES)) {
  const isHere = asked.includes(id);
  if (!isHere) process.stdout.write(`skipped: a study of ${id} (not named in PLUMBLINE_AGENTS)\n`);
  it.skipIf(!isHere)(
    `${id} resolves an instance; steps, tokens and cost are the script's; it replays`,
    async () => {
      const server = await startScriptedModelServer({ turns: turnsOf(trial) });
      const file = at(`${id}.yaml`);
      const model = `{ id: m1, provider: openai-compatible, key: SCRIPTED_KEY, base_url: ${server.address ?? ""}/v1, dialects: [${trial.dialect}], price: { input: 2, cached: 0.5, output: 10 } }`;
      writeFileSync(
        file,
        `name: s\nbenchmarks: [{ id: starter, instances: [${INSTANCE}] }]\nscaffolds: [${id}]\nmodels: [${model}]\nconditions: [seed]\nreplicates: 1\nretries: 0\nverify: { null_run: false }\nlimits: { memory_mb: 4096 }\n`,
      );
      const run = (out: string, ...more: string[]) =>
        plumbline(["run", file, "--out", at(out), "--workers", "1", "--record", ...more], {
          env: { SCRIPTED_KEY: KEY, PLUMBLINE_CACHE: at("cache") },
        });
      const done = await run(id);
      await server.close();
      expect(done.exitCode, done.stderr).toBe(0);
      const attempt = attemptOf(id, id);
      expect(attempt?.ending, JSON.stringify(attempt)).toMatchObject({
        ...{ kind: "finished", decision: "submit" },
      });
      const { usage } = server.counts();
      // The study's own question comes first.
      expect(attempt?.usage).toMatchObject({
        ...{ steps: 3, inputTokens: usage.input - 11, outputTokens: usage.output - 2 },
        ...{ modelCalls: 3, cachedTokens: 1_200, cutCalls: 0 },
      });
      expect(attempt?.usage.costUsd).toBeCloseTo((2_300 * 2 + 1_200 * 0.5 + 117 * 10) / 1e6, 12);
      // Some programs try hosts of their own as well; those are refused and kept, too.
      const tried = attempt?.model?.incidents.map(({ kind, detail }) => `${kind}: ${detail}`);
      expect(tried).toContain("other-host: CONNECT example.org:443");
      const place = `runs/starter/${INSTANCE}/seed/${id}+m1/1/attempt-1/trajectory.json`;
      const trajectory = trajectorySchema.parse(JSON.parse(readFileSync(at(id, place), "utf8")));
      const tools = trajectory.events.flatMap((event) => (event.role === "tool" ? event : []));
      expect(tools[0]?.command).toContain("curl");
      expect(tools[0]?.output).toContain("0");
      expect(tools[1]?.command).toContain("startswith");

      const again = await run(`${id}-again`, "--llm-replay", at(id));
      expect(again.exitCode, again.stderr).toBe(0);
      const replayed = attemptOf(`${id}-again`, id);
      expect({ ...replayed?.usage, wallMs: 0 }).toEqual({ ...attempt?.usage, wallMs: 0 });
      expect(replayed?.patch).toEqual(attempt?.patch);
      expect(outcomes(id)).toEqual(["resolved"]);
      expect(outcomes(`${id}-again`)).toEqual(["resolved"]);
    },
    900_000,
  );
}

function attemptOf(study: string, id: string) {
  const opened = openStudyFolder(at(study));
  try {
    return lastClosedAttempt(opened.db, `starter:${INSTANCE}:seed:${id}+m1:1`);
  } finally {
    opened.close();
  }
}

function outcomes(study: string): unknown[] {
  const opened = openStudyFolder(at(study));
  try {
    return opened.db.prepare("SELECT outcome FROM runs").pluck().all();
  } finally {
    opened.close();
  }
}
