// Any program as an agent. It must be there inside the sandbox: on its PATH or in its image.
import { z } from "zod";

import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import { programBroke, reachedModel, writeScratchFile } from "./programs/run-program.ts";
import { taskPrompt } from "./programs/task-prompt.ts";

const PLACES = [
  "prompt_file",
  "prompt",
  "workdir",
  "scratch",
  "address",
  "token",
  "model",
] as const;
type Place = (typeof PLACES)[number];

const PLACEHOLDER = /\{([a-z_]+)\}/g;

const template = z.string().superRefine((text, context) => {
  for (const [whole, name = ""] of text.matchAll(PLACEHOLDER)) {
    if (PLACES.some((place) => place === name)) continue;
    const known = PLACES.map((place) => `{${place}}`).join(", ");
    context.addIssue({ code: "custom", message: `${whole} is none of ${known}` });
  }
});

const settingsSchema = z.strictObject({
  /** Program and arguments, with places that are filled: `{prompt_file}`, `{model}` and so on. */
  command: z.array(template).min(1),
  env: z.record(z.string(), template).default({}),
  /** Whether the prompt is also its standard input. */
  promptOnStdin: z.boolean().default(false),
  /** Says that it ended by itself though it failed, for programs with codes of their own. */
  exitCodes: z.array(z.int().min(0).max(255)).default([0]),
});

export const command = defineAgent({
  id: "command",
  summary: "Any program inside the sandbox, by a template of its command.",
  needsReference: false,
  needsModel: true,
  runsInside: true,
  traits: {
    tools: "its own",
    turn: "its own",
    context: "its own",
    ends: "it exits",
  },
  parseSettings: (settings) => settingsSchema.parse(settings),
  solve,
});

const CONCLUSION_CHARACTERS = 2000;

async function solve(task: AgentTask): Promise<AgentEnding> {
  const settings = settingsSchema.parse(task.settings);
  const { session, problemStatement } = task;
  const { address, token, name } = reachedModel(task);
  const prompt = taskPrompt(problemStatement, session.workdir);
  const promptFile = await writeScratchFile(session, "prompt.txt", prompt);
  const fill = filler({
    ...{ prompt, prompt_file: promptFile, workdir: session.workdir, scratch: session.scratch },
    ...{ address, token, model: name },
  });
  const env = Object.entries(settings.env).map(([key, text]) => [key, fill(text)] as const);
  const result = await session.program({
    command: settings.command.map(fill),
    env: Object.fromEntries(env),
    ...(settings.promptOnStdin ? { stdin: prompt } : {}),
  });
  if (result.exitCode === null || !settings.exitCodes.includes(result.exitCode)) {
    throw programBroke(settings.command[0] ?? "command", result);
  }
  const conclusion = result.stdout.toString("utf8").trim().slice(-CONCLUSION_CHARACTERS);
  const exitStatus = `exit ${result.exitCode}`;
  return { kind: "finished", decision: "submit", conclusion, exitStatus };
}

function filler(values: Readonly<Record<Place, string>>): (text: string) => string {
  // One pass: what is filled in is not looked at again.
  return (text) => text.replaceAll(PLACEHOLDER, (_, name: string) => values[name as Place]);
}
