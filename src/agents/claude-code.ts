// Claude Code by its published program, in the sandbox, its model calls by Anthropic Messages.
import { z } from "zod";

import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import { programPlace } from "./programs/installed-program.ts";
import { jsonLines } from "./programs/json-lines.ts";
import { npmProgram } from "./programs/npm-program.ts";
import { programBroke, reachedModel } from "./programs/run-program.ts";
import { taskPrompt } from "./programs/task-prompt.ts";

const FILE = `@anthropic-ai/claude-code-linux-${process.arch}/claude`;

const program = npmProgram({
  // Later ones ask for a newer Node than this project does.
  ...{ id: "claude-code", packageName: "@anthropic-ai/claude-code", version: "2.1.197" },
  files: [FILE],
});

const settingsSchema = z.strictObject({
  /** With three tools and a short prompt, and without what it reads of a repository by itself. */
  bare: z.boolean().default(false),
});

export const claudeCode = defineAgent({
  id: "claude-code",
  summary: "Claude Code, the published program, with its own tools and prompts.",
  needsReference: false,
  needsModel: true,
  runsInside: true,
  sideCalls: true,
  traits: {
    tools:
      "Bash, Edit, Read, Write, NotebookEdit, tasks, sub-agents, skills; bare: Bash, Edit, Read",
    turn: "tool calls, several at once",
    context: "sums up",
    ends: "an answer without calls",
  },
  dialects: ["messages"],
  program,
  parseSettings: (settings) => settingsSchema.parse(settings),
  solve,
});

const eventSchema = z.object({
  type: z.literal("result"),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.string().default(""),
});

/** How it ends then is the scaffold's own doing: what it has is handed in. */
const PROMPT_TOO_LONG = "Prompt is too long";

async function solve(task: AgentTask): Promise<AgentEnding> {
  const { session, problemStatement } = task;
  const { address, token, name } = reachedModel(task);
  const result = await session.program({
    command: [
      ...[`${programPlace(program)}/node_modules/${FILE}`, "--print"],
      ...(settingsSchema.parse(task.settings).bare ? ["--bare"] : []),
      ...["--output-format", "stream-json", "--verbose", "--no-session-persistence"],
      ...["--permission-mode", "bypassPermissions"],
      ...["--disallowedTools", "WebFetch,WebSearch", "--model", name],
    ],
    env: {
      ...{ ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: token },
      // What it asks a small model for is asked of the same one: nothing else is measured.
      ...{ ANTHROPIC_SMALL_FAST_MODEL: name, ANTHROPIC_DEFAULT_HAIKU_MODEL: name },
      CLAUDE_CONFIG_DIR: `${session.scratch}/claude-config`,
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
      ...{ DISABLE_TELEMETRY: "1", DISABLE_ERROR_REPORTING: "1" },
      // Waiting for the provider is the gateway's part; ten times its own would take minutes.
      ...{ CLAUDE_CODE_MAX_RETRIES: "2", API_TIMEOUT_MS: "3600000" },
      // It refuses to go without asking as root, which it is in containers.
      IS_SANDBOX: "1",
    },
    stdin: taskPrompt(problemStatement, session.workdir),
  });
  const last = jsonLines(result.stdout, eventSchema).at(-1);
  if (last?.is_error === true && last.result.startsWith(PROMPT_TOO_LONG)) {
    const exitStatus = PROMPT_TOO_LONG;
    return { kind: "finished", decision: "submit", conclusion: last.result, exitStatus };
  }
  if (result.exitCode !== 0 || last === undefined || last.is_error) {
    throw programBroke("claude-code", result, last?.result);
  }
  const { result: conclusion, subtype: exitStatus } = last;
  return { kind: "finished", decision: "submit", conclusion, exitStatus };
}
