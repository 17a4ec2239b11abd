// What every agent with a model must do, as tests. Call it at the top of a test file:
//
//     await testAgent(myAgent, { settings: { … } });
//
// The agent works in a sandbox, on a small repository, with a scripted model: it is told to run
// commands and to end, so what is tested is the scaffold and never the model.
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { readFileSync, readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { Agent } from "../agents/agent.ts";
import { LimitReached } from "../core/limit-reached.ts";
import { trajectoryEventSchema } from "../core/trajectory.ts";
import { bubblewrapSandbox } from "../sandboxes/bubblewrap.ts";
import { AgentUnderTest, EDIT, PROBLEM } from "./agent-under-test.ts";
import type { TestAgentOptions } from "./agent-under-test.ts";

import { MODEL, TOKEN } from "./scripted-model-access.ts";

export type { TestAgentOptions } from "./agent-under-test.ts";

const PLENTY_MS = 120_000;
const SHORT_MS = 20_000;
const TEST_MS = 1_200_000;
/** As no command of the machine's own. */
const MARKER = "86399.125";

export async function testAgent(agent: Agent, options: TestAgentOptions = {}): Promise<void> {
  const backend = options.sandbox ?? bubblewrapSandbox;
  const { available, reason } = await backend.check();
  if (!available) {
    process.stdout.write(`skipped: the agent ${agent.id} (${reason})\n`);
    describe.skip(`the agent ${agent.id}: ${reason}`, () => {
      it("has no sandbox here", () => undefined);
    });
    return;
  }
  const subject = new AgentUnderTest(agent, backend, options);
  describe(`the agent ${agent.id}`, { timeout: TEST_MS }, () => {
    beforeAll(() => subject.open(), TEST_MS);
    afterAll(() => subject.close());
    testWork(subject);
    testEndings(subject);
  });
}

function testWork(subject: AgentUnderTest): void {
  const wallMs = subject.options.plentyMs ?? PLENTY_MS;
  const usage = { input: 1000, output: 50, cached: 200 };
  const edit = () => subject.act(EDIT, { text: "I mend the sum.", usage });
  const close = () => subject.closing({ text: "The sum is right.", usage });

  it("works in the tree, and leaves nothing of its own there", async () => {
    await subject.attempt({ turns: [edit(), close()], wallMs }, async ({ ending, bash }) => {
      const before = await bash("cat .git/config .git/HEAD; git rev-parse HEAD");
      expect(await ending).toMatchObject({ kind: "finished", decision: "submit" });
      expect(await bash("git status --porcelain --ignored")).toBe(" M calc.py\n");
      expect(await bash("cat calc.py")).toContain("return a + b");
      expect(await bash("cat .git/config .git/HEAD; git rev-parse HEAD")).toBe(before);
    });
  });

  it("asks the model that it was given, with its token, and tells it the task", async () => {
    await subject.attempt({ turns: [edit(), close()], wallMs }, async ({ ending, server }) => {
      await ending;
      const questions = server.requests.flatMap(({ question }) => question ?? []);
      expect(new Set(questions.map(({ model }) => model))).toEqual(new Set([MODEL]));
      expect(new Set(questions.map(({ token }) => token))).toEqual(new Set([TOKEN]));
      expect(questions[0]?.texts.join("\n")).toContain(PROBLEM);
      // What it asks beside the turns of its work would be steps and cost that no script explains.
      expect(server.counts()).toMatchObject({ turns: 2, faults: 0, unforeseen: 0 });
      expect(server.counts().usage).toMatchObject({ input: 2000, output: 100, cached: 400 });
    });
  });

  it("shows the model what a command printed", async () => {
    // Some scaffolds refuse commands with a substitution in them.
    const look = subject.act("printf '%d-seen\\n' 0x2a", { usage });
    await subject.attempt({ turns: [look, close()], wallMs }, async ({ ending, server }) => {
      await ending;
      const [, second] = server.requests.flatMap(({ question }) => question ?? []);
      expect(second?.texts.join("\n")).toContain("42-seen");
    });
  });

  it("reaches nothing but the model", async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", () => resolve()));
    const { port } = listener.address() as AddressInfo;
    const call = `(: < /dev/tcp/127.0.0.1/${port}) 2> /dev/null && echo in || echo out`;
    const turns = [subject.act(`${call} > reached.log`, { usage }), close()];
    await subject.attempt({ turns, wallMs }, async ({ ending, bash }) => {
      await ending;
      expect(await bash("cat reached.log")).toBe("out\n");
    });
    expect(connections).toBe(0);
    await new Promise((resolve) => listener.close(resolve));
  });

  it("tells what it did in events that can be read, and how it ended", async () => {
    await subject.attempt({ turns: [edit(), close()], wallMs }, async ({ ending, session }) => {
      const ended = await ending;
      expect(ended.kind === "finished" && typeof ended.conclusion).toBe("string");
      for (const event of session.events) expect(trajectoryEventSchema.parse(event)).toEqual(event);
      expect(session.steps).toBe(2);
    });
  });
}

