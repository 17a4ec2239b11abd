// What the scripted server says in Google's words, over HTTP. Google's own library is part of Gemini
// CLI, which is run against it in test/agent-programs.test.ts.
import { describe, expect, it } from "vitest";

import { startScriptedModelServer } from "../scripted-model-server.ts";
import type { ScriptedModelServer } from "../scripted-model-server.ts";
import type { ScriptedFault, ScriptedTurn } from "./turn.ts";

const TURN: ScriptedTurn = {
  text: "I look at the file — with care.",
  reasoning: "It may be the parser.",
  toolCalls: [
    { name: "bash", arguments: { command: "cat src/parser.py" } },
    { name: "bash", arguments: { command: "ls" } },
  ],
  usage: { input: 100, output: 40, cached: 30, reasoning: 15 },
};
const DONE: ScriptedTurn = { text: "Done.", usage: { input: 120, output: 3 } };

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: object;
}
interface Answer {
  readonly candidates: readonly [
    { readonly content: { readonly parts: readonly Part[] }; readonly finishReason?: string },
  ];
  readonly usageMetadata: object;
  readonly modelVersion: string;
}

const BODY = JSON.stringify({
  systemInstruction: { parts: [{ text: "You mend." }] },
  contents: [{ role: "user", parts: [{ text: "Mend it." }] }],
  tools: [
    {
      functionDeclarations: [
        { name: "bash", parametersJsonSchema: { properties: { command: { type: "string" } } } },
        { name: "look", parameters: { properties: { file: { type: "STRING" } } } },
      ],
    },
  ],
});

async function ask({ address }: ScriptedModelServer, streamed: boolean): Promise<Answer[]> {
  const method = streamed ? "streamGenerateContent?alt=sse" : "generateContent";
  const response = await fetch(`${address ?? ""}/v1beta/models/m1:${method}`, {
    ...{ method: "POST", body: BODY, headers: { "x-goog-api-key": "run-token" } },
  });
  const said = await response.text();
  if (!response.ok) throw new Error(said);
  if (!streamed) return [JSON.parse(said) as Answer];
  const events = said.split("\n\n").filter((event) => event !== "");
  return events.map((event) => JSON.parse(event.replace(/^data: /, "")) as Answer);
}

const partsOf = (answers: readonly Answer[]) =>
  answers.flatMap(({ candidates: [{ content }] }) => content.parts);
const textOf = (answers: readonly Answer[], isThought: boolean) =>
  partsOf(answers)
    .filter(({ thought }) => (thought === true) === isThought)
    .map(({ text }) => text ?? "")
    .join("");
const withFault = (fault: ScriptedFault): ScriptedTurn => ({ ...DONE, faults: [fault] });

describe.each([false, true])("generateContent, streamed: %s", (streamed) => {
  it("says what the script says, and counts thoughts apart", async () => {
    await using server = await startScriptedModelServer({ turns: [TURN] });
    const answers = await ask(server, streamed);
    expect(answers.length > 1).toBe(streamed);
    expect(textOf(answers, false)).toBe(TURN.text);
    expect(textOf(answers, true)).toBe(TURN.reasoning);
    expect(partsOf(answers).flatMap(({ functionCall }) => functionCall ?? [])).toEqual([
      { name: "bash", args: { command: "cat src/parser.py" } },
      { name: "bash", args: { command: "ls" } },
    ]);
    expect(answers.at(-1)).toMatchObject({
      candidates: [{ finishReason: "STOP" }],
      usageMetadata: {
        ...{ promptTokenCount: 100, candidatesTokenCount: 25, thoughtsTokenCount: 15 },
        ...{ cachedContentTokenCount: 30, totalTokenCount: 140 },
      },
      modelVersion: "m1",
    });
    // Only what ends the answer says why it does.
    const reasons = answers.flatMap(({ candidates: [{ finishReason }] }) => finishReason ?? []);
    expect(reasons).toEqual(["STOP"]);
  });

  it("says why it was not its own end", async () => {
    const turns = [
      { ...DONE, stop: "length" },
      { ...DONE, stop: "refused" },
    ] as const;
    await using server = await startScriptedModelServer({ turns });
    for (const finishReason of ["MAX_TOKENS", "SAFETY"]) {
      const last = (await ask(server, streamed)).at(-1);
      expect(last?.candidates[0].finishReason).toBe(finishReason);
    }
  });

  it("reads the model, the token, the tools and the texts of a request", async () => {
    await using server = await startScriptedModelServer({ turns: [DONE] });
    await ask(server, streamed);
    expect(server.requests[0]?.question).toMatchObject({
      ...{ dialect: "generate-content", model: "m1", stream: streamed, token: "run-token" },
      texts: ["You mend.", "Mend it."],
      tools: [
        { name: "bash", parameters: { command: "string" } },
        { name: "look", parameters: { file: "STRING" } },
      ],
    });
  });

  it.each([
    [{ kind: "status", status: 429 }, /RESOURCE_EXHAUSTED/],
    [{ kind: "context-length" }, /INVALID_ARGUMENT/],
    [{ kind: "cut" }, /fetch failed/],
    [{ kind: "cut-within" }, /terminated/],
  ] as const)("fails as the script wants: %o", async (fault, message) => {
    await using server = await startScriptedModelServer({ turns: [withFault(fault)] });
    await expect(ask(server, streamed)).rejects.toThrow(message);
    expect(textOf(await ask(server, streamed), false)).toBe("Done.");
    expect(server.counts()).toMatchObject({ turns: 1, faults: 1, unforeseen: 0 });
  });
});

it("fails within a stream of generateContent with an event that says so", async () => {
  await using server = await startScriptedModelServer({
    turns: [withFault({ kind: "error-within" })],
  });
  const last: unknown = (await ask(server, true)).at(-1);
  expect(last).toMatchObject({ error: { code: 529, message: "scripted error 529" } });
});
