// OpenCode by its published program, in the sandbox, its model calls by Chat Completions.
import { z } from "zod";

import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import { programPlace } from "./programs/installed-program.ts";
import { jsonLines } from "./programs/json-lines.ts";
import { npmProgram } from "./programs/npm-program.ts";
import { programBroke, reachedModel } from "./programs/run-program.ts";
import { taskPrompt } from "./programs/task-prompt.ts";

const CPU = process.arch === "arm64" ? "arm64" : "x64-baseline";
/** The build for processors of any age: all runs are of one. */
const FILE = `opencode-linux-${CPU}/bin/opencode`;

const program = npmProgram({
  ...{ id: "opencode", packageName: "opencode-ai", version: "1.18.33" },
  files: [FILE],
});

export const opencode = defineAgent({
  id: "opencode",
  summary: "OpenCode, the published program, with its own tools and prompts.",
  needsReference: false,
  needsModel: true,
  runsInside: true,
  sideCalls: true,
  traits: {
    tools: "bash, edit, glob, grep, read, skill, task, todowrite, write",
    turn: "tool calls, several at once",
    context: "sums up where it knows the size of the model",
    ends: "an answer without calls",
  },
  dialects: ["chat"],
  program,
  parseSettings: (settings) => z.strictObject({}).parse(settings),
  solve,
});

const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), part: z.object({ text: z.string() }) }),
  z.object({ type: z.literal("step_finish"), part: z.object({ reason: z.string() }) }),
  z.object({
    type: z.literal("error"),
    error: z.looseObject({ name: z.string(), data: z.unknown().optional() }),
  }),
]);

/** How it ends then is the scaffold's own doing: what it has is handed in. */
const PROMPT_TOO_LONG = "ContextOverflowError";

async function solve(task: AgentTask): Promise<AgentEnding> {
  const { session, problemStatement } = task;
  const result = await session.program({
    command: [
      ...[`${programPlace(program)}/node_modules/${FILE}`, "run", "--format", "json", "--auto"],
      // With a title, no model is asked for one.
      ...["--title", "task", "--model", `gateway/${reachedModel(task).name}`],
    ],
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(task)),
      ...{ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
      ...{ OPENCODE_DISABLE_LSP_DOWNLOAD: "1", OPENCODE_DISABLE_SHARE: "1" },
    },
    stdin: taskPrompt(problemStatement, session.workdir),
  });
  const events = jsonLines(result.stdout, eventSchema);
  const error = events.findLast((event) => event.type === "error");
  const conclusion = events.findLast((event) => event.type === "text")?.part.text ?? "";
  if (error?.error.name === PROMPT_TOO_LONG) {
    return { kind: "finished", decision: "submit", conclusion, exitStatus: PROMPT_TOO_LONG };
  }
  const finish = events.findLast((event) => event.type === "step_finish");
  if (result.exitCode !== 0 || error !== undefined || finish === undefined) {
    const why = error === undefined ? undefined : JSON.stringify(error.error);
    throw programBroke("opencode", result, why);
  }
  const exitStatus = finish.part.reason;
  return { kind: "finished", decision: "submit", conclusion, exitStatus };
}

function configuration(task: AgentTask): object {
  const { name, address, token } = reachedModel(task);
  return {
    ...{ autoupdate: false, share: "disabled", snapshot: false },
    provider: {
      gateway: {
        npm: "@ai-sdk/openai-compatible",
        // No time of its own: an answer may wait while the gateway paces.
        options: { baseURL: `${address}/v1`, apiKey: token, timeout: false },
        models: { [name]: {} },
      },
    },
    // The last rule that fits counts. There is no network; the model shall not try what is not there.
    permission: { "*": "allow", webfetch: "deny", websearch: "deny", codesearch: "deny" },
  };
}
