import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { systemClock } from "../core/clock.ts";
import { LimitReached } from "../core/limit-reached.ts";
import { randomStream } from "../core/random-stream.ts";
import { bubblewrapSandbox } from "../sandboxes/bubblewrap.ts";
import { startScriptedModelServer, testAgent } from "../testing/index.ts";
import type { AgentEnding } from "./agent.ts";
import { command } from "./command.ts";
import { recordedSession } from "./session.ts";

const folder = mkdtempSync(join(tmpdir(), "command-agent-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { available, reason } = await bubblewrapSandbox.check();
if (!available) process.stdout.write(`skipped: the command agent (${reason})\n`);

/** A scaffold of a few lines: asks once and writes what it is told. */
const SCAFFOLD = `
import json, os, sys, urllib.request
prompt = open(sys.argv[1]).read()
body = {"model": sys.argv[3], "messages": [{"role": "user", "content": prompt}]}
headers = {"Authorization": "Bearer " + os.environ["KEY"], "Content-Type": "application/json"}
request = urllib.request.Request(sys.argv[2] + "/v1/chat/completions", json.dumps(body).encode(), headers)
answer = json.load(urllib.request.urlopen(request))["choices"][0]["message"]["content"]
open("answer.txt", "w").write(answer)
print("asked once")
`;

const ASKS = {
  command: ["python3", "-c", SCAFFOLD, "{prompt_file}", "{address}", "{model}"],
  env: { KEY: "{token}" },
};

interface Seen {
  readonly ending: Promise<AgentEnding>;
  readonly read: (command: string) => Promise<string>;
}

async function solved(
  settings: object,
  use: (seen: Seen) => Promise<void>,
  { socketPath = join(folder, "nowhere"), wallMs = 60_000 } = {},
): Promise<void> {
  const sandbox = await bubblewrapSandbox.create({
    ...{ label: "command", limits: {}, reachSocket: socketPath },
  });
  const limits = { steps: 5, wallMs, commandMs: 20_000, outputBytes: 10_000 };
  const signal = new AbortController().signal;
  const ending = command.solve({
    problemStatement: "Say {model} backwards.",
    session: recordedSession({ sandbox, limits, clock: systemClock, signal }),
    random: randomStream(1, "command"),
    ...{ reference: null, prediction: null, settings: command.parseSettings(settings) },
    model: {
      ...{
        name: "m1",
        dialects: ["chat"],
        address: sandbox.reachAddress,
        token: "token-of-this-run",
      },
      ask: () => Promise.reject(new Error("It asks by its own program.")),
    },
  });
  const read = async (line: string) => {
    const { stdout } = await sandbox.exec({ command: ["bash", "-c", line], timeoutMs: 20_000 });
    return stdout.toString();
  };
  try {
    await use({ ending, read });
  } finally {
    await Promise.allSettled([ending]);
    await sandbox.dispose();
  }
}

describe.skipIf(!available)("the command agent", () => {
  it("runs a program that asks the model by what the template gives it", async () => {
    const socketPath = join(folder, "socket");
    await using server = await startScriptedModelServer({
      ...{ socketPath, turns: [{ text: "1m", usage: { input: 40, output: 2 } }] },
    });
    await solved(
      ASKS,
      async ({ ending, read }) => {
        expect(await ending).toEqual({
          ...{ kind: "finished", decision: "submit" },
          ...{ conclusion: "asked once", exitStatus: "exit 0" },
        });
        expect(await read("ls; cat answer.txt")).toBe("answer.txt\n1m");
      },
      { socketPath },
    );
    expect(server.counts()).toMatchObject({ turns: 1, usage: { input: 40, output: 2 } });
    const [question] = server.requests.map((kept) => kept.question);
    expect(question).toMatchObject({ model: "m1", token: "token-of-this-run" });
    // What a task says is no template.
    expect(question?.texts[0]).toContain("Say {model} backwards.");
    expect(question?.texts[0]).toContain("/testbed");
  });

  it("has the prompt as input, and keeps exit codes that the study calls an ending", async () => {
    const settings = {
      ...{ command: ["sh", "-c", "cat > got.txt; exit 7"], promptOnStdin: true, exitCodes: [0, 7] },
    };
    await solved(settings, async ({ ending, read }) => {
      expect(await ending).toMatchObject({ kind: "finished", exitStatus: "exit 7" });
      expect(await read("cat got.txt")).toContain("Say {model} backwards.");
    });
  });

  it("breaks with the program's last words", async () => {
    const settings = { command: ["sh", "-c", "echo no key >&2; exit 3"] };
    await solved(settings, async ({ ending }) => {
      await expect(ending).rejects.toMatchObject({
        ...{ code: "agent-broke", kind: "environment", message: "sh ended with 3: no key" },
      });
    });
  });

  it("ends with its time, and what it wrote is kept", async () => {
    const settings = { command: ["sh", "-c", "echo half > work.txt; sleep 600"] };
    await solved(
      settings,
      async ({ ending, read }) => {
        await expect(ending).rejects.toEqual(new LimitReached("time"));
        expect(await read("cat work.txt")).toBe("half\n");
      },
      { wallMs: 8000 },
    );
  });

  it.each([
    [{ command: ["run", "{promt_file}"] }, /\{promt_file\} is none of \{prompt_file\}, \{prompt\}/],
    [{ command: [] }, /command/],
    [{ command: ["run"], stdin: true }, /stdin/],
  ])("refuses the settings %j", (settings, message) => {
    expect(() => command.parseSettings(settings)).toThrow(message);
  });
});

/** A whole scaffold: asks, runs what it is told in a shell, and ends with an answer without calls. */
const LOOP = `
import json, os, subprocess, sys, urllib.request
prompt, address, model = open(sys.argv[1]).read(), sys.argv[2], sys.argv[3]
parameters = {"type": "object", "properties": {"command": {"type": "string"}}}
tools = [{"type": "function", "function": {"name": "bash", "parameters": parameters}}]
headers = {"Authorization": "Bearer " + os.environ["KEY"], "Content-Type": "application/json"}
messages = [{"role": "user", "content": prompt}]
while True:
    body = json.dumps({"model": model, "messages": messages, "tools": tools}).encode()
    asked = urllib.request.Request(address + "/v1/chat/completions", body, headers)
    message = json.load(urllib.request.urlopen(asked))["choices"][0]["message"]
    messages.append(message)
    if not message.get("tool_calls"):
        break
    for call in message["tool_calls"]:
        command = json.loads(call["function"]["arguments"])["command"]
        shell = ["bash", "-c", command]
        result = subprocess.run(shell, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": result.stdout})
print(message["content"])
`;

await testAgent(command, {
  settings: { ...ASKS, command: ["python3", "-c", LOOP, "{prompt_file}", "{address}", "{model}"] },
  shortMs: 10_000,
});