function testEndings(subject: AgentUnderTest): void {
  const { plentyMs = PLENTY_MS, shortMs = SHORT_MS } = subject.options;
  const usage = { input: 1, output: 1 };
  /** Makes the edit, leaves a process behind, and then waits for a model that says nothing. */
  const turns = () => [
    subject.act(`${EDIT}; setsid sleep ${MARKER} > /dev/null 2>&1 & echo begun`, { usage }),
    { usage, firstByteMs: 10 * PLENTY_MS },
  ];

  it("ends with its time, and what it changed is kept", async () => {
    await subject.attempt({ turns: turns(), wallMs: shortMs }, async ({ ending, bash }) => {
      await expect(ending).rejects.toEqual(new LimitReached("time"));
      expect(await bash("cat calc.py")).toContain("return a + b");
      await vi.waitFor(() => expect(commandLines()).not.toContain(MARKER), { timeout: 10_000 });
    });
  });

  it("ends with its steps, and what it changed is kept", async () => {
    const limit = new LimitReached("steps");
    const over = new AbortController();
    const background = `setsid sleep ${MARKER} > /dev/null 2>&1 &`;
    const one = subject.act(`${EDIT}; ${background} echo begun`, { usage });
    // As the gateway does it: the call that is one too many ends the attempt.
    const oneTooMany = () => {
      over.abort(limit);
      return { usage };
    };
    const options = { turns: [one, oneTooMany], steps: 1, wallMs: plentyMs, signal: over.signal };
    await subject.attempt(options, async ({ ending, bash }) => {
      await expect(ending).rejects.toEqual(limit);
      expect(await bash("cat calc.py")).toContain("return a + b");
      await vi.waitFor(() => expect(commandLines()).not.toContain(MARKER), { timeout: 10_000 });
    });
  });

  it("ends at once when it is told to stop, with all that it started", async () => {
    const stop = new AbortController();
    const options = { turns: turns(), wallMs: plentyMs, signal: stop.signal };
    await subject.attempt(options, async ({ ending, server }) => {
      const asked = () => expect(server.counts().turns).toBe(2);
      await vi.waitFor(asked, { timeout: plentyMs, interval: 100 });
      expect(commandLines()).toContain(MARKER);
      stop.abort(new Error("the study was stopped"));
      await expect(ending).rejects.toThrow("the study was stopped");
      await vi.waitFor(() => expect(commandLines()).not.toContain(MARKER), { timeout: 10_000 });
    });
  });

  it("does not take a model that refuses for work that is done", async () => {
    const refused = { kind: "status", status: 401, times: 1000 } as const;
    const options = { turns: [{ usage, faults: [refused] }], wallMs: plentyMs };
    await subject.attempt(options, async ({ ending }) => {
      await expect(ending).rejects.toThrow();
    });
  });
}

/** Of every process of this machine that can be seen. */
function commandLines(): string {
  const lines = readdirSync("/proc").map((name) => {
    if (!/^\d+$/.test(name)) return "";
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  });
  return lines.join("\n");
}
