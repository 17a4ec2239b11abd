// Scaffolds with programs of their own, the real ones: each in its sandbox, with the scripted model
// server as all that it reaches, makes a real edit. Hundreds of megabytes are fetched for that, so
// PLUMBLINE_AGENTS says which ones run (`opencode,codex`), and PLUMBLINE_AGENT_CACHE where they are
// kept; without it they are fetched anew.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { agents } from "../src/agents/registry.ts";
import { bubblewrapSandbox } from "../src/sandboxes/bubblewrap.ts";
import { AgentUnderTest, EDIT } from "../src/testing/agent-under-test.ts";
import { shellCall, testAgent } from "../src/testing/index.ts";
import type { TurnOrMaker } from "../src/testing/index.ts";

interface Case {
  readonly id: keyof typeof agents;
  /** How it says that it ended by itself. */
  readonly exitStatus: string;
  readonly path: string;
  /** How it says that its prompt grew too long. */
  readonly overflow: RegExp;
  /** Commands that hand the edit in, where a turn without calls does not. */
  readonly submission?: readonly string[];
  /** What ends it then, whatever it has. */
  readonly closingCommand?: string;
}

const CLOSING = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";
const CASES: readonly Case[] = [
  {
    ...{ id: "opencode", exitStatus: "stop", path: "/v1/chat/completions" },
    overflow: /^ContextOverflowError$/,
  },
  {
    ...{ id: "codex", exitStatus: "turn.completed", path: "/v1/responses" },
    overflow: /context window/,
  },
  { id: "claude-code", exitStatus: "success", path: "/v1/messages", overflow: /too long/ },
  {
    ...{ id: "gemini", exitStatus: "success", overflow: /too long/ },
    path: "/v1beta/models/scripted-model:streamGenerateContent",
  },
  {
    ...{ id: "mini-swe-agent", exitStatus: "Submitted", path: "/v1/chat/completions" },
    overflow: /^ContextWindowExceededError$/,
    submission: ["git diff -- calc.py > patch.txt", `${CLOSING} && cat patch.txt`],
    closingCommand: CLOSING,
  },
  {
    ...{ id: "swe-agent", exitStatus: "submitted", path: "/v1/chat/completions" },
    // Without the review that it asks for at first.
    ...{ overflow: /exit_context/, submission: ["submit -f"], closingCommand: "submit -f" },
  },
];

const MINUTE_MS = 60_000;
const asked = (process.env["PLUMBLINE_AGENTS"] ?? "").split(",").filter((id) => id !== "");
const { available, reason } = await bubblewrapSandbox.check();
const scratch = mkdtempSync(join(tmpdir(), "agent-programs-"));
const cache = process.env["PLUMBLINE_AGENT_CACHE"] ?? join(scratch, "cache");

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const BETWEEN = { input: 1200, output: 20 };

function script({ submission }: Case): TurnOrMaker[] {
  const ending = { text: "The sum is right now.", usage: { input: 1500, output: 9 } };
  const [last, ...before] = [...(submission ?? [])].reverse();
  return [
    shellCall(EDIT, {
      ...{ text: "I mend the sum.", faults: [{ kind: "status", status: 503 }] },
      usage: { input: 1000, output: 50, cached: 200 },
    }),
    ...before.reverse().map((command) => shellCall(command, { usage: BETWEEN })),
    last === undefined ? ending : shellCall(last, ending),
  ];
}

function whyNot(id: string): string | null {
  if (!asked.includes(id)) return "not named in PLUMBLINE_AGENTS";
  return available ? null : reason;
}

for (const trial of CASES) {
  const { id, submission, closingCommand } = trial;
  const lacking = whyNot(id);
  if (lacking !== null) process.stdout.write(`skipped: ${id} (${lacking})\n`);
  const agent = await agents[id]();

  describe.skipIf(lacking !== null)(`${id}, the real program`, { timeout: 15 * MINUTE_MS }, () => {
    const subject = new AgentUnderTest(agent, bubblewrapSandbox, { cache });
    beforeAll(() => subject.open(), 15 * MINUTE_MS);
    afterAll(() => subject.close());

    it("makes the edit, and asks for what the script says", async () => {
      const options = { turns: script(trial), wallMs: 5 * MINUTE_MS };
      await subject.attempt(options, async ({ ending, bash, server }) => {
        const began = performance.now();
        expect(await ending).toMatchObject({ kind: "finished", exitStatus: trial.exitStatus });
        process.stdout.write(`${id}: ${Math.round(performance.now() - began)} ms\n`);
        expect(await bash("cat calc.py")).toContain("return a + b");
        expect(await bash("git status --porcelain --ignored")).toBe(" M calc.py\n");
        const { turns, faults, unforeseen, usage } = server.counts();
        const more = Math.max(0, (submission ?? []).length - 1);
        const [input, output] = [2500 + more * BETWEEN.input, 59 + more * BETWEEN.output];
        expect({ turns, faults, unforeseen }).toEqual({
          ...{ turns: script(trial).length, faults: 1, unforeseen: 0 },
        });
        expect(usage).toMatchObject({ input, output, cached: 200 });
        const questions = server.requests.flatMap(({ question }) => question ?? []);
        expect(new Set(questions.map(({ path }) => path))).toEqual(new Set([trial.path]));
        const tools = questions.flatMap((question) => question.tools);
        expect(tools.filter(({ name }) => /web/i.test(name))).toEqual([]);
      });
    });

    it("hands in what it has where its prompt grows too long", async () => {
      const usage = { input: 1, output: 1 };
      const turns = [
        shellCall(EDIT, { usage }),
        { usage, faults: [{ kind: "context-length", times: 1000 } as const] },
      ];
      await subject.attempt({ turns, wallMs: 5 * MINUTE_MS }, async ({ ending, bash }) => {
        const exitStatus: unknown = expect.stringMatching(trial.overflow);
        expect(await ending).toMatchObject({ kind: "finished", decision: "submit", exitStatus });
        expect(await bash("cat calc.py")).toContain("return a + b");
      });
    });
  });

  if (lacking === null) {
    await testAgent(agent, {
      ...{ cache, shortMs: MINUTE_MS / 2 },
      ...(closingCommand === undefined ? {} : { closingCommand }),
    });
  }
}
