// Gemini CLI by its published program, in the sandbox, its model calls by generateContent. It runs on
// a Node of its own: sandboxes need not have one, and all runs are of the same.
import { z } from "zod";

import { PlumblineError } from "../core/errors.ts";
import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import { programPlace } from "./programs/installed-program.ts";
import { jsonLines } from "./programs/json-lines.ts";
import { npmProgram } from "./programs/npm-program.ts";
import { programBroke, reachedModel, writeScratchFile } from "./programs/run-program.ts";
import { taskPrompt } from "./programs/task-prompt.ts";

const NODE = `node-linux-${process.arch}`;
const FILE = "@google/gemini-cli/bundle/gemini.js";
const HOME = "gemini-home";

const program = npmProgram({
  ...{ id: "gemini", packageName: "@google/gemini-cli", version: "0.61.0", files: [FILE] },
  ...{ others: [`${NODE}@22.23.5`], note: ", on Node 22.23.5" },
});

export const gemini = defineAgent({
  id: "gemini",
  summary: "Gemini CLI, the published program, with its own tools and prompts.",
  needsReference: false,
  needsModel: true,
  runsInside: true,
  sideCalls: true,
  traits: {
    tools:
      "run_shell_command, replace, write_file, read_file, list_directory, glob, grep_search, background processes, topics, plan mode, sub-agents, skills",
    turn: "tool calls, several at once",
    context: "sums up",
    ends: "an answer without calls",
  },
  dialects: ["generate-content"],
  program,
  parseSettings: (settings) => z.strictObject({}).parse(settings),
  solve,
});

const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message"), role: z.literal("assistant"), content: z.string() }),
  z.object({ type: z.literal("tool_use") }),
  z.object({
    type: z.literal("result"),
    status: z.string(),
    error: z.object({ message: z.string() }).optional(),
  }),
]);
type Event = z.infer<typeof eventSchema>;

/** How it ends then is the scaffold's own doing: what it has is handed in. */
const PROMPT_TOO_LONG = /prompt is too long|input token count.{0,40}exceeds/i;

async function solve(task: AgentTask): Promise<AgentEnding> {
  const { session, problemStatement } = task;
  const { address, token, name } = reachedModel(task);
  if (CHANGED_NAMES.has(name)) throw nameIsChanged(name);
  const own = JSON.stringify(configuration(name), null, 2);
  await writeScratchFile(session, `${HOME}/.gemini/settings.json`, own);
  const modules = `${programPlace(program)}/node_modules`;
  const result = await session.program({
    command: [
      ...[`${modules}/${NODE}/bin/node`, `${modules}/${FILE}`, "--model", name],
      ...["--approval-mode", "yolo", "--output-format", "stream-json"],
    ],
    env: {
      ...{ GOOGLE_GEMINI_BASE_URL: address, GEMINI_API_KEY: token },
      ...{ GEMINI_CLI_HOME: `${session.scratch}/${HOME}`, GEMINI_CLI_TRUST_WORKSPACE: "true" },
      // It would start itself again with more memory, and be two processes.
      ...{ GEMINI_CLI_NO_RELAUNCH: "true", NO_BROWSER: "true" },
    },
    stdin: taskPrompt(problemStatement, session.workdir),
  });
  const events = jsonLines(result.stdout, eventSchema);
  const last = events.findLast((event) => event.type === "result");
  const conclusion = lastAnswer(events);
  if (last?.error !== undefined && PROMPT_TOO_LONG.test(last.error.message)) {
    const exitStatus = last.error.message;
    return { kind: "finished", decision: "submit", conclusion, exitStatus };
  }
  if (result.exitCode !== 0 || last?.status !== "success") {
    throw programBroke("gemini", result, last?.error?.message);
  }
  return { kind: "finished", decision: "submit", conclusion, exitStatus: last.status };
}

/** What was said after the last tool call, which comes in pieces. */
function lastAnswer(events: readonly Event[]): string {
  const after = events.slice(events.findLastIndex(({ type }) => type === "tool_use") + 1);
  return after.map((event) => (event.type === "message" ? event.content : "")).join("");
}

/** Names that this version takes for those of other models, which the gateway would refuse. */
const CHANGED_NAMES: ReadonlySet<string> = new Set([
  ...["auto", "auto-gemini-2.5", "auto-gemini-3", "pro", "flash", "flash-lite", "none"],
  ...["gemini-3-pro-preview", "gemini-3-flash", "gemini-3.5-flash", "gemini-3.1-flash-lite"],
]);

function nameIsChanged(name: string): PlumblineError {
  return new PlumblineError(
    "model-name-changed",
    "usage",
    `Gemini CLI asks for another model where it is told the name ${name}.`,
    { hint: `name: ${name}-study, or the like, in the model's entry` },
  );
}

/** All of its names for other models: what it asks on the side is asked of the same one. */
const MODEL_NAMES = [
  "base",
  ...[
    "3-pro",
    "3-flash",
    "3.1-flash-lite",
    "2.5-pro",
    "2.5-flash",
    "2.5-flash-lite",
    "default",
  ].map((of) => `chat-compression-${of}`),
  "agent-history-provider-summarizer",
];

function configuration(model: string): object {
  return {
    general: {
      ...{ enableAutoUpdate: false, enableAutoUpdateNotification: false },
      // Waiting for the provider is the gateway's part; ten times its own would take minutes.
      maxAttempts: 3,
    },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { auth: { selectedType: "gemini-api-key" } },
    advanced: { ignoreLocalEnv: true },
    tools: { exclude: ["google_web_search", "web_fetch"] },
    // A word of the task that begins with @ has a file of that name shown; it is not searched for.
    context: { fileFiltering: { enableRecursiveFileSearch: false } },
    modelConfigs: {
      customOverrides: MODEL_NAMES.map((name) => ({
        ...{ match: { model: name }, modelConfig: { model } },
      })),
    },
  };
}
