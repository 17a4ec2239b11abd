// Turns that run a command with whatever shell tool the client offers, so one script serves every
// scaffold.
import type { OfferedTool, ScriptedRequest } from "./request.ts";
import type { ScriptedToolCall, ScriptedTurn } from "./turn.ts";

/** What scaffolds call their shell, the likeliest first. */
const SHELLS = [
  ...["bash", "Bash", "exec_command", "shell_command", "shell", "run_shell_command"],
  ...["execute_bash", "terminal"],
];
/** What shells call the command. */
const COMMANDS = ["command", "cmd", "script"];

/** A turn that runs `command`; where the client offers no shell, it is not the script's. */
export function shellCall(
  command: string,
  turn: Omit<ScriptedTurn, "toolCalls">,
): (request: ScriptedRequest) => ScriptedTurn | null {
  return ({ tools }) => {
    const shell = SHELLS.map((name) => tools.find((tool) => tool.name === name)).find(Boolean);
    return shell === undefined ? null : { ...turn, toolCalls: [callOf(shell, command)] };
  };
}

function callOf({ name, parameters }: OfferedTool, command: string): ScriptedToolCall {
  const parameter = COMMANDS.find((candidate) => candidate in parameters) ?? "command";
  const words = parameters[parameter] === "array";
  return {
    name,
    arguments: {
      [parameter]: words ? ["bash", "-lc", command] : command,
      ...("description" in parameters ? { description: "Runs a command" } : {}),
    },
  };
}
