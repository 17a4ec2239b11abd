// Codex by its published program, in the sandbox, its model calls by Responses. Its own sandbox is
// off: ours is around it, and one within another needs rights that ours does not give.
import { z } from "zod";

import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import { programPlace } from "./programs/installed-program.ts";
import { jsonLines } from "./programs/json-lines.ts";
import { npmProgram } from "./programs/npm-program.ts";
import { programBroke, reachedModel, writeScratchFile } from "./programs/run-program.ts";
import type { ReachedModel } from "./programs/run-program.ts";
import { taskPrompt } from "./programs/task-prompt.ts";

const [CPU, TARGET] = process.arch === "arm64" ? ["arm64", "aarch64"] : ["x64", "x86_64"];
const FILE = `@openai/codex-linux-${CPU}/vendor/${TARGET}-unknown-linux-musl/bin/codex`;
const HOME = "codex-home";

const program = npmProgram({
  ...{ id: "codex", packageName: "@openai/codex", version: "0.171.0", files: [FILE] },
});

export const codex = defineAgent({
  id: "codex",
  summary: "Codex, the published program, with its own tools and prompts.",
  needsReference: false,
  needsModel: true,
  runsInside: true,
  sideCalls: true,
  traits: {
    tools: "exec_command, write_stdin, view_image, goals, sub-agents",
    turn: "tool calls",
    context: "sums up",
    ends: "an answer without calls",
  },
  dialects: ["responses"],
  program,
  parseSettings: (settings) => z.strictObject({}).parse(settings),
  solve,
});

const eventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("item.completed"),
    item: z.object({ type: z.literal("agent_message"), text: z.string() }),
  }),
  z.object({ type: z.literal("turn.completed") }),
  z.object({ type: z.literal("turn.failed"), error: z.object({ message: z.string() }) }),
]);

/** How it ends then is the scaffold's own doing: what it has is handed in. */
const PROMPT_TOO_LONG = /ran out of room in the model's context window/;

async function solve(task: AgentTask): Promise<AgentEnding> {
  const { session, problemStatement } = task;
  const model = reachedModel(task);
  await writeScratchFile(session, `${HOME}/config.toml`, configuration(model));
  const result = await session.program({
    command: [
      ...[`${programPlace(program)}/node_modules/${FILE}`, "exec", "--json"],
      ...["--skip-git-repo-check", "--ephemeral", "--dangerously-bypass-approvals-and-sandbox"],
      ...["--model", model.name, "-"],
    ],
    env: { CODEX_HOME: `${session.scratch}/${HOME}`, GATEWAY_TOKEN: model.token },
    stdin: taskPrompt(problemStatement, session.workdir),
  });
  const events = jsonLines(result.stdout, eventSchema);
  const conclusion = events.findLast((event) => event.type === "item.completed")?.item.text ?? "";
  const failed = events.findLast((event) => event.type === "turn.failed")?.error.message;
  if (failed !== undefined && PROMPT_TOO_LONG.test(failed)) {
    return { kind: "finished", decision: "submit", conclusion, exitStatus: failed };
  }
  if (result.exitCode !== 0 || !events.some(({ type }) => type === "turn.completed")) {
    throw programBroke("codex", result, failed);
  }
  return { kind: "finished", decision: "submit", conclusion, exitStatus: "turn.completed" };
}

/** Strings of JSON are strings of TOML. */
function configuration({ address }: ReachedModel): string {
  return [
    'model_provider = "gateway"',
    'web_search = "disabled"',
    "check_for_update_on_startup = false",
    "[model_providers.gateway]",
    'name = "gateway"',
    `base_url = ${JSON.stringify(`${address}/v1`)}`,
    'env_key = "GATEWAY_TOKEN"',
    'wire_api = "responses"',
    // An answer may wait while the gateway paces.
    "stream_idle_timeout_ms = 3600000",
    "[analytics]",
    "enabled = false",
    // Commands get what the sandbox gives, but not what opens the gateway.
    "[shell_environment_policy]",
    'exclude = ["GATEWAY_TOKEN"]',
    "",
  ].join("\n");
}
