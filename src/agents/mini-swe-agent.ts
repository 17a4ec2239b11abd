// mini-SWE-agent by its published package, in the sandbox, with a configuration of the package's own
// and its model calls by Chat Completions. Limits are ours, so its own are off.
import { z } from "zod";

import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import type { AgentSession } from "./session.ts";
import { programPlace } from "./programs/installed-program.ts";
import { PROGRAM_PYTHON, pythonProgram } from "./programs/python-program.ts";
import { programBroke, reachedModel, writeScratchFile } from "./programs/run-program.ts";

const program = pythonProgram({
  ...{ id: "mini-swe-agent", packageName: "mini-swe-agent", version: "2.4.6" },
});

const settingsSchema = z.strictObject({
  /** A configuration file of the package: prompts, and how answers to commands are shown. */
  config: z.enum(["mini.yaml", "swebench.yaml"]).default("swebench.yaml"),
});

export const miniSweAgent = defineAgent({
  id: "mini-swe-agent",
  summary: "mini-SWE-agent, the published package, with its own prompts.",
  needsReference: false,
  needsModel: true,
  runsInside: true,
  traits: {
    tools: "bash",
    turn: "tool calls; each command in a fresh shell",
    context: "breaks",
    ends: "a command that prints the sentinel",
  },
  dialects: ["chat"],
  program,
  parseSettings: (settings) => settingsSchema.parse(settings),
  solve,
});

const FOLDER = "mini-swe-agent";
const CONFIG_FILES = { "mini.yaml": "mini.yaml", "swebench.yaml": "benchmarks/swebench.yaml" };

/** Its local environment runs commands by sh; published results are those of bash. */
const BASH_ENVIRONMENT = `import shlex

from minisweagent.environments.local import LocalEnvironment


class BashEnvironment(LocalEnvironment):
    def execute(self, action, cwd="", **options):
        command = "exec bash -c " + shlex.quote(action.get("command", ""))
        return super().execute({**action, "command": command}, cwd, **options)
`;

/** Isolated: what the work tree calls its modules must not stand in for those of the program. */
const START = [
  "import sys",
  "sys.path.insert(0, sys.argv.pop(1))",
  "from minisweagent.run.mini import app",
  "app()",
].join("\n");

const trajectorySchema = z.object({
  info: z.object({ exit_status: z.string(), submission: z.string() }),
});

/** How it ends then is the scaffold's own doing: what it has is handed in. */
const PROMPT_TOO_LONG = "ContextWindowExceededError";

async function solve(task: AgentTask): Promise<AgentEnding> {
  const { session } = task;
  const { config } = settingsSchema.parse(task.settings);
  const own = JSON.stringify(configuration(task), null, 2);
  await writeScratchFile(session, `${FOLDER}/plumbline_environment.py`, BASH_ENVIRONMENT);
  const overrides = await writeScratchFile(session, `${FOLDER}/overrides.yaml`, own);
  const folder = `${session.scratch}/${FOLDER}`;
  const output = `${folder}/trajectory.json`;
  const result = await session.program({
    command: [
      ...[`${programPlace(program)}/${PROGRAM_PYTHON}`, "-I", "-c", START, folder],
      ...["--config", CONFIG_FILES[config], "--config", overrides],
      ...["--agent-class", "default", "--output", output],
    ],
    env: {
      ...{ MSWEA_GLOBAL_CONFIG_DIR: folder, MSWEA_CONFIGURED: "true" },
      ...{ MSWEA_SILENT_STARTUP: "1", MSWEA_COST_TRACKING: "ignore_errors" },
      // It would fetch its table of prices.
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
    },
  });
  const info = await readEnding(session, output);
  if (result.exitCode !== 0 && info?.exit_status !== PROMPT_TOO_LONG) {
    throw programBroke("mini-swe-agent", result);
  }
  if (info === null) throw programBroke("mini-swe-agent", result, "it left no trajectory");
  await removeSubmittedFile(session, info.submission);
  const ended = info.exit_status;
  return { kind: "finished", decision: "submit", conclusion: ended, exitStatus: ended };
}

async function readEnding(session: AgentSession, path: string) {
  const { exitCode, stdout } = await session.program({ command: ["cat", path] });
  if (exitCode !== 0) return null;
  return trajectorySchema.parse(JSON.parse(stdout.toString("utf8"))).info;
}

function configuration(task: AgentTask): object {
  const { name, address, token } = reachedModel(task);
  const { session, problemStatement } = task;
  return {
    run: { task: problemStatement },
    agent: { step_limit: 0, cost_limit: 0, wall_time_limit_seconds: 0 },
    environment: {
      environment_class: "plumbline_environment.BashEnvironment",
      cwd: session.workdir,
      // Sandboxes have no login files, and what its tests need is on PATH.
      env: { BASH_ENV: "" },
    },
    model: {
      model_name: `openai/${name}`,
      model_kwargs: { api_base: `${address}/v1`, api_key: token },
    },
  };
}

/** Prompts of SWE-bench have the patch written into the tree before it is handed in. */
const REMOVE = 'if [ "$(cat patch.txt 2>/dev/null)" = "$(cat)" ]; then rm -f patch.txt; fi';

async function removeSubmittedFile(session: AgentSession, submission: string): Promise<void> {
  if (submission.trim() === "") return;
  await session.program({ command: ["bash", "-c", REMOVE], stdin: submission });
}
