// SWE-agent from a clone of its repository, in the sandbox, with a configuration of its own and its
// model calls by Chat Completions. It works on the tree where it stands, in a shell beside it, without
// any container of its own. Limits are ours, so its own are off.
import { z } from "zod";

import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import type { AgentSession } from "./session.ts";
import { SOURCE, clonedPythonProgram } from "./programs/cloned-python-program.ts";
import { programPlace } from "./programs/installed-program.ts";
import { PROGRAM_PYTHON } from "./programs/python-program.ts";
import { programBroke, reachedModel, writeScratchFile } from "./programs/run-program.ts";

const program = clonedPythonProgram({
  ...{ id: "swe-agent", version: "1.1.0-3ea751c" },
  title: "SWE-agent 1.1.0 at commit 3ea751c (git), SWE-ReX 1.4.0",
  repository: "https://github.com/SWE-agent/SWE-agent.git",
  variable: "PLUMBLINE_SWE_AGENT",
  commit: "3ea751c087f32b16e039a2233dd6eefecef325d5",
  folders: ["sweagent", "config", "tools"],
  // What a single run imports of what its project file asks for, and what its tools would fetch.
  packages: [
    ...["swe-rex==1.4.0", "litellm==1.110.2", "GitPython==3.2.1", "ghapi==1.1.1"],
    ...["pydantic-settings==2.16.3", "simple-parsing==0.1.9", "rich-argparse==1.8.0"],
    ...["ruamel.yaml==0.19.1", "tenacity==9.2.1", "unidiff==1.0.1", "tabulate==0.10.0"],
    ...["numpy==2.4.6", "tree-sitter==0.21.3", "tree-sitter-languages==1.10.2"],
  ],
});

const settingsSchema = z.strictObject({
  /** A configuration file of the program: prompts, tools, and how answers are shown. */
  config: z.enum(["default.yaml", "default_backticks.yaml"]).default("default.yaml"),
});

export const sweAgent = defineAgent({
  id: "swe-agent",
  summary: "SWE-agent, from its public repository, with its own prompts and tools.",
  needsReference: false,
  needsModel: true,
  runsInside: true,
  traits: {
    tools: "bash, str_replace_editor, submit",
    turn: "one tool call; all in one shell",
    context: "hands in what it has",
    ends: "submit, called a second time after a review",
  },
  dialects: ["chat"],
  program,
  parseSettings: (settings) => settingsSchema.parse(settings),
  solve,
});

const FOLDER = "swe-agent";

/**
 * It keeps its state and its tools in /root, which is not its own here; its tools run on whatever
 * Python is there, and fetch packages for it. The copy has them below the scratch folder, and runs its
 * tools on the program's own Python, which has those packages.
 */
const PREPARE = `set -e
place=$1 folder=$2
mkdir -p "$folder/home" "$folder/trajectories"
cp -r "$place/$3/." "$folder"
: > "$folder/home/.bashrc"
: > "$folder/tools/edit_anthropic/install.sh"
grep -rlI /root "$folder/sweagent" "$folder/tools" | xargs sed -i "s#/root\\b#$folder/home#g"
find "$folder/tools" -path '*/bin/*' -type f \\
  -exec sed -i "1s|^#!/usr/bin/env python3*$|#!$place/bin/python|" {} +
`;

/** Isolated: what the work tree calls its modules must not stand in for those of the program. */
const START = [
  "import sys",
  "sys.path.insert(0, sys.argv.pop(1))",
  "from sweagent.run.run import main",
  "main()",
].join("\n");

const TASK = "task";

const trajectorySchema = z.object({ info: z.object({ exit_status: z.string().nullish() }) });

/** It ended because something around it did. */
const BROKEN = /exit_(api|error|environment_error)/;

async function solve(task: AgentTask): Promise<AgentEnding> {
  const { session } = task;
  const { config } = settingsSchema.parse(task.settings);
  const folder = `${session.scratch}/${FOLDER}`;
  const place = programPlace(program);
  const prepared = await session.program({
    command: ["bash", "-c", PREPARE, "bash", place, folder, SOURCE],
  });
  if (prepared.exitCode !== 0) throw programBroke("swe-agent", prepared);
  const own = JSON.stringify(configuration(task, folder), null, 2);
  const overrides = await writeScratchFile(session, `${FOLDER}/overrides.yaml`, own);
  const result = await session.program({
    command: [
      ...[`${place}/${PROGRAM_PYTHON}`, "-I", "-c", START, folder, "run"],
      ...["--config", `${folder}/config/${config}`, "--config", overrides],
    ],
    // It would fetch its table of prices.
    env: { LITELLM_LOCAL_MODEL_COST_MAP: "True" },
  });
  const ended = await readEnding(session, `${folder}/output/${TASK}/${TASK}.traj`);
  if (ended === null || BROKEN.test(ended)) throw programBroke("swe-agent", result);
  // It stages all that it hands in; what counts is the tree.
  await session.program({ command: ["git", "reset", "--quiet"] });
  return { kind: "finished", decision: "submit", conclusion: ended, exitStatus: ended };
}

async function readEnding(session: AgentSession, path: string): Promise<string | null> {
  const { exitCode, stdout } = await session.program({ command: ["cat", path] });
  if (exitCode !== 0) return null;
  return trajectorySchema.parse(JSON.parse(stdout.toString("utf8"))).info.exit_status ?? null;
}

/** Longer than any study's time. */
const NO_TIME_LIMIT_S = 10_000_000;

function configuration(task: AgentTask, folder: string): object {
  const { name, address, token } = reachedModel(task);
  const { session, problemStatement } = task;
  return {
    agent: {
      model: {
        ...{ name: `openai/${name}`, api_base: `${address}/v1`, api_key: token },
        ...{ per_instance_cost_limit: 0, total_cost_limit: 0, per_instance_call_limit: 0 },
        ...{ max_input_tokens: 0, max_output_tokens: 0 },
        // Waiting for the provider is the gateway's part; twenty times its own would take an hour.
        retry: { retries: 3, min_wait: 1, max_wait: 5 },
      },
      tools: { total_execution_timeout: NO_TIME_LIMIT_S },
    },
    env: {
      deployment: { type: "local" },
      // As it is: it would fetch, and remove what git does not know.
      repo: { type: "preexisting", repo_name: session.workdir.slice(1), reset: false },
    },
    problem_statement: { type: "text", text: problemStatement, id: TASK },
    output_dir: `${folder}/output`,
  };
}
